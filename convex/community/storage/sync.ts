import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { gigabytesOf } from "./quota";

/** Customers of one transaction: each costs one read of a balance. */
const BATCH = 50;

/**
 * Compares what is stored with what billing knows, for all customers, a batch at
 * a time. Where it differs, as it may after a plan change, billing is told anew.
 */
export const sweep = internalMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { cursor }): Promise<null> => {
    const rows = await ctx.db.query("storedBytes").paginate({ numItems: BATCH, cursor });
    for (const { customerId, bytes } of rows.page) {
      if (!(await differs(ctx, customerId, bytes))) continue;
      await ctx.scheduler.runAfter(0, internal.community.storage.quota.tell, { customerId });
    }
    if (rows.isDone) return null;
    const next = { cursor: rows.continueCursor };
    await ctx.scheduler.runAfter(0, internal.community.storage.sync.sweep, next);
    return null;
  },
});

/** A customer whom billing cannot read is logged, and holds back no other. */
async function differs(ctx: QueryCtx, customerId: string, bytes: number): Promise<boolean> {
  try {
    const { data } = await billing.feature(ctx, { customerId }, "storage_gb");
    // Without a plan that knows storage, there is nothing to tell.
    return data !== null && data.usage !== gigabytesOf(bytes);
  } catch (error) {
    console.error(`The storage of ${customerId} was not compared: ${String(error)}`);
    return false;
  }
}
