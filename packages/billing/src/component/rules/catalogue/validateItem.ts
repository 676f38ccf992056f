import type { Interval } from "../../../contract/wire";
import { decimalsOf } from "../money/fraction";
import type { FeatureDefinition, ItemDefinition, Refusal } from "../model";
import { minorDigits } from "../../../contract/currency";
import { billingType, itemShape } from "../products/product";

/** Beyond this an amount, in minor units or millionths, is no safe integer any more. */
export const MAX_AMOUNT = 1_000_000_000;
/** Balances are stored in whole millionths: packs with a finer size would be rounded. */
const UNIT_DECIMALS = 6;
/** No interval, trial or expiry is longer than this many units: dates beyond it are no dates any more. */
export const MAX_LENGTH = 1_000;
/** No one is charged more often than once a week. */
const UNBILLABLE_INTERVALS = new Set<Interval>(["minute", "hour", "day"]);

interface ItemFields {
  item: ItemDefinition;
  /** The item's feature; undefined for a price. */
  feature: FeatureDefinition | undefined;
  currency: string;
}

type Code = "invalid_product_item" | "invalid_price";
/** The error; null: none. */
type Check = (fields: ItemFields) => string | null;

/** The first matching rule wins. */
const CHECKS: readonly (readonly [Code, Check])[] = [
  ["invalid_product_item", checkShape],
  ["invalid_product_item", checkInterval],
  ["invalid_price", checkPrice],
  ["invalid_product_item", checkTiers],
  ["invalid_product_item", checkIncluded],
  ["invalid_product_item", checkQuantities],
  ["invalid_product_item", checkRollover],
];

/**
 * Validates one line of a product.
 *
 * @param features - The features that exist.
 * @param currency - ISO 4217 code; a fixed price has at most its decimals.
 * @returns Null when it is valid. Codes: `invalid_product_item`, `invalid_price`,
 *   `feature_not_found`.
 * @see Spec §3, "Item"
 */
export function validateItem(
  item: ItemDefinition,
  features: ReadonlyMap<string, FeatureDefinition>,
  currency: string,
): Refusal | null {
  for (const id of [item.feature_id, item.entity_feature_id]) {
    if (id !== undefined && !features.has(id)) {
      return { code: "feature_not_found", message: `Feature ${id} not found` };
    }
  }
  if (item.entity_feature_id !== undefined) {
    const message = checkEntityFeature(item, features.get(item.entity_feature_id));
    if (message !== null) return { code: "invalid_product_item", message };
  }
  const feature = item.feature_id === undefined ? undefined : features.get(item.feature_id);
  for (const [code, check] of CHECKS) {
    const message = check({ item, feature, currency });
    if (message !== null) return { code, message };
  }
  return null;
}

function checkShape({ item, feature }: ItemFields): string | null {
  const isPriced = item.price !== undefined || item.tiers !== undefined;
  if (!feature) {
    if (!isPriced) return "An item needs a feature_id, a price or tiers";
    return item.tiers ? "Tiers need a feature_id" : null;
  }
  if (item.price !== undefined && item.tiers) return "An item has a price or tiers, not both";
  if (itemShape(item) !== "priced_feature") return null;
  if (feature.type === "boolean") return "A boolean feature has no price of its own";
  return item.usage_model ? null : "A priced feature needs a usage_model";
}

function checkInterval({ item, feature }: ItemFields): string | null {
  const { interval, interval_count: count = 1 } = item;
  if (!isLength(count)) return `interval_count must be a whole number > 0, at most ${MAX_LENGTH}`;
  if (interval === undefined) {
    if (count !== 1) return "interval_count needs an interval";
    const type = billingType(item, feature?.type);
    const isUsage = type === "in_arrear" || type === "allocated";
    return isUsage ? "Usage prices cannot be one-off if not set to prepaid" : null;
  }
  const isUnbillable = itemShape(item) !== "feature" && UNBILLABLE_INTERVALS.has(interval);
  return isUnbillable ? `A price cannot recur every ${interval}: a week is the shortest` : null;
}

