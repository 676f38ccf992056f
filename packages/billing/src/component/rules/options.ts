import { MAX_PACKS, packsToUnits, unitsToPacks } from "../../contract/quantity";
import { packsOf } from "./currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  SubscriptionOption,
  Subscription,
  Refusal,
} from "./model";
import { periodAt } from "./periods";
import { isFree, isOneOff, prepaidItems } from "./product";
import { upcomingPacks } from "./quantity";

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
}

/**
 * Resolves the prepaid quantities of a purchase.
 *
 * Units become packs, a started pack counts whole. Features without a request
 * inherit from the current product; else they are 0, or, when packs are all that
 * the product sells, 1 in a preview and refused in an attach.
 *
 * @returns Packs of every prepaid item; or a refusal: `feature_not_found`,
 *   `price_not_found`, `invalid_options`.
 * @see Spec §5, "Quantity input"
 */
export function resolveOptions(
  input: OptionsInput,
): { packs: SubscriptionOption[] } | { refusal: Refusal } {
  const items = prepaidItems(input.product);
  for (const option of input.options) {
    const refusal = refuseOption(option, items, input);
    if (refusal) return { refusal };
  }
  const packs: SubscriptionOption[] = [];
  for (const item of items) {
    const bought = packsFor(item, input);
    const refusal = refusePacks(item, bought, input);
    if (refusal) return { refusal };
    packs.push({ feature_id: item.feature_id, packs: bought ?? 0 });
  }
  return { packs };
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
  packs: readonly SubscriptionOption[],
  { anchor, trialEndsAt, now }: { anchor: number; trialEndsAt: number | null; now: number },
): Refusal | null {
  if (trialEndsAt === null || trialEndsAt <= now) return null;
  const early = prepaidItems(product).find(
    ({ feature_id, interval, interval_count: count = 1 }) =>
      interval !== undefined &&
      packsOf(packs, feature_id) > 0 &&
      periodAt(anchor, interval, count, now).end < trialEndsAt,
  );
  if (!early) return null;
  const { feature_id: id } = early;
  return invalid(`More of feature ${id} can be bought once the trial of ${product.name} is over`);
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
function packsFor(item: PrepaidItem, { product, options, current, preview }: OptionsInput) {
  const asked = options.find((option) => option.feature_id === item.feature_id);
  if (asked !== undefined) return unitsToPacks(asked.quantity, item.billing_units ?? 1);
  if (inherits(item, product, current)) return upcomingPacks(current.options, item.feature_id);
  if (!isOnlyPrice(product)) return 0;
  return preview ? 1 : null;
}

function inherits(
  item: PrepaidItem,
  product: CatalogueProduct,
  current: Subscription | null,
): current is Subscription {
  if (current === null || isOneOff(product) || isFree(product)) return false;
  return current.options.some((option) => option.feature_id === item.feature_id);
}

function refusePacks(
  item: PrepaidItem,
  packs: number | null,
  { product, usage }: OptionsInput,
): Refusal | null {
  const id = item.feature_id;
  if (packs === null) return invalid(`Pass in 'quantity' for feature ${id} in options`);
  if (packs === 0 && isOnlyPrice(product)) {
    return invalid(`The quantity for feature ${id} must be more than 0`);
  }
  if (packs > MAX_PACKS) return invalid(`The quantity for feature ${id} is too large`);
  const units = packsToUnits(packs, item.billing_units ?? 1) + includedUnits(product, id);
  if (item.usage_limit !== undefined && units > item.usage_limit) {
    return invalid(`The quantity for feature ${id} exceeds its limit of ${item.usage_limit}`);
  }
  const used = usage?.[id] ?? 0;
  return units < used ? invalid(`${used} of feature ${id} are in use`) : null;
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
