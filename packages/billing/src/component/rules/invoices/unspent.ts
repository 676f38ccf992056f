import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import { quantityOf } from "../subscriptions/currentProducts";
import { multiply, ratioOf, subtract } from "../money/fraction";
import type { Catalogue, Subscription } from "../model";
import { fromMicros, toMicros } from "../money/money";
import { priceUnits } from "../prices/pricing";
import type { PricedItem, UnitsByFeature } from "../prices/pricing";
import { keptSpent } from "../prices/spent";
import { nameUnits } from "../text";

type Features = Catalogue["features"];

/** An item, or the prepaid units of it that are not spent. */
export interface UnspentItem extends PricedItem {
  /** Absent: none are spent. */
  unspent?: number;
}

interface Change {
  kind: ChangeKind;
  current: Pick<Subscription, "options"> | null;
  /** Spent units of the current product, by feature id. */
  spent?: UnitsByFeature | undefined;
  features: Features;
  currency: string;
  anchor: number;
  now: number;
}

/**
 * The charge of a change for an item of its target: the prepaid units that are not
 * spent. Deducts the price of spent units: on the same product their actual price, on
 * another product the average price of its units.
 */
export function unspentCharge(priced: PricedItem, change: Change): UnspentItem {
  const { current, spent = {}, features, anchor, now } = change;
  const { item, type, units: quantity, full } = priced;
  if (type !== "in_advance" || item.feature_id === undefined || !current) return priced;
  const isSame = CHANGES[change.kind].charges === "quantity";
  const before = isSame ? quantityOf(current.options, item.feature_id) : quantity;
  const kept = isSame
    ? Math.min(quantity, spent[item.feature_id] ?? 0)
    : keptSpent(item, spent, { quantity, anchor, features, now });
  if (kept === 0) return priced;
  const price = isSame ? priceUnits(priced, before, change).full : full;
  const unspent = subtract(full, multiply(price, ratioOf(kept, before)));
  return { ...leftOf(priced, without(quantity, kept), features), full: unspent };
}

/**
 * The amount that a change may credit for an item of the current product: the payment
 * for its unspent prepaid units.
 *
 * @param paid - Its receipt. Absent: the list price was paid.
 * @returns Null when all are spent.
 */
export function unspentCredit(
  priced: PricedItem,
  { spent = {}, features }: Pick<Change, "spent" | "features">,
  paid: { full: number; units?: number | undefined } | undefined,
): UnspentItem | null {
  const { item, type, units: quantity } = priced;
  const full = paid ? { numerator: BigInt(paid.full), denominator: 1n } : priced.full;
  const gone = type === "in_advance" ? (spent[item.feature_id ?? ""] ?? 0) : 0;
  if (gone === 0) return { ...priced, full };
  const bought = paid?.units ?? quantity;
  const left = Math.min(bought, without(quantity, gone));
  if (left <= 0) return null;
  return { ...leftOf(priced, left, features), full: multiply(full, ratioOf(left, bought)) };
}

function without(quantity: number, spent: number): number {
  return fromMicros(toMicros(quantity) - toMicros(spent));
}

function leftOf(priced: PricedItem, unspent: number, features: Features): UnspentItem {
  const feature = features.get(priced.item.feature_id ?? "");
  return { ...priced, unspent, label: feature ? nameUnits(unspent, feature) : priced.label };
}
