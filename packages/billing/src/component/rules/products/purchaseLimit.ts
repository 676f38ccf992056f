import type { Catalogue, ItemDefinition, ProductDefinition, Refusal } from "../model";
import { periodAt } from "../periods/periods";
import { isFree } from "./product";

/**
 * How often one customer may buy a product in total, entities included.
 *
 * The catalogue's limit. Without one, a free add-on whose grant never resets can be
 * bought once, because each purchase would grant units for free.
 *
 * @returns Null: without limit.
 */
export function purchaseLimit(product: ProductDefinition): number | null {
  if (product.purchase_limit !== undefined) return product.purchase_limit;
  const resets = product.items.some(({ interval }) => interval !== undefined);
  return isFree(product) && product.is_add_on && !resets ? 1 : null;
}

/**
 * Refuses a product that the customer has bought as often as they may.
 *
 * @param priorPurchases - Subscriptions that the customer ever had, ended ones included.
 *   For a product without a limit: those whose free grant still runs.
 * @returns `purchase_limit_reached`; null: it may be bought again.
 */
export function refuseBeyondLimit(
  product: ProductDefinition,
  priorPurchases: number,
): Refusal | null {
  const limit = purchaseLimit(product);
  if (priorPurchases < (limit ?? 1)) return null;
  if (limit === null) {
    const message = `${product.name} was granted for this period already: it comes again with the next`;
    return { code: "purchase_limit_reached", message };
  }
  const often = limit === 1 ? "once" : `${limit} times`;
  const message = `${product.name} can be had ${often} per customer, and you have had it`;
  return { code: "purchase_limit_reached", message };
}

/**
 * Whether a product grants something free in each period: then once a period,
 * however often it is bought.
 */
export function isFreeAgain(product: ProductDefinition): boolean {
  const grants = product.items.some(({ feature_id }) => feature_id !== undefined);
  return isFree(product) && product.is_add_on && grants && purchaseLimit(product) === null;
}

/**
 * Whether an ended subscription has granted for a period that is not over.
 *
 * @param endedAt - An end on a boundary has not begun the next period.
 */
export function stillGrants(
  { items }: ProductDefinition,
  { anchor, startsAt, endedAt }: { anchor: number; startsAt: number; endedAt: number },
  now: number,
): boolean {
  const last = Math.max(startsAt, endedAt - 1);
  return items.some(
    ({ interval, interval_count: count = 1 }) =>
      interval !== undefined && periodAt(anchor, interval, count, last).end > now,
  );
}

/**
 * Whether a second subscription to the same product may exist beside the first: it
 * has to add something. Flags and unlimited features add nothing; a free product
 * exists once at a time.
 */
export function isSoldAgain(product: ProductDefinition, features: Catalogue["features"]): boolean {
  if (product.purchase_limit !== undefined && product.purchase_limit > 1) return true;
  if (isFree(product)) return false;
  const grants = product.items.filter(({ feature_id }) => feature_id !== undefined);
  return grants.length === 0 || grants.some((item) => isCounted(item, features));
}

function isCounted(
  { feature_id, included_usage }: ItemDefinition,
  features: Catalogue["features"],
) {
  const type = feature_id === undefined ? undefined : features.get(feature_id)?.type;
  return type !== "boolean" && included_usage !== "inf";
}
