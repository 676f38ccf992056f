import type { QueryCtx } from "../../_generated/server";
import type { Holdings } from "../customers/holdings";
import { purchaseLimit } from "../rules/purchaseLimit";

/** How often a deleted customer of the same fingerprint had a product. */
async function timesBefore(
  ctx: QueryCtx,
  fingerprint: string | null,
  productId: string,
): Promise<number> {
  if (fingerprint === null || fingerprint === "") return 0;
  const row = await ctx.db
    .query("usedOffers")
    .withIndex("by_fingerprint_and_kind_and_product_id", (q) =>
      q.eq("fingerprint", fingerprint).eq("kind", "product").eq("product_id", productId),
    )
    .unique();
  return row ? row.times : 0;
}

/**
 * How often the customer ever had each of these products, entities and what
 * ended included, and deleted accounts of the same person. Of a product without a limit, nothing is read; of another,
 * no more than its limit has to know.
 */
export async function loadTimesHad(
  ctx: QueryCtx,
  { customer, catalogue }: Pick<Holdings, "customer" | "catalogue">,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const id of productIds) {
    const product = catalogue.products.get(id);
    const limit = product ? purchaseLimit(product) : null;
    if (limit === null) continue;
    const rows = await ctx.db
      .query("heldProducts")
      .withIndex("by_customer_and_product_id", (q) =>
        q.eq("customer", customer._id).eq("product_id", id),
      )
      // Each row is at least one copy.
      .take(limit);
    const own = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    times.set(id, own + (await timesBefore(ctx, customer.fingerprint, id)));
  }
  return times;
}
