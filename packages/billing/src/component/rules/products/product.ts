import type { Interval, Product } from "../../../contract/wire";
import type { FeatureDefinition, ItemDefinition, ProductDefinition } from "../model";
import { intervalWeight } from "../periods/periods";

/** How an item is paid: `none` is not paid at all. */
type BillingType = "one_off" | "fixed_cycle" | "in_advance" | "in_arrear" | "allocated" | "none";

/**
 * Which of its three shapes an item has.
 *
 * @returns `price`: money, no feature. `feature`: units, no money (a price of 0
 *   counts as none). `priced_feature`: both.
 */
export function itemShape(item: ItemDefinition): "price" | "feature" | "priced_feature" {
  if (item.feature_id === undefined) return "price";
  return item.tiers === undefined && (item.price ?? 0) === 0 ? "feature" : "priced_feature";
}

/**
 * How an item is billed. Derived, never stored.
 *
 * @param item - One line of a product.
 * @param featureType - Type of its feature; undefined for a price.
 * @returns `allocated`: pay-per-use of something that stays in use (seats,
 *   storage). `in_arrear`: pay-per-use of something that is consumed.
 */
export function billingType(
  item: ItemDefinition,
  featureType: FeatureDefinition["type"] | undefined,
): BillingType {
  const shape = itemShape(item);
  if (shape === "feature") return "none";
  if (shape === "price") return item.interval === undefined ? "one_off" : "fixed_cycle";
  if (item.usage_model !== "pay_per_use") return "in_advance";
  return featureType === "continuous_use" ? "allocated" : "in_arrear";
}

/** Whether no item of the product can ever cost anything. */
export function isFree(product: ProductDefinition): boolean {
  return product.items.every(
    (item) => (item.price ?? 0) === 0 && (item.tiers ?? []).every((tier) => tier.amount === 0),
  );
}

/** Whether the product costs something and every price of it is paid once. */
export function isOneOff(product: ProductDefinition): boolean {
  return !isFree(product) && pricedItems(product).every((item) => item.interval === undefined);
}

/** Whether the product is a plan: it replaces, and is replaced by, others of its group. */
export function isPlan(product: ProductDefinition): boolean {
  return !product.is_add_on && !isOneOff(product);
}

/**
 * The longest interval at which the product bills.
 *
 * @returns Null when nothing recurs.
 */
export function longestInterval(
  product: ProductDefinition,
): { interval: Interval; count: number } | null {
  let longest: { interval: Interval; count: number } | null = null;
  for (const { interval, interval_count: count = 1 } of pricedItems(product)) {
    if (interval === undefined) continue;
    if (
      longest === null ||
      intervalWeight(interval, count) > intervalWeight(longest.interval, longest.count)
    ) {
      longest = { interval, count };
    }
  }
  return longest;
}

/**
 * The properties of a product on the wire.
 *
 * @param product - The definition.
 * @param trialAvailable - Whether this customer may still take the trial.
 * @see Spec §3, "Product properties"
 */
export function productProperties(
  product: ProductDefinition,
  trialAvailable: boolean,
): Product["properties"] {
  return {
    is_free: isFree(product),
    is_one_off: isOneOff(product),
    interval_group: longestInterval(product)?.interval ?? null,
    has_trial: product.free_trial !== null && trialAvailable,
    updateable: prepaidItems(product).some((item) => item.interval !== undefined),
  };
}

/** The items whose quantity is bought ahead, in packs. */
export function prepaidItems(
  product: Pick<ProductDefinition, "items">,
): (ItemDefinition & { feature_id: string })[] {
  return product.items.filter(
    (item): item is ItemDefinition & { feature_id: string } =>
      item.feature_id !== undefined && billingType(item, undefined) === "in_advance",
  );
}

function pricedItems(product: ProductDefinition): readonly ItemDefinition[] {
  return product.items.filter((item) => itemShape(item) !== "feature");
}
