import type { CustomerProduct, ProductItem } from "../../../contract/wire";

/**
 * Merges several subscriptions to a product into one wire object (an add-on bought
 * again): the same product, for the same entity, in the same status.
 *
 * Adds up quantities, including those of prepaid items. Takes the earliest start and the
 * newest version; all other fields come from the subscription that began last.
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
  const [last, other] = b.started_at >= a.started_at ? [b, a] : [a, b];
  return {
    ...last,
    quantity: a.quantity + b.quantity,
    started_at: Math.min(a.started_at, b.started_at),
    version: Math.max(a.version, b.version),
    items: last.items.map((item) => addQuantities(item, other.items)),
  };
}

/** Adds the other subscription's quantity of the same feature. */
function addQuantities(item: ProductItem, others: readonly ProductItem[]): ProductItem {
  const { quantity, feature_id: id, next_cycle_quantity: next = quantity } = item;
  const other = others.find((one) => one.feature_id === id && one.quantity !== undefined);
  if (quantity === undefined || next === undefined || other?.quantity === undefined) return item;
  const later = next + (other.next_cycle_quantity ?? other.quantity);
  const sum = quantity + other.quantity;
  return { ...item, quantity: sum, ...(later !== sum && { next_cycle_quantity: later }) };
}
