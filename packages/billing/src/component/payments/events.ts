import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

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
  const known = await findEvent(ctx, event.event_id);
  return known ? null : await ctx.db.insert("paymentEvents", { ...event, at: Date.now() });
}

/** The event with a processor's id; null: it was not stored. */
export async function findEvent(ctx: QueryCtx, id: string): Promise<Doc<"paymentEvents"> | null> {
  return await ctx.db
    .query("paymentEvents")
    .withIndex("by_event_id", (q) => q.eq("event_id", id))
    .unique();
}
