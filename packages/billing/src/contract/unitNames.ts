import type { ProductItem } from "./wire";

/** The names of one unit of a feature, and of several. */
export interface UnitNames {
  singular: string;
  plural: string;
}

type Granted = Partial<Pick<ProductItem, "feature_id" | "feature">>;

/** The names of a feature's units, from the products that grant it; null if they have no name. */
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
