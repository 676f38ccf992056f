import type { Say, TableKey } from "../messages/language";
import type { TableWords } from "../messages/words";
import type { PricingTableItem, PricingTableProduct } from "../pricing";
import { joinItemText } from "./item-text";
import { nameItemUnits } from "./units";

/** A plan's grant of one feature. `included`: granted, without an amount. */
export type ComparisonCell =
  | { kind: "included" }
  | { kind: "missing" }
  | { kind: "amount"; text: string };

/** One feature across the plans, with the cells in the plans' order. */
export interface ComparisonRow {
  featureId: string;
  name: string;
  cells: ComparisonCell[];
}

/** Every feature that a plan grants, in the order of the plans' items. */
export function compareFeatures(
  plans: readonly PricingTableProduct[],
  words: TableWords,
): ComparisonRow[] {
  const features = new Map<string, string>();
  for (const { feature_id, feature } of plans.flatMap(({ items }) => items)) {
    if (feature_id !== null && !features.has(feature_id)) {
      features.set(feature_id, feature?.name ?? feature_id);
    }
  }
  return [...features].map(([featureId, name]) => ({
    featureId,
    name,
    cells: plans.map(({ items }) => readCell(items, featureId, words)),
  }));
}

/** The text of a cell. */
export function describeCell(cell: ComparisonCell, t: Say<TableKey>): string {
  if (cell.kind === "amount") return cell.text;
  return t(cell.kind === "included" ? "pricing.included" : "pricing.not_included");
}

function readCell(
  items: readonly PricingTableItem[],
  featureId: string,
  words: TableWords,
): ComparisonCell {
  const own = items.filter(({ feature_id }) => feature_id === featureId);
  if (own.length === 0) return readCredits(items, featureId, words);
  if (own.every(({ feature_type }) => feature_type === "static")) return { kind: "included" };
  const texts = own.map((item) => joinItemText(item.display));
  return { kind: "amount", text: texts.join(", ") };
}

/** A plan that does not grant a feature may still pay for it with its credits. */
function readCredits(
  items: readonly PricingTableItem[],
  featureId: string,
  { t }: TableWords,
): ComparisonCell {
  for (const item of items) {
    const price = item.feature?.credit_schema?.find(
      ({ metered_feature_id }) => metered_feature_id === featureId,
    );
    if (price) {
      const { credit_cost: cost } = price;
      const units = nameItemUnits(item, cost);
      return { kind: "amount", text: t("pricing.with_credits", { amount: cost, units }) };
    }
  }
  return { kind: "missing" };
}
