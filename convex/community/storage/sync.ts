import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { gigabytesOf } from "./quota";

/** Customers per transaction; each costs one read of a balance. */
const BATCH = 50;

/**
 * Compares the stored bytes of all customers with billing's usage, a batch at a
 * time. Where they differ, as they may after a plan change, the usage is synced.
 */
export const syncAll = internalMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { cursor }): Promise<null> => {
    const rows = await ctx.db.query("storedBytes").paginate({ numItems: BATCH, cursor });
    for (const { customerId, bytes } of rows.page) {
      if (!(await differs(ctx, customerId, bytes))) continue;
      await ctx.scheduler.runAfter(0, internal.community.storage.quota.syncUsage, { customerId });
    }
    if (rows.isDone) return null;
    const next = { cursor: rows.continueCursor };
    await ctx.scheduler.runAfter(0, internal.community.storage.sync.syncAll, next);
    return null;
  },
});

/** Logs a customer that billing can't read, and continues with the others. */
async function differs(ctx: QueryCtx, customerId: string, bytes: number): Promise<boolean> {
  try {
    const { data } = await billing.feature(ctx, { customerId }, "storage_gb");
    // A plan without storage has nothing to sync.
    return data !== null && data.usage !== gigabytesOf(bytes);
  } catch (error) {
    console.error(`The storage of ${customerId} was not compared: ${String(error)}`);
    return false;
  }
}
