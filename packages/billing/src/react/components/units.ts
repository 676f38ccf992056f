import type { UnitNames } from "../../contract/unitNames";
import type { ProductItem } from "../../contract/wire";
import type { TableWords, Words } from "../messages/words";

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

/** Sizes of data, each a thousand times the next. */
const SIZES = ["TB", "GB", "MB", "KB"];

/** A part of one unit of data in a smaller unit: 0.014 GB are "14 MB". Null for other units. */
export function sayPartOfSize({ singular }: UnitNames, units: number, { number }: TableWords) {
  let at = SIZES.indexOf(singular);
  if (at === -1 || units <= 0 || units >= 1) return null;
  let size = units;
  for (; size < 1 && at < SIZES.length - 1; at++) size *= 1000;
  return `${number(size)} ${SIZES[at] ?? singular}`;
}

/**
 * At least a thousand units of data in the next larger unit: "230 GB of 1 TB". Null
 * for other units.
 */
export function sayLargeUse(
  { singular }: UnitNames,
  { used, limit }: { used: number; limit: number },
  words: Words,
) {
  const larger = SIZES[SIZES.indexOf(singular) - 1];
  if (larger === undefined || limit < 1000) return null;
  const share = used / 1000;
  return words.t("usage.of_units", {
    used: sayPartOfSize({ singular: larger, plural: larger }, share, words) ?? share,
    limit: limit / 1000,
    units: larger,
  });
}
