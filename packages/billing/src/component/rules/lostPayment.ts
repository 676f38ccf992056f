import type { CatalogueProduct } from "./model";
import { periodAt } from "./periods";
import { itemShape } from "./product";

interface PaidInvoice {
  lines: readonly { item_index?: number }[];
  created_at: number;
}

/**
 * Whether an invoice pays for what a customer has now: a payment that is lost takes that away, and
 * nothing that another payment has paid for since.
 *
 * | paid for | at | pays still |
 * |---|---|---|
 * | May | 20 May | yes |
 * | May | 1 June, also if June is unpaid | no |
 * | a year from May, and packs of May | 1 June | yes |
 * | something that is bought once | any time | yes |
 *
 * @param subscription - `anchor`: original anchor of its periods.
 * @param invoice - Lines without an item count for all items of the product.
 */
export function paysStill(
  { product, anchor }: { product: CatalogueProduct; anchor: number },
  { lines, created_at }: PaidInvoice,
  now: number,
): boolean {
  const recurring = product.items.flatMap((item, index) => {
    const { interval, interval_count: count = 1 } = item;
    if (interval === undefined || itemShape(item) === "feature") return [];
    return [{ index, end: periodAt(anchor, interval, count, created_at).end }];
  });
  const paid = recurring.filter(({ index }) => lines.some((line) => line.item_index === index));
  const periods = paid.length > 0 ? paid : recurring;
  return periods.length === 0 || periods.some(({ end }) => end > now);
}
