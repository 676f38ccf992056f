import type { CustomerProduct } from "../../contract/wire";

/**
 * Merges several subscriptions to a product into one wire object (an add-on bought
 * again): the same product, for the same entity, in the same status.
 *
 * Quantities are summed; the first start and the newest version count; the other
 * fields come from the subscription that began last.
 *
 * @returns In the order in which each first appears.
 * @see Spec §3, "Customer"
 */
export function mergeProducts(products: readonly CustomerProduct[]): CustomerProduct[] {
  const merged = new Map<string, CustomerProduct>();
  for (const product of products) {
    const key = JSON.stringify([product.id, product.entity_id ?? null, product.status]);
    const twin = merged.get(key);
    merged.set(key, twin ? mergeTwo(twin, product) : product);
  }
  return [...merged.values()];
}

function mergeTwo(a: CustomerProduct, b: CustomerProduct): CustomerProduct {
  return {
    ...(b.started_at >= a.started_at ? b : a),
    quantity: a.quantity + b.quantity,
    started_at: Math.min(a.started_at, b.started_at),
    version: Math.max(a.version, b.version),
  };
}
