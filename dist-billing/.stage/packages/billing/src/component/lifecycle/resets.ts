import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";

const SWEEP_BATCH = 50;

/**
 * Stores resets that nobody has come to read. Reading computes the same numbers
 * without this; it only keeps the ledger near to what people see. Each customer
 * is brought up to date in a transaction of its own.
 *
 * @param args - `until`, in ms since 1970, and `cursor`: where the batch before it ended.
 * @returns How many customers this batch found; the next batch follows by itself.
 */
export const sweep = internalMutation({
  args: { until: v.optional(v.number()), cursor: v.optional(v.string()) },
  returns: v.number(),
  handler: async (ctx, { until = Date.now(), cursor = null }): Promise<number> => {
    // A test clock is moved by hand, and whoever moves it stores the resets.
    const late = await ctx.db
      .query("customers")
      .withIndex("by_clock_now_and_next_change_at", (q) =>
        q.eq("clock_now", undefined).gt("next_change_at", 0).lte("next_change_at", until),
      )
      .paginate({ numItems: SWEEP_BATCH, cursor });
    const { renewals, resets } = internal.lifecycle;
    for (const { _id } of late.page) {
      await ctx.scheduler.runAfter(0, renewals.wake, { customer: _id });
    }
    if (!late.isDone) {
      const rest = { until, cursor: late.continueCursor };
      await ctx.scheduler.runAfter(0, resets.sweep, rest);
    }
    return late.page.length;
  },
});
