import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/**
 * Stores a processor's event.
 *
 * @returns False when the same event was stored before: then nothing follows from
 *   it.
 */
export async function logEvent(
  ctx: MutationCtx,
  event: Pick<Doc<"paymentEvents">, "event_id" | "customer" | "key" | "status" | "minor">,
): Promise<boolean> {
  const known = await ctx.db
    .query("paymentEvents")
    .withIndex("by_event_id", (q) => q.eq("event_id", event.event_id))
    .unique();
  if (known) return false;
  await ctx.db.insert("paymentEvents", { ...event, at: Date.now() });
  return true;
}
