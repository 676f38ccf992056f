import type { Interval } from "../../../contract/wire";
import type { FeatureDefinition, ItemDefinition, ProductDefinition, Refusal } from "../model";
import { isFree, isOneOff, itemShape } from "../products/product";
import { refuseIdentity } from "./validateFeature";
import { isLength, MAX_LENGTH, validateItem } from "./validateItem";

const MAX_ITEMS = 100;
/** So many subscriptions are counted at each sale. */
const MAX_LIMIT = 100;
/** Counted on the calendar: weeks never share their boundaries. */
const CALENDAR_INTERVALS = new Set<Interval | undefined>([
  "month",
  "quarter",
  "semi_annual",
  "year",
]);

/**
 * Validates a product.
 *
 * @param features - The features that exist.
 * @param currency - ISO 4217 code of every price.
 * @returns Null when it is valid. Codes: `invalid_inputs` for the product and its
 *   trial, those of {@link validateItem} for its lines.
 * @see Spec §3, "Product (pricing table)"
 */
export function validateProduct(
  product: ProductDefinition,
  features: ReadonlyMap<string, FeatureDefinition>,
  currency: string,
): Refusal | null {
  const { items } = product;
  const refusal =
    refuseIdentity("Product", product) ?? refuseTrial(product) ?? refuseLimit(product);
  if (refusal) return refusal;
  if (items.length > MAX_ITEMS) {
    return { code: "invalid_product_item", message: `A product has at most ${MAX_ITEMS} items` };
  }
  for (const item of items) {
    const wrong = validateItem(item, features, currency);
    if (wrong) return wrong;
  }
  const message = refuseTogether(items, features);
  if (message !== null) return { code: "invalid_product_item", message };
  return refuseDefault(product);
}

function refuseTrial(product: ProductDefinition): Refusal | null {
  const { free_trial: trial } = product;
  if (trial === null) return null;
  if (!isLength(trial.length)) {
    return invalid(`free_trial.length must be a whole number > 0, at most ${MAX_LENGTH}`);
  }
  return isOneOff(product) ? invalid("A one-off product has no free trial") : null;
}

function refuseLimit({ purchase_limit: limit }: ProductDefinition): Refusal | null {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX_LIMIT))
    return null;
  return invalid(`purchase_limit must be a whole number from 1 to ${MAX_LIMIT}`);
}

/** A default product has to begin without a card. */
function refuseDefault(product: ProductDefinition): Refusal | null {
  if (!product.is_default || isFree(product)) return null;
  if (product.free_trial?.card_required === false) return null;
  return invalid("A default product is free, or has a trial that needs no card");
}

function refuseTogether(
  items: readonly ItemDefinition[],
  features: ReadonlyMap<string, FeatureDefinition>,
): string | null {
  const seen = new Set<string>();
  for (const item of items) {
    const key = exclusivityKeyOf(item, features);
    if (seen.has(key)) return describeTwin(item);
    seen.add(key);
  }
  const prices = items.filter((item) => itemShape(item) !== "feature");
  const mixes =
    prices.some(({ interval }) => interval === "week") &&
    prices.some(({ interval }) => CALENDAR_INTERVALS.has(interval));
  return mixes ? "Weekly and monthly prices cannot be mixed" : null;
}

/** Two items for the same feature and interval would be the same thing twice. */
function exclusivityKeyOf(
  item: ItemDefinition,
  features: ReadonlyMap<string, FeatureDefinition>,
): string {
  const { feature_id: id, interval = "", interval_count: count = 1, entity_feature_id } = item;
  if (id !== undefined && features.get(id)?.type === "boolean") return `boolean ${id}`;
  const kind = [itemShape(item), item.usage_model ?? ""];
  return [...kind, id ?? "", interval, count, entity_feature_id ?? ""].join(" ");
}

function describeTwin({ feature_id: id }: ItemDefinition): string {
  return id === undefined
    ? "Two fixed prices have the same interval"
    : `Two items of feature ${id} are of the same kind and interval`;
}

function invalid(message: string): Refusal {
  return { code: "invalid_inputs", message };
}
