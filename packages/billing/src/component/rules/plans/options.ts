import { MAX_PACKS, MAX_UNITS, unitsToPacks, wholePacks } from "../../../contract/quantity";
import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import { quantityOf } from "../subscriptions/currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  SubscriptionOption,
  Subscription,
  Refusal,
} from "../model";
import { periodAt } from "../periods/periods";
import { isFree, isOneOff, prepaidItems } from "../products/product";
import { upcomingQuantity } from "../products/quantity";

type PrepaidItem = ReturnType<typeof prepaidItems>[number];
type WireOption = { feature_id: string; quantity: number };

/** The requested quantities, and their product. */
export interface OptionsInput {
  product: CatalogueProduct;
  features: Catalogue["features"];
  /** The requested quantities, in feature units. */
  options: readonly WireOption[];
  /** The product whose quantities carry over. */
  current: Subscription | null;
  /** Checkout shows a price where attach needs an answer. */
  preview: boolean;
  /** Units in use, by feature id: no quantity may fall below them. */
  usage?: Readonly<Record<string, number>> | undefined;
  /** Spent prepaid units; a requested quantity must not be below them. */
  spent?: Readonly<Record<string, number>> | undefined;
}

/**
 * Resolves the prepaid quantities of a purchase.
 *
 * Units are rounded up to whole packs of the product's own size. Features without a
 * requested quantity inherit the units of the current product. Otherwise they have 0
 * units, unless the product sells only packs: then a preview assumes one pack and an
 * attach is refused.
 *
 * @returns Units of every prepaid item; or an error: `feature_not_found`,
 *   `price_not_found`, `invalid_options`.
 * @see Spec §5, "Quantity input"
 */
export function resolveOptions(
  input: OptionsInput,
): { options: SubscriptionOption[] } | { error: Refusal } {
  const items = prepaidItems(input.product);
  for (const option of input.options) {
    const error = refuseOption(option, items, input);
    if (error) return { error };
  }
  const options: SubscriptionOption[] = [];
  for (const item of items) {
    const quantity = unitsFor(item, input);
    const error = refuseUnits(item, quantity, input);
    if (error) return { error };
    options.push({ feature_id: item.feature_id, quantity: quantity ?? 0 });
  }
  return { options };
}

/**
 * Refuses packs that a trial would grant more than once: they are paid once,
 * when they are bought.
 *
 * @param dates - Of the purchase: from where its periods count, and its trial.
 * @returns `invalid_options`; null: each is granted once, or there is no trial.
 */
export function refusePacksInTrial(
  product: CatalogueProduct,
  options: readonly SubscriptionOption[],
  { anchor, trialEndsAt, now }: { anchor: number; trialEndsAt: number | null; now: number },
): Refusal | null {
  if (trialEndsAt === null || trialEndsAt <= now) return null;
  const early = prepaidItems(product).find(
    ({ feature_id, interval, interval_count: count = 1 }) =>
      interval !== undefined &&
      quantityOf(options, feature_id) > 0 &&
      periodAt(anchor, interval, count, now).end < trialEndsAt,
  );
  if (!early) return null;
  const { feature_id: id } = early;
  return invalid(`More of feature ${id} can be bought once the trial of ${product.name} is over`);
}

/**
 * Refuses units for which a change would charge nothing: one-time units of a plan that begins
 * later, which charges only recurring prices, and additional units of a new version, which
 * charges nothing before its next cycle.
 *
 * @param held - Quantities before the change.
 * @returns `invalid_options`; null: there are none.
 */
export function refuseUncharged(
  { name, items }: CatalogueProduct,
  kind: ChangeKind,
  options: readonly SubscriptionOption[],
  held: readonly SubscriptionOption[],
): Refusal | null {
  const row = CHANGES[kind];
  for (const { feature_id: id, interval, billing_units: size = 1 } of prepaidItems({ items })) {
    const quantity = quantityOf(options, id);
    if (row.cycle === "at_end" && interval === undefined && quantity > 0) {
      return invalid(`More of feature ${id} can't be bought for later: it is paid once, now`);
    }
    if (row.effect === "move" && quantity > wholePacks(upcomingQuantity(held, id), size)) {
      return invalid(
        `More of feature ${id} can be bought once the newest version of ${name} is attached`,
      );
    }
  }
  return null;
}

