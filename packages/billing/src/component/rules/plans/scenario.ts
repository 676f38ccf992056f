import { monthsOf } from "../../../contract/intervals";
import type { Catalogue, ItemDefinition, ProductDefinition } from "../model";
import { toMicros } from "../money/money";
import { intervalWeight } from "../periods/periods";
import { billingType, isFree, itemShape, longestInterval } from "../products/product";

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
 * Whether a paid plan costs more per month than another, in months of average length.
 * Such a plan may start now although its shorter interval makes it a downgrade, since a
 * customer who pays more should not have to wait.
 */
export function costsMoreByMonth(from: ProductDefinition, to: ProductDefinition): boolean {
  return !isFree(from) && !isFree(to) && priceByMonth(from) < priceByMonth(to);
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
function priceSum({ items }: ProductDefinition): number {
  return items.reduce((sum, item) => sum + firstPrice(item), 0);
}

/** The recurring part of {@link priceSum}, per month. */
function priceByMonth({ items }: ProductDefinition): number {
  return items.reduce((sum, item) => {
    const { interval, interval_count: count = 1 } = item;
    return interval === undefined ? sum : sum + firstPrice(item) / (monthsOf(interval) * count);
  }, 0);
}

function firstPrice({ tiers, price = 0 }: ItemDefinition): number {
  return toMicros(tiers?.[0]?.amount ?? price);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
