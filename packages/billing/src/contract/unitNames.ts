import type { ProductItem } from "./wire";

/** What one unit of a feature is called, and several. */
export interface UnitNames {
  singular: string;
  plural: string;
}

type Granted = Partial<Pick<ProductItem, "feature_id" | "feature">>;

/** What a feature's units are called, by the products that grant it; null: they have no name. */
export function findUnitNames(
  products: readonly { items: readonly Granted[] }[],
  featureId: string,
): UnitNames | null {
  const items = products.flatMap(({ items: held }) => held);
  const named = items.find(({ feature_id, feature }) => {
    return feature_id === featureId && feature?.display !== undefined;
  });
  return named?.feature?.display ?? null;
}
