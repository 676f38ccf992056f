import type { ProductItem } from "./wire";

/**
 * Whether an item bills consumed units, so that its amount is unknown before the
 * bill. The amounts of prepaid units and of units in use, such as seats, are known.
 *
 * @see Spec §9, "Next cycle"
 */
export function isMetered({
  usage_model,
  feature_type,
}: Partial<Pick<ProductItem, "usage_model" | "feature_type">>): boolean {
  return usage_model === "pay_per_use" && feature_type !== "continuous_use";
}
