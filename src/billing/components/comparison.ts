import { say } from "../messages/messages";
import type { PricingTableItem, PricingTableProduct } from "../pricing";
import { joinItemText } from "./item-text";

/** What one plan gives of one feature. `included`: it is there, with no amount to name. */
export type ComparisonCell =
  { kind: "included" } | { kind: "missing" } | { kind: "amount"; text: string };

/** One feature across the plans, cells in the plans' order. */
export interface ComparisonRow {
  featureId: string;
  name: string;
  cells: ComparisonCell[];
}

/** Every feature that some plan holds, in the order in which the plans bring them up. */
export function compareFeatures(plans: readonly PricingTableProduct[]): ComparisonRow[] {
  const features = new Map<string, string>();
  for (const { feature_id, feature } of plans.flatMap(({ items }) => items)) {
    if (feature_id !== null && !features.has(feature_id)) {
      features.set(feature_id, feature?.name ?? feature_id);
    }
  }
  return [...features].map(([featureId, name]) => ({
    featureId,
    name,
    cells: plans.map(({ items }) => readCell(items, featureId)),
  }));
}

/** A cell in words. */
export function describeCell(cell: ComparisonCell): string {
  switch (cell.kind) {
    case "included":
      return say("pricing.included");
    case "missing":
      return say("pricing.not_included");
    case "amount":
      return cell.text;
  }
}

function readCell(items: readonly PricingTableItem[], featureId: string): ComparisonCell {
  const own = items.filter(({ feature_id }) => feature_id === featureId);
  if (own.length === 0) return { kind: "missing" };
  if (own.every(({ feature_type }) => feature_type === "static")) return { kind: "included" };
  const texts = own.map((item) => joinItemText(item.display));
  return { kind: "amount", text: texts.join(", ") };
}
