import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

const MOST_ORDERED = 500;

/** Cancels the unshipped print orders of a deleted work and returns their uses. */
export async function cancelUnshipped(
  ctx: MutationCtx,
  { customerId }: { customerId: string },
  artworkId: Id<"artworks">,
): Promise<void> {
  const orders = await ctx.db
    .query("printOrders")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .take(MOST_ORDERED);
  for (const { _id, state } of orders) {
    if (state !== "ordered") continue;
    await ctx.db.delete("printOrders", _id);
    const use = { featureId: "prints" as const, key: `print ${_id} given back` };
    await ctx.scheduler.runAfter(0, internal.community.entitlements.returnUsage, {
      customerId,
      ...use,
    });
  }
}