function checkPrice({ item, feature, currency }: ItemFields): string | null {
  const { price } = item;
  // A feature at 0 is a feature without a price.
  if (price === undefined || (feature && price === 0)) return null;
  if (price > MAX_AMOUNT) return "price is too large";
  if (!isAmount(price)) return "price must be greater than 0";
  const digits = minorDigits(currency);
  if (feature || decimalsOf(price) <= digits) return null;
  return `A fixed price in ${currency} has at most ${digits} decimals`;
}

function checkTiers({ item: { tiers } }: ItemFields): string | null {
  if (!tiers) return null;
  if (tiers.some(({ amount }) => !isAmount(amount))) return "Tier amounts must be greater than 0";
  if (tiers.at(-1)?.to !== "inf") return 'The last tier must go to "inf"';
  let bound = 0;
  for (const { to } of tiers.slice(0, -1)) {
    if (to === "inf" || !(to > bound)) return "Tiers must rise strictly";
    bound = to;
  }
  return null;
}

function checkIncluded({ item, feature }: ItemFields): string | null {
  const { included_usage: included } = item;
  const isPriced = itemShape(item) === "priced_feature";
  if (included === "inf") {
    return isPriced ? 'What is priced cannot be included without end ("inf")' : null;
  }
  if (included !== undefined && !isQuantity(included)) return "included_usage must be at least 0";
  const grantsNothing = feature && feature.type !== "boolean" && !isPriced && !included;
  return grantsNothing ? "A feature item needs an included_usage greater than 0" : null;
}

function checkQuantities({ item }: ItemFields): string | null {
  const { billing_units, usage_limit, included_usage, expires_after_months: months } = item;
  if (billing_units !== undefined && !isAmount(billing_units)) {
    return "billing_units must be greater than 0";
  }
  if (billing_units !== undefined && decimalsOf(billing_units) > UNIT_DECIMALS) {
    return `billing_units has at most ${UNIT_DECIMALS} decimals`;
  }
  if (months !== undefined && !isLength(months)) {
    return `expires_after_months must be a whole number > 0, at most ${MAX_LENGTH}`;
  }
  if (usage_limit === undefined) return null;
  if (!isAmount(usage_limit)) return "usage_limit must be greater than 0";
  if (included_usage === "inf") return "What has no end has no usage_limit";
  return usage_limit < (included_usage ?? 0) ? "usage_limit is below included_usage" : null;
}

function checkRollover({ item, feature }: ItemFields): string | null {
  const { rollover, interval, included_usage: included } = item;
  if (!rollover) return null;
  if (interval === undefined || feature?.type === "continuous_use") {
    return "Only what resets can roll over";
  }
  if (included === "inf" || !included) return "A rollover needs an included_usage greater than 0";
  if (rollover.max !== null && !isAmount(rollover.max)) {
    return "rollover.max must be greater than 0, or null for no cap";
  }
  if (rollover.length === 0 || isLength(rollover.length)) return null;
  return `rollover.length must be a whole number of at least 0, at most ${MAX_LENGTH}`;
}

function checkEntityFeature(item: ItemDefinition, entity: FeatureDefinition | undefined) {
  if (item.feature_id === undefined || item.feature_id === item.entity_feature_id) {
    return "entity_feature_id needs another feature, whose units it divides";
  }
  return entity?.type === "continuous_use"
    ? null
    : "entity_feature_id must name a continuous_use feature";
}

/** Whether a number may be a length of time: a whole number from 1 to {@link MAX_LENGTH}. */
export function isLength(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0 && value <= MAX_LENGTH;
}

/** Whether a number may be an amount or a quantity: above 0, at most {@link MAX_AMOUNT}. */
export function isAmount(value: number): boolean {
  return value > 0 && value <= MAX_AMOUNT;
}

function isQuantity(value: number): boolean {
  return value === 0 || isAmount(value);
}
