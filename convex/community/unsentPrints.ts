import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { billing } from "./entitlements";

const MOST_ORDERED = 500;

/** Gives back the prints of a work that is taken down before they were sent. */
export async function cancelUnsent(
  ctx: MutationCtx,
  { customerId }: { customerId: string },
  artworkId: Id<"artworks">,
): Promise<void> {
  const orders = await ctx.db
    .query("printOrders")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .take(MOST_ORDERED);
  for (const { _id: orderId, state } of orders) {
    if (state !== "ordered") continue;
    await ctx.db.delete("printOrders", orderId);
    const print = { customerId, orderId };
    await ctx.scheduler.runAfter(0, internal.community.unsentPrints.giveBack, print);
  }
}

/** Gives one print back, once. */
export const giveBack = internalAction({
  args: { customerId: v.string(), orderId: v.id("printOrders") },
  returns: v.null(),
  handler: async (ctx, { customerId, orderId }) => {
    const params = { featureId: "prints", value: -1 };
    const key = `print ${orderId} given back`;
    const { error } = await billing.track(ctx, { customerId }, params, { key });
    if (error) throw new Error(`Print ${orderId} still counts: ${error.message}`);
    return null;
  },
});
