import type { QueryCtx } from "../../_generated/server";
import type { CustomerState, Owner } from "./customerState";
import type { CatalogueProduct } from "../../rules/model";
import { isFreeAgain, purchaseLimit, stillGrants } from "../../rules/products/purchaseLimit";

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
 * How often the customer ever had each of these products, entities and ended ones
 * included, and deleted accounts of the same person. For a product without a
 * limit, nothing is read; for another, no more than its limit needs.
 */
export async function loadTimesHad(
  ctx: QueryCtx,
  { customer, catalogue }: Pick<CustomerState, "customer" | "catalogue">,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const id of productIds) {
    const product = catalogue.products.get(id);
    const limit = product ? purchaseLimit(product) : null;
    if (limit === null) continue;
    const rows = await ctx.db
      .query("subscriptions")
      .withIndex("by_customer_and_product_id", (q) =>
        q.eq("customer", customer._id).eq("product_id", id),
      )
      // Each row is at least one purchase.
      .take(limit);
    const own = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    times.set(id, own + (await timesBefore(ctx, customer.fingerprint, id)));
  }
  return times;
}

/**
 * The same for a purchase, with free grants per period: 1 while the grant of an
 * ended subscription still runs, for the same customer or entity.
 */
export async function loadCopies(
  ctx: QueryCtx,
  customerState: CustomerState,
  productIds: readonly string[],
  owner: Owner,
): Promise<ReadonlyMap<string, number>> {
  const copies = new Map(await loadTimesHad(ctx, customerState, productIds));
  for (const id of productIds) {
    const product = customerState.catalogue.products.get(id);
    if (product && isFreeAgain(product) && (await isGranted(ctx, customerState, product, owner))) {
      copies.set(id, 1);
    }
  }
  return copies;
}

async function isGranted(
  ctx: QueryCtx,
  { customer, now }: CustomerState,
  product: CatalogueProduct,
  owner: Owner,
): Promise<boolean> {
  const rows = ctx.db
    .query("subscriptions")
    .withIndex("by_customer_and_product_id", (q) =>
      q.eq("customer", customer._id).eq("product_id", product.id),
    )
    .order("desc");
  for await (const { entity_id, ended_at: endedAt, starts_at: startsAt, anchor, status } of rows) {
    if (entity_id !== owner) continue;
    // Only the newest counts: it could not be bought while an older one still granted.
    if (status !== "expired" || endedAt === null) return false;
    return stillGrants(product, { anchor, startsAt, endedAt }, now);
  }
  return false;
}