function refuseOption(
  { feature_id: featureId, quantity }: WireOption,
  items: readonly PrepaidItem[],
  { product, features, options }: OptionsInput,
): Refusal | null {
  if (!features.has(featureId)) {
    return { code: "feature_not_found", message: `Feature ${featureId} not found` };
  }
  if (!items.some((item) => item.feature_id === featureId)) {
    return {
      code: "price_not_found",
      message: `${product.name} has no prepaid price for feature ${featureId}`,
    };
  }
  if (options.filter((option) => option.feature_id === featureId).length > 1) {
    return invalid(`Feature ${featureId} is given twice in options`);
  }
  return Number.isSafeInteger(quantity) && quantity >= 0
    ? null
    : invalid(`The quantity for feature ${featureId} must be a whole number of at least 0`);
}

/** Null: not given, and required. */
function unitsFor(item: PrepaidItem, { product, options, current, preview }: OptionsInput) {
  const { feature_id: id, billing_units: size = 1 } = item;
  const asked = options.find((option) => option.feature_id === id);
  if (asked !== undefined) return wholePacks(asked.quantity, size);
  if (inherits(item, product, current)) {
    return wholePacks(upcomingQuantity(current.options, id), size);
  }
  if (!isOnlyPrice(product)) return 0;
  return preview ? size : null;
}

function inherits(
  item: PrepaidItem,
  product: CatalogueProduct,
  current: Subscription | null,
): current is Subscription {
  if (current === null || isOneOff(product) || isFree(product)) return false;
  // One-time units are paid: the rest moves with the balance (see carryUsage).
  if (item.interval === undefined && current.product.id !== product.id) return false;
  return current.options.some((option) => option.feature_id === item.feature_id);
}

function refuseUnits(
  item: PrepaidItem,
  quantity: number | null,
  { product, usage, spent, options }: OptionsInput,
): Refusal | null {
  const id = item.feature_id;
  if (quantity === null) return invalid(`Pass in 'quantity' for feature ${id} in options`);
  if (quantity === 0 && isOnlyPrice(product)) {
    return invalid(`The quantity for feature ${id} must be more than 0`);
  }
  if (quantity > MAX_UNITS || unitsToPacks(quantity, item.billing_units ?? 1) > MAX_PACKS) {
    return invalid(`The quantity for feature ${id} is too large`);
  }
  const units = quantity + includedUnits(product, id);
  if (item.usage_limit !== undefined && units > item.usage_limit) {
    return invalid(`The quantity for feature ${id} exceeds its limit of ${item.usage_limit}`);
  }
  const used = usage?.[id] ?? 0;
  if (units < used) return invalid(`${used} of feature ${id} are in use`);
  const gone = options.some((option) => option.feature_id === id) ? (spent?.[id] ?? 0) : 0;
  return quantity < gone ? invalid(`${gone} of feature ${id} are in use`) : null;
}

function includedUnits(product: CatalogueProduct, featureId: string): number {
  return product.items.reduce((sum, item) => {
    if (item.feature_id !== featureId) return sum;
    return sum + (item.included_usage === "inf" ? Infinity : (item.included_usage ?? 0));
  }, 0);
}

/** Whether packs are all that the product sells. */
function isOnlyPrice(product: CatalogueProduct): boolean {
  const prices = product.items.filter(
    (item) => item.tiers !== undefined || (item.price ?? 0) !== 0,
  );
  return prices.length === 1 && prepaidItems(product).length === 1;
}

function invalid(message: string): Refusal {
  return { code: "invalid_options", message };
}
