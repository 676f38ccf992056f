import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";

const SWEEP_BATCH = 50;

/**
 * Stores resets that nobody has come to read. Reading computes the same numbers
 * without this; it only keeps the ledger near to what people see. Each customer
 * is brought up to date in a transaction of its own.
 *
 * @returns How many customers were found; the rest waits for the next run.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    // A test clock is moved by hand, and whoever moves it stores the resets.
    const late = await ctx.db
      .query("customers")
      .withIndex("by_clock_now_and_next_change_at", (q) =>
        q.eq("clock_now", undefined).gt("next_change_at", 0).lte("next_change_at", Date.now()),
      )
      .take(SWEEP_BATCH);
    for (const { _id } of late) {
      await ctx.scheduler.runAfter(0, internal.engine.lifecycle.renewals.wake, { customer: _id });
    }
    return late.length;
  },
});
