import { v } from "convex/values";
import { internalAction } from "../_generated/server";
import { billing } from "../billing";

/** A customer, or one of their seats; null if the caller is signed out. */
export type Who = Awaited<ReturnType<typeof billing.me>>;

/**
 * Returns one use to a plan because the reason for it no longer exists.
 *
 * @param args - `key` identifies that reason, so that the use is returned once.
 */
export const returnUsage = internalAction({
  args: {
    customerId: v.string(),
    featureId: v.union(v.literal("collections"), v.literal("prints")),
    key: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { customerId, featureId, key }): Promise<null> => {
    const use = { featureId, value: -1 };
    const { error } = await billing.track(ctx, { customerId }, use, { key });
    if (error) throw new Error(`Not given back: ${key}: ${error.message}`);
    return null;
  },
});
