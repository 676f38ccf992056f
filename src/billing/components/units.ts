import type { ProductItem } from "../../../convex/contract/wire";
import type { Words } from "../messages/words";

/** What one unit of a feature is called, and several. */
export interface UnitNames {
  singular: string;
  plural: string;
}

type Granted = Partial<Pick<ProductItem, "feature_id" | "feature">>;

/** What a feature's units are called, by the products that hold it; null: they have no name. */
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

/** "credit" of 1, "credits" of any other number. */
export function nameUnits({ singular, plural }: UnitNames, units: number): string {
  return units === 1 ? singular : plural;
}

/** "500 credits"; of an item whose units have no name, its feature's name. */
export function countUnits(item: Granted, units: number, { number }: Words): string {
  return `${number(units)} ${nameItemUnits(item, units)}`;
}

/** As {@link countUnits}, without the number. */
export function nameItemUnits({ feature, feature_id }: Granted, units: number): string {
  const display = feature?.display;
  return display ? nameUnits(display, units) : (feature?.name ?? feature_id ?? "");
}
