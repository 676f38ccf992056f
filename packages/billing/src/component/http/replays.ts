import { v } from "convex/values";
import { internalQuery } from "../_generated/server";

/** Whether a key has been answered before, so that the next answer is a replay. */
export const isKnown = internalQuery({
  args: { key: v.string(), operation: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { key, operation }) => {
    const first = await ctx.db
      .query("idempotencyKeys")
      .withIndex("by_key_and_operation", (q) => q.eq("key", key).eq("operation", operation))
      .unique();
    return first !== null;
  },
});
