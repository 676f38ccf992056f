import { v } from "convex/values";
import { MINUTE_MS } from "../../contract/time";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { readHostSettings } from "../store/hostSettings";

const BATCH = 200;
/** Newer events still have a scheduled delivery. */
const LATE_MS = 10 * MINUTE_MS;

/**
 * Delivers events whose scheduled delivery was lost, as in a restored backup, and events that were
 * pending when a host removed its handler and later installed one again. No other work may touch
 * their customers for months.
 *
 * @param args - `until`, in ms since 1970, and `after`: the end of the previous batch.
 * @returns The number of events in this batch; the next batch is scheduled automatically.
 */
export const deliverMissed = internalMutation({
  args: { until: v.optional(v.number()), after: v.optional(v.number()) },
  returns: v.number(),
  handler: async (ctx, { until = Date.now() - LATE_MS, after = 0 }): Promise<number> => {
    const { on_event: handler } = await readHostSettings(ctx);
    if (handler === undefined) return 0;
    const late = await ctx.db
      .query("events")
      .withIndex("by_state", (q) =>
        q.eq("state", "pending").gt("_creationTime", after).lte("_creationTime", until),
      )
      .take(BATCH);
    const { deliver, missed } = internal.events;
    for (const customer of new Set(late.map((event) => event.customer)))
      await ctx.scheduler.runAfter(0, deliver.deliver, { customer });
    const last = late.at(-1);
    if (last && late.length === BATCH) {
      const rest = { until, after: last._creationTime };
      await ctx.scheduler.runAfter(0, missed.deliverMissed, rest);
    }
    return late.length;
  },
});
