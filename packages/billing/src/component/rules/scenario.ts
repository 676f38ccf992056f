import type { Scenario } from "../../contract/wire";
import { currentProducts } from "./currentProducts";
import type { Catalogue, Subscription, ItemDefinition, ProductDefinition } from "./model";
import { toMicros } from "./money";
import { intervalWeight } from "./periods";
import { billingType, isFree, isOneOff, itemShape, longestInterval } from "./product";
import { isSoldAgain } from "./purchaseLimit";

type Features = Catalogue["features"];

/**
 * Decides whether moving from one product to another is an upgrade.
 *
 * Free to paid is one, paid to free is not. Between two products that only bill
 * usage afterwards, every move is one. Then the longer billing interval wins,
 * whatever the price; then the higher price. Equal prices: no upgrade.
 *
 * @see Spec §4, scenarios upgrade and downgrade
 */
export function isUpgrade(
  from: ProductDefinition,
  to: ProductDefinition,
  features: Features,
): boolean {
  if (isFree(from) !== isFree(to)) return isFree(from);
  if (billsOnlyUsage(from, features) && billsOnlyUsage(to, features)) return true;
  const [before, after] = [longestWeight(from), longestWeight(to)];
  return before === after ? priceSum(from) < priceSum(to) : before < after;
}

/**
 * Orders products for lists: group, plans before add-ons, free before paid,
 * shorter interval, cheaper, then id, so that no two products tie.
 *
 * @returns Negative when `a` comes first.
 */
export function compareProducts(a: ProductDefinition, b: ProductDefinition): number {
  return (
    compareText(a.group, b.group) ||
    Number(a.is_add_on) - Number(b.is_add_on) ||
    Number(isFree(b)) - Number(isFree(a)) ||
    longestWeight(a) - longestWeight(b) ||
    priceSum(a) - priceSum(b) ||
    compareText(a.id, b.id)
  );
}

/**
 * Decides what attaching a product would do for a customer.
 *
 * A plan is compared with the plan of its group; a recurring add-on only with
 * itself; a one-time product is new, unless the customer has it and more of it
 * would add nothing.
 *
 * @param subscriptions - All subscriptions of the customer; null: no customer.
 * @param entityId - The entity it is for; null: the customer.
 * @returns One of the seven scenarios of the wire.
 * @see Spec §4, "Product scenarios"
 */
export function decideScenario({
  target,
  subscriptions,
  entityId,
  features,
}: {
  target: ProductDefinition;
  subscriptions: readonly Subscription[] | null;
  entityId: string | null;
  features: Features;
}): Scenario {
  if (subscriptions === null) return "new";
  const { main, same, scheduled } = currentProducts(subscriptions, target, entityId);
  if (isOneOff(target)) return same !== null && !isSoldAgain(target, features) ? "active" : "new";
  if (target.is_add_on) return same === null ? "new" : ownedScenario(same);
  if (main === null) return "new";
  if (main.product.id === target.id) return ownedScenario(main);
  if (scheduled?.product.id === target.id) return "scheduled";
  if (isFree(main.product) && isFree(target)) return "new";
  if (isUpgrade(main.product, target, features)) return "upgrade";
  return isFree(target) ? "cancel" : "downgrade";
}

function ownedScenario(row: Subscription): Scenario {
  if (row.status === "scheduled") return "scheduled";
  return row.canceled_at === null ? "active" : "renew";
}

function billsOnlyUsage(product: ProductDefinition, features: Features): boolean {
  const priced = product.items.filter((item) => itemShape(item) !== "feature");
  return priced.length > 0 && priced.every((item) => billing(item, features) === "in_arrear");
}

function billing(item: ItemDefinition, features: Features) {
  const feature = item.feature_id === undefined ? undefined : features.get(item.feature_id);
  return billingType(item, feature?.type);
}

function longestWeight(product: ProductDefinition): number {
  const longest = longestInterval(product);
  return longest === null ? 0 : intervalWeight(longest.interval, longest.count);
}

/** Fixed amounts, and the first pack of everything that is priced by quantity. In millionths. */
function priceSum(product: ProductDefinition): number {
  return product.items.reduce(
    (sum, item) => sum + toMicros(item.tiers?.[0]?.amount ?? item.price ?? 0),
    0,
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
