import type { QueryCtx } from "../../_generated/server";
import type { Holdings } from "../customers/holdings";
import { purchaseLimit } from "../rules/purchaseLimit";

/**
 * How often the customer ever had each of these products, entities and what
 * ended included. Of a product without a limit, nothing is read; of another,
 * no more than its limit has to know.
 */
export async function loadTimesHad(
  ctx: QueryCtx,
  { customer, catalogue }: Holdings,
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
    times.set(
      id,
      rows.reduce((sum, { quantity }) => sum + quantity, 0),
    );
  }
  return times;
}
