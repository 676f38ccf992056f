import type { CustomerProduct, Interval, ProductItem } from "../../contract/wire";
import { unitsToPacks } from "../../contract/quantity";
import type { Words } from "../messages/words";
import { countUnits } from "./units";

/** One part of a recurring price. */
interface RenewalLine {
  label: string;
  /** Major units. */
  amount: number;
  interval: Interval;
}

/** The price of a renewal. */
export interface Renewal {
  lines: RenewalLine[];
  /**
   * The amount at the end of the product's own period; parts with a shorter interval
   * are not included.
   */
  total: number;
  /** `metered`: usage is billed on top. */
  usage: "none" | "metered";
}

/**
 * The price of a renewal: the product's price, and the prepaid quantities.
 *
 * @returns Null for what never renews: free products and one-time purchases.
 */
export function describeRenewal(
  { name, quantity, items }: CustomerProduct,
  words: Words,
): Renewal | null {
  const lines = items.flatMap((item) => lineOf(item, { name, quantity }, words));
  const price = items.find(({ type, interval }) => type === "price" && interval !== null);
  const due = lines.filter(({ interval }) => interval === (price ?? lines[0])?.interval);
  if (lines.length === 0) return null;
  return {
    lines,
    total: due.reduce((sum, { amount }) => sum + amount, 0),
    usage: items.some(({ usage_model }) => usage_model === "pay_per_use") ? "metered" : "none",
  };
}

function lineOf(
  item: ProductItem,
  { name, quantity }: Pick<CustomerProduct, "name" | "quantity">,
  words: Words,
): RenewalLine[] {
  const { type, price, interval } = item;
  if (interval === null || typeof price !== "number") return [];
  if (type === "price") return [{ label: name, amount: price * quantity, interval }];
  const { usage_model, quantity: units, billing_units = 1 } = item;
  if (usage_model !== "prepaid" || !units) return [];
  const amount = price * unitsToPacks(units, billing_units);
  return [{ label: countUnits(item, units, words), amount, interval }];
}
