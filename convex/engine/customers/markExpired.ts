import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import { nullable } from "../../contract/wire";

/** Rows that one transaction looks at. */
const BATCH = 500;

/**
 * Marks products that expired before the mark was written, batch after batch.
 * Until then calls about their customers read them and leave them out. It can
 * run again at any time.
 */
export const markExpired = internalMutation({
  args: { cursor: v.optional(nullable(v.string())) },
  returns: v.null(),
  handler: async (ctx, { cursor = null }): Promise<null> => {
    const { page, isDone, continueCursor } = await ctx.db
      .query("heldProducts")
      .withIndex("by_status_and_renews_at", (q) => q.eq("status", "expired"))
      .paginate({ cursor, numItems: BATCH });
    for (const row of page) {
      if (!row.is_expired) await ctx.db.patch("heldProducts", row._id, { is_expired: true });
    }
    const next = internal.engine.customers.markExpired.markExpired;
    if (!isDone) await ctx.scheduler.runAfter(0, next, { cursor: continueCursor });
    return null;
  },
});
