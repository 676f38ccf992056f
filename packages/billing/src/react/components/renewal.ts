import { minorDigits } from "../../contract/currency";
import { monthsOf } from "../../contract/intervals";
import { isMetered } from "../../contract/metered";
import { packsToUnits, unitsToPacks } from "../../contract/quantity";
import type {
  Customer,
  CustomerFeature,
  CustomerProduct,
  Interval,
  ProductItem,
} from "../../contract/wire";
import type { Words } from "../messages/words";
import { countUnits } from "./units";

/** One part of a recurring price. */
interface RenewalLine {
  label: string;
  /** Major units, rounded like its invoice line. */
  amount: number;
  interval: Interval;
  interval_count: number;
}

/** The price of a renewal. */
export interface Renewal {
  lines: RenewalLine[];
  /**
   * The amount at the end of the product's longest period; parts with a shorter one
   * are not included.
   */
  total: number;
  /** `metered`: further usage is billed on top. */
  usage: "none" | "metered";
}

/**
 * Relative. Larger than the rounding error of a few multiplications, smaller than the last digit of
 * a price.
 */
const FLOAT_ERROR = 1e-12;

type Billed = Pick<Customer, "products" | "features">;

/**
 * The price of a renewal: the product's price, the prepaid quantities of the next
 * period, billed units in use, such as seats, and consumption beyond the grant so far.
 *
 * @param customer - The product's owner.
 * @param currency - The ISO 4217 code of the prices.
 * @returns Null for what never renews: free products and one-time purchases.
 */
export function describeRenewal(
  product: CustomerProduct,
  customer: Billed,
  words: Words,
  currency: string,
): Renewal | null {
  const priced = product.items.filter(({ type, interval }) => type !== "feature" && interval);
  if (priced.length === 0) return null;
  const lines = priced.flatMap((item) => lineOf(item, product, customer, words, currency));
  const longest = Math.max(...priced.map(lengthOf));
  const due = lines.filter((line) => lengthOf(line) === longest);
  return {
    lines,
    total: roundMoney(
      due.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
    usage: priced.some(isMetered) ? "metered" : "none",
  };
}

/** In months. */
function lengthOf({
  interval,
  interval_count: count,
}: Pick<ProductItem, "interval" | "interval_count">): number {
  return interval === null ? 0 : monthsOf(interval) * count;
}

function lineOf(
  item: ProductItem,
  product: CustomerProduct,
  customer: Billed,
  words: Words,
  currency: string,
): RenewalLine[] {
  const { type, price, interval, interval_count } = item;
  if (interval === null) return [];
  const line = (label: string, amount: number) => [
    { label, amount: roundMoney(amount, currency), interval, interval_count },
  ];
  if (type === "price") return line(product.name, (price ?? 0) * product.quantity);
  const units = unitsOf(item, product, customer);
  return units ? line(countUnits(item, units, words), amountOf(item, units)) : [];
}

/** The units that the next period is billed for. */
function unitsOf(item: ProductItem, product: CustomerProduct, customer: Billed): number {
  if (item.usage_model === "pay_per_use") return billedUnits(item, product, customer);
  return item.next_cycle_quantity ?? item.quantity ?? 0;
}

/** The units beyond the grant; 0 if two products bill them, because their shares are unknown. */
function billedUnits(
  item: ProductItem,
  { trial_ends_at }: CustomerProduct,
  { products, features }: Billed,
): number {
  const id = item.feature_id ?? "";
  const sellers = products.filter(
    ({ status, items }) =>
      status === "active" &&
      items.some(
        ({ feature_id, usage_model }) => feature_id === id && usage_model === "pay_per_use",
      ),
  );
  // Consumption in a trial is never billed; units in use at its end are.
  const isFree = isMetered(item) && trial_ends_at !== undefined;
  const feature = features[id];
  if (!feature || isFree || sellers.length > 1) return 0;
  return isMetered(item) ? unitsBeyond(feature) : unitsInUseBeyond(feature);
}

/**
 * Another grant of the feature, such as a pack, does not reduce usage that was already beyond one.
 */
function unitsBeyond(feature: CustomerFeature): number {
  const grants = feature.breakdown ?? [feature];
  return grants.reduce((sum, { balance }) => sum + Math.max(0, -balance), 0);
}

/** Only the grant counts for units in use, so a corrected balance changes no bill. */
function unitsInUseBeyond({ usage, included_usage: included }: CustomerFeature): number {
  return Math.max(0, usage - included);
}

/**
 * Rounds to the smallest unit of the currency, half away from zero: 1.005 becomes 1.01, although
 * its float is smaller.
 */
function roundMoney(amount: number, currency: string): number {
  const scale = 10 ** minorDigits(currency);
  const minor = amount * scale;
  return Math.round(minor + minor * FLOAT_ERROR) / scale;
}

/** Major units. Packs are sold whole, and each costs the price of its tier. */
function amountOf({ price, tiers, billing_units: size = 1 }: ProductItem, units: number): number {
  const packs = unitsToPacks(units, size);
  if (!tiers) return (price ?? 0) * packs;
  const bought = packsToUnits(packs, size);
  let total = 0;
  let from = 0;
  for (const { to, amount } of tiers) {
    const end = to === "inf" ? bought : Math.min(bought, to);
    if (end > from) {
      total += ((end - from) / size) * amount;
      from = end;
    }
  }
  return total;
}
