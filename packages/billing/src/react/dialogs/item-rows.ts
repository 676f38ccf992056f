import type { Checkout } from "../../contract/responses";
import { MAX_PACKS, unitsToPacks } from "../../contract/quantity";
import type { ProductItem } from "../../contract/wire";
import { joinItemText } from "../components/item-text";
import { countUnits, nameItemUnits } from "../components/units";
import { chooseWording } from "../messages/checkout-copy";
import { describePeriod } from "../messages/period";
import type { Words } from "../messages/words";

/** One line under "Price". A prepaid one has a quantity that can be changed. */
export type ItemRow =
  | { kind: "fixed"; key: string; name: string; price: string }
  | ({ kind: "prepaid" } & PrepaidRow);

/** The props of the quantity popover for a prepaid item. */
export interface PrepaidRow {
  key: string;
  featureId: string;
  name: string;
  /** "$4 per 100 credits". */
  unitPrice: string;
  /** Feature units, from the checkout's response. */
  units: number;
  packs: number;
  billingUnits: number;
  bounds: { min: number; max: number };
  /** "packs of 100 credits"; null: each unit is sold by itself. */
  packName: string | null;
  /** The packs bought so far; at least 1. A much larger number is confirmed again. */
  lastPacks: number;
  /** "5 packs = 500 credits, $20.00 per month". */
  describeSum: (packs: number) => string;
}

/**
 * The lines under "Price": every priced item, in the product's order. An update
 * shows only what it can change: the prepaid items.
 */
export function listItemRows(result: Checkout, words: Words): ItemRow[] {
  const priced = result.product.items.filter(({ type }) => type !== "feature");
  const updating = chooseWording(result.product) === "update";
  return priced.flatMap((item, index): ItemRow[] => {
    const key = `${index} ${item.feature_id ?? ""}`;
    const prepaid = readPrepaid(item, result, priced.length === 1, words);
    if (prepaid) return [{ kind: "prepaid", key, ...prepaid }];
    return updating ? [] : [{ kind: "fixed", key, ...readFixed(item, result, words) }];
  });
}

function readFixed(item: ProductItem, { product }: Checkout, { t }: Words) {
  const unnamed = product.properties.is_one_off ? product.name : t("checkout.item.subscription");
  return {
    name: item.feature?.name ?? unnamed,
    price: joinItemText(item.display),
  };
}

function readPrepaid(item: ProductItem, result: Checkout, alone: boolean, words: Words) {
  if (item.usage_model !== "prepaid" || item.feature_id === null) return null;
  const billingUnits = item.billing_units ?? 1;
  const chosen = result.options.find((option) => option.feature_id === item.feature_id);
  const units = chosen?.quantity ?? 0;
  return {
    featureId: item.feature_id,
    name: item.feature?.name ?? item.feature_id,
    unitPrice: describeUnitPrice(item, result.currency, words),
    units,
    packs: unitsToPacks(units, billingUnits),
    billingUnits,
    // The product sells nothing else, so zero packs would buy nothing.
    bounds: { min: alone ? 1 : 0, max: maxPacks(item, billingUnits) },
    packName:
      billingUnits > 1
        ? words.t("quantity.packs_of", { units: countUnits(item, billingUnits, words) })
        : null,
    lastPacks: Math.max(1, unitsToPacks(currentUnits(item, result), billingUnits)),
    describeSum: (packs: number) => describeSum(item, packs, result.currency, words),
  };
}

/** The feature units bought so far. */
function currentUnits({ feature_id: id }: ProductItem, { current_product: current }: Checkout) {
  const item = current?.items.find(({ feature_id, quantity }) => feature_id === id && quantity);
  return item?.quantity ?? 0;
}

function maxPacks({ usage_limit, included_usage }: ProductItem, billingUnits: number): number {
  if (usage_limit === undefined) return MAX_PACKS;
  const included = typeof included_usage === "number" ? included_usage : 0;
  return Math.min(MAX_PACKS, Math.floor((usage_limit - included) / billingUnits));
}

function describeUnitPrice(item: ProductItem, currency: string, words: Words): string {
  const price = flatPrice(item);
  if (price === null) return item.display.secondary_text ?? item.display.primary_text;
  const billingUnits = item.billing_units ?? 1;
  return words.t("price.per_units", {
    amount: words.unitPrice(price, currency),
    units: billingUnits === 1 ? nameItemUnits(item, 1) : countUnits(item, billingUnits, words),
  });
}

function describeSum(item: ProductItem, packs: number, currency: string, words: Words): string {
  const { t } = words;
  const billingUnits = item.billing_units ?? 1;
  const counted = countUnits(item, packs * billingUnits, words);
  const units =
    billingUnits === 1 ? counted : t("quantity.sum.packs", { count: packs, units: counted });
  const price = flatPrice(item);
  if (price === null) return t("quantity.sum.tiered", { units });
  const amount = words.money(price * packs, currency);
  if (item.interval === null) return t("quantity.sum.once", { units, amount });
  const period = describePeriod(item.interval, item.interval_count, words);
  return t("quantity.sum", { units, amount, period });
}

/** The price of a pack if every pack costs the same; null when the server has to calculate it. */
function flatPrice({ price, tiers }: ProductItem): number | null {
  if (typeof price === "number") return price;
  const [only, ...others] = tiers ?? [];
  return only && others.length === 0 ? only.amount : null;
}
