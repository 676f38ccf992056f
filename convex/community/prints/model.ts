import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

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
  for (const { _id, state } of orders) {
    if (state !== "ordered") continue;
    await ctx.db.delete("printOrders", _id);
    const use = { featureId: "prints" as const, key: `print ${_id} given back` };
    await ctx.scheduler.runAfter(0, internal.community.entitlements.giveBack, {
      customerId,
      ...use,
    });
  }
}
