import type { CatalogueProduct, ProductDefinition, Subscription } from "../model";
import { isFree, isPlan } from "./product";

/**
 * The kind of default that a product is in its group: a group has at most one of
 * each kind.
 *
 * @returns `trial`: paid, and begun without a card. Null: none.
 */
export function defaultKind(product: ProductDefinition): "free" | "trial" | null {
  if (!product.is_default || product.archived) return null;
  return isFree(product) ? "free" : "trial";
}

/**
 * Chooses the default products of a new customer: of every group its trial, if it
 * may still be taken, else its free product.
 *
 * @param hasTrial - Whether the new customer may take the product's trial.
 */
export function chooseDefaults(
  products: Iterable<CatalogueProduct>,
  hasTrial: (product: CatalogueProduct) => boolean,
): CatalogueProduct[] {
  const chosen = new Map<string, CatalogueProduct>();
  for (const product of products) {
    const kind = defaultKind(product);
    if (kind === null || (kind === "trial" && !hasTrial(product))) continue;
    if (kind === "trial" || !chosen.has(product.group)) chosen.set(product.group, product);
  }
  return [...chosen.values()];
}

/**
 * Chooses the free defaults that an existing customer lacks: of every group in which
 * the customer has no plan, active or to come. Trials and add-ons are for new
 * customers.
 *
 * @param subscriptions - In force or to come; those of entities do not count.
 */
export function chooseMissingDefaults(
  products: Iterable<CatalogueProduct>,
  subscriptions: readonly Pick<Subscription, "product" | "entity_id">[],
): CatalogueProduct[] {
  const plans = subscriptions.filter((row) => row.entity_id === null && isPlan(row.product));
  const taken = new Set(plans.map(({ product }) => product.group));
  return chooseDefaults(products, () => false).filter(
    (product) => isPlan(product) && !taken.has(product.group),
  );
}
