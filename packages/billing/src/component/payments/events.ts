import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

type NewEvent = Omit<WithoutSystemFields<Doc<"paymentEvents">>, "at">;

/**
 * Stores a processor's event.
 *
 * @returns Null when the same event was stored before: then nothing follows from it.
 */
export async function logEvent(
  ctx: MutationCtx,
  event: NewEvent,
): Promise<Id<"paymentEvents"> | null> {
  const known = await ctx.db
    .query("paymentEvents")
    .withIndex("by_event_id", (q) => q.eq("event_id", event.event_id))
    .unique();
  return known ? null : await ctx.db.insert("paymentEvents", { ...event, at: Date.now() });
}
