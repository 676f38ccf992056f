import type { UnitNames } from "../../contract/unitNames";
import type { ProductItem } from "../../contract/wire";
import type { TableWords } from "../messages/words";

export { findUnitNames } from "../../contract/unitNames";
export type { UnitNames } from "../../contract/unitNames";

type Granted = Partial<Pick<ProductItem, "feature_id" | "feature">>;

/** "credit" for 1, "credits" for any other number. */
export function nameUnits({ singular, plural }: UnitNames, units: number): string {
  return units === 1 ? singular : plural;
}

/** "500 credits"; if the units have no name, the feature's name is used. */
export function countUnits(item: Granted, units: number, { number }: TableWords): string {
  return `${number(units)} ${nameItemUnits(item, units)}`;
}

/** Like {@link countUnits}, without the number. */
export function nameItemUnits({ feature, feature_id }: Granted, units: number): string {
  const display = feature?.display;
  return display ? nameUnits(display, units) : (feature?.name ?? feature_id ?? "");
}
