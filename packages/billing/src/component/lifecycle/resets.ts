import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { vPlace, nextBatch } from "../platform/walk";

const BATCH = 50;

/**
 * Stores resets that no call has applied yet. Reads compute the same numbers
 * without this; it keeps the ledger close to what people see. Each customer has a
 * transaction of its own.
 *
 * @param args - `until`, in ms since 1970, and `place`: where the batch before it
 *   ended.
 * @returns How many customers this batch found; the next batch follows by itself.
 */
export const resetDue = internalMutation({
  args: { until: v.optional(v.number()), place: v.optional(vPlace) },
  returns: v.number(),
  handler: async (ctx, { until = Date.now(), place = null }): Promise<number> => {
    const range = lateCustomers(ctx, until);
    const late = await nextBatch(place, BATCH, range, (row) => row.next_change_at);
    const { renewals, resets } = internal.lifecycle;
    for (const { _id } of late.rows) {
      await ctx.scheduler.runAfter(0, renewals.processDue, { customer: _id });
    }
    if (late.next) await ctx.scheduler.runAfter(0, resets.resetDue, { until, place: late.next });
    return late.rows.length;
  },
});

/** A test clock is moved by hand, and moving it stores the resets. */
function lateCustomers({ db }: MutationCtx, until: number) {
  const customers = () => db.query("customers");
  return {
    same: async ({ at, created }: typeof vPlace.type, size: number) =>
      await customers()
        .withIndex("by_clock_now_and_next_change_at", (q) =>
          q.eq("clock_now", undefined).eq("next_change_at", at).gt("_creationTime", created),
        )
        .take(size),
    later: async (after: number | null, size: number) =>
      await customers()
        .withIndex("by_clock_now_and_next_change_at", (q) =>
          q
            .eq("clock_now", undefined)
            .gt("next_change_at", after ?? 0)
            .lte("next_change_at", until),
        )
        .take(size),
  };
}
