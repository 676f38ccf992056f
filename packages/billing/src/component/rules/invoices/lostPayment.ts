import type { CatalogueProduct } from "../model";
import { periodAt } from "../periods/periods";
import { itemShape } from "../products/product";

interface Held {
  product: CatalogueProduct;
  /** Original anchor of its periods. */
  anchor: number;
  starts_at: number;
}

interface PaidInvoice {
  lines: readonly { item_index?: number; minor: number }[];
  created_at: number;
  billing_reason: "purchase" | "subscription_update" | "subscription_cycle";
}

/**
 * Whether an invoice pays for the plan that a customer has now: a payment that is lost takes that
 * away, and nothing that another payment has paid for.
 *
 * | paid for | at | pays still |
 * |---|---|---|
 * | May | 20 May | yes |
 * | May | 1 June, also if June is unpaid | no |
 * | a year from May, and packs of May | 1 June | yes |
 * | packs of May alone, more seats, or use | 20 May | no |
 * | an upgrade in May | 20 May | yes: what it led to |
 * | something that is bought once | any time | yes |
 *
 * A plan is paid for by its recurring prices; without any, by its units.
 */
export function paysStill(
  { product, anchor, starts_at }: Held,
  { lines, created_at, billing_reason }: PaidInvoice,
  now: number,
): boolean {
  // A product that was there before has only changed its quantities.
  if (billing_reason === "subscription_update" && starts_at < created_at) return false;
  const recurring = product.items.flatMap((item, index) => {
    const { interval, interval_count: count = 1 } = item;
    const shape = itemShape(item);
    if (interval === undefined || shape === "feature") return [];
    return [{ index, shape, end: periodAt(anchor, interval, count, created_at).end }];
  });
  if (recurring.length === 0) return true;
  const prices = recurring.filter(({ shape }) => shape === "price");
  const base = prices.length > 0 ? prices : recurring;
  return base.some(
    ({ index, end }) =>
      end > now && lines.some(({ item_index, minor }) => item_index === index && minor > 0),
  );
}
