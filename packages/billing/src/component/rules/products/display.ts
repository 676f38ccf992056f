import type { Feature, Product, ProductItem, Scenario } from "../../../contract/wire";
import type {
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  SubscriptionOption,
  ItemDefinition,
} from "../model";
import { billingType, itemShape, productProperties } from "./product";
import { purchaseLimit } from "./purchaseLimit";
import {
  atStart,
  describeInterval,
  formatPrice,
  formatUnits,
  inSentence,
  nameUnits,
  unitName,
} from "../text";

type Features = Catalogue["features"];

/** Sizes of data, each with the name of a thousand. */
const LARGER_SIZES: Readonly<Record<string, string>> = { KB: "MB", MB: "GB", GB: "TB" };

/** Fixed prices first, then priced features, then features. */
const SHAPE_ORDER = { price: 0, priced_feature: 1, feature: 2 } as const;

/**
 * Describes one item in words.
 *
 * | item | primary | secondary |
 * |---|---|---|
 * | 20 a month | $20 | per month |
 * | 12 once | $12 | once |
 * | 1000 messages a month | 1,000 messages | per month |
 * | 1000 GB | 1 TB | storage |
 * | 100 included, then 1 per 10 | 100 messages | then $1 per 10 messages |
 * | 10 per seat, first item | $10 | per seat per month |
 *
 * @param feature - The item's feature; undefined for a price.
 * @param isFirst - The product's main price also says how often it is paid.
 * @param currency - ISO 4217 code.
 * @see Spec §3, "Item"
 */
export function describeItem(
  item: ItemDefinition,
  feature: FeatureDefinition | undefined,
  isFirst: boolean,
  currency: string,
): ProductItem["display"] {
  if (feature === undefined) {
    return {
      primary_text: formatPrice(item.price ?? 0, currency),
      secondary_text: howOften(item) ?? "once",
    };
  }
  if (itemShape(item) === "feature") return describeGrant(item, feature);
  const price = describeUnitPrice(item, feature, currency);
  if (item.included_usage === undefined || item.included_usage === 0) {
    const often = isFirst ? howOften(item) : null;
    return { primary_text: price.amount, secondary_text: join(price.per, often) };
  }
  return {
    primary_text: describeIncluded(item.included_usage, feature),
    secondary_text: `then ${price.amount} ${price.per}`,
  };
}

/**
 * Serializes one item of a definition.
 *
 * @param index - Its index among the product's items.
 * @param options - Prepaid quantities of the customer, when there is one.
 */
export function serializeProductItem({
  product,
  index,
  features,
  currency,
  options,
}: {
  product: CatalogueProduct;
  index: number;
  features: Features;
  currency: string;
  options?: readonly SubscriptionOption[] | undefined;
}): ProductItem {
  const item = product.items[index];
  if (item === undefined) throw new RangeError(`${product.id} has no item ${index}`);
  const feature = item.feature_id === undefined ? undefined : features.get(item.feature_id);
  const isPrepaid = billingType(item, feature?.type) === "in_advance";
  const option = options?.find(({ feature_id }) => feature_id === item.feature_id);
  return {
    ...serializeItem(item),
    ...(feature && itemFeature(feature)),
    ...(isPrepaid && options && { quantity: option?.quantity ?? 0 }),
    ...(isPrepaid &&
      option?.upcoming_quantity !== undefined && {
        next_cycle_quantity: option.upcoming_quantity,
      }),
    display: describeItem(item, feature, index === sortedIndexes(product)[0], currency),
  };
}

/**
 * Serializes a product definition.
 *
 * Items keep the catalogue's order inside each kind: fixed prices, priced
 * features, features.
 *
 * @param scenario - What attaching it would do; absent: not asked.
 * @param trialAvailable - Whether the customer may still take the trial.
 * @param options - Prepaid quantities; absent: items carry none.
 * @see Spec §3, "Product (pricing table)"
 */
export function serializeProduct({
  product,
  scenario,
  features,
  currency,
  env,
  trialAvailable,
  options,
}: {
  product: CatalogueProduct;
  scenario?: Scenario | undefined;
  features: Features;
  currency: string;
  env: Product["env"];
  trialAvailable: boolean;
  options?: readonly SubscriptionOption[] | undefined;
}): Product {
  return {
    id: product.id,
    name: product.name,
    group: product.group === "" ? null : product.group,
    env,
    is_add_on: product.is_add_on,
    is_default: product.is_default,
    archived: product.archived,
    version: product.version,
    created_at: product.created_at,
    ...serializeLimit(product),
    items: sortedIndexes(product).map((index) =>
      serializeProductItem({ product, index, features, currency, options }),
    ),
    free_trial: product.free_trial && { ...product.free_trial, trial_available: trialAvailable },
    base_variant_id: product.base_variant_id ?? null,
    ...(scenario && { scenario }),
    properties: productProperties(product, trialAvailable),
    ...(product.display && { display: product.display }),
  };
}

