import { v } from "convex/values";
import { internalAction } from "../_generated/server";
import { billing } from "../billing";

/** A customer, or a seat of theirs; null: nobody is signed in. */
export type Who = Awaited<ReturnType<typeof billing.me>>;

/**
 * Gives one use back to a plan: what it was counted for is not there any more.
 *
 * @param args - `key` names what that was, so that it is given back once.
 */
export const giveBack = internalAction({
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