function serializeLimit(product: CatalogueProduct): Pick<Product, "purchase_limit"> {
  const limit = purchaseLimit(product);
  return limit === null ? {} : { purchase_limit: limit };
}

/** A product's items in the order in which the wire lists them. */
export function itemsAsServed(product: Pick<CatalogueProduct, "items">): ItemDefinition[] {
  return sortedIndexes(product).flatMap((index) => product.items[index] ?? []);
}

function sortedIndexes({ items }: Pick<CatalogueProduct, "items">): number[] {
  return items
    .map((item, index) => ({ index, rank: SHAPE_ORDER[itemShape(item)] }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ index }) => index);
}

function serializeItem(item: ItemDefinition): Omit<ProductItem, "display"> {
  const shape = itemShape(item);
  return {
    type: shape,
    feature_id: item.feature_id ?? null,
    feature: null,
    interval: item.interval ?? null,
    interval_count: item.interval_count ?? 1,
    ...(shape !== "feature" && { price: item.tiers ? null : (item.price ?? 0) }),
    ...(item.tiers && { tiers: item.tiers }),
    ...(item.included_usage !== undefined && { included_usage: item.included_usage }),
    ...(item.usage_model && { usage_model: item.usage_model }),
    ...(shape === "priced_feature" && { billing_units: item.billing_units ?? 1 }),
    ...(item.usage_limit !== undefined && { usage_limit: item.usage_limit }),
    ...(item.reset_usage_when_enabled !== undefined && {
      reset_usage_when_enabled: item.reset_usage_when_enabled,
    }),
    ...(item.entity_feature_id !== undefined && { entity_feature_id: item.entity_feature_id }),
    ...wireConfig(item),
    ...(item.expires_after_months !== undefined && {
      expires_after_months: item.expires_after_months,
    }),
  };
}

/** The fields that the item sets itself; its defaults are not repeated. */
function wireConfig({ rollover, on_increase, on_decrease }: ItemDefinition) {
  const config: NonNullable<ProductItem["config"]> = {
    ...(on_increase && { on_increase }),
    ...(on_decrease && { on_decrease }),
    ...(rollover && { rollover }),
  };
  return Object.keys(config).length === 0 ? {} : { config };
}

/** The feature as the catalogue serves it, without the names of its events. */
export function serializeFeature(definition: FeatureDefinition): Feature {
  const { id, name, type, display, credit_schema, archived } = definition;
  return {
    id,
    name,
    type,
    archived,
    ...(display && { display }),
    ...(credit_schema && { credit_schema }),
  };
}

function itemFeature(feature: FeatureDefinition): Pick<ProductItem, "feature" | "feature_type"> {
  const { type } = feature;
  const balanceType = type === "continuous_use" ? "continuous_use" : "single_use";
  return {
    feature: serializeFeature(feature),
    feature_type: type === "boolean" ? "static" : balanceType,
  };
}

function describeGrant(item: ItemDefinition, feature: FeatureDefinition): ProductItem["display"] {
  if (feature.type === "boolean") return { primary_text: atStart(feature.name) };
  const secondary = join(
    whatFor(feature),
    feature.type === "continuous_use" ? null : howOften(item),
  );
  return {
    primary_text: describeIncluded(item.included_usage ?? 0, feature),
    ...(secondary !== "" && { secondary_text: secondary }),
  };
}

function describeIncluded(included: number | "inf", feature: FeatureDefinition): string {
  if (included === "inf") return `Unlimited ${unitName(2, feature)}`;
  const larger = LARGER_SIZES[feature.display?.singular ?? ""];
  return larger !== undefined && included >= 1000
    ? `${formatUnits(included / 1000)} ${larger}`
    : nameUnits(included, feature);
}

/** A feature counted in a unit of another name shows both: "25 GB" and "storage". */
function whatFor(feature: FeatureDefinition): string | null {
  if (feature.display === undefined) return null;
  const isNamed = feature.name.toLowerCase().includes(feature.display.plural.toLowerCase());
  return isNamed ? null : inSentence(feature.name);
}

function describeUnitPrice(item: ItemDefinition, feature: FeatureDefinition, currency: string) {
  const amounts = item.tiers?.map((tier) => tier.amount) ?? [item.price ?? 0];
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const units = item.billing_units ?? 1;
  const unit = unitName(units, feature);
  return {
    amount:
      low === high
        ? formatPrice(low, currency)
        : `${formatPrice(high, currency)} - ${formatPrice(low, currency)}`,
    per: units === 1 ? `per ${unit}` : `per ${formatUnits(units)} ${unit}`,
  };
}

function howOften({ interval, interval_count: count = 1 }: ItemDefinition): string | null {
  return interval === undefined ? null : describeInterval(interval, count);
}

function join(...words: (string | null)[]): string {
  return words.filter((word) => word !== null && word !== "").join(" ");
}
