import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Paid } from "./lines";
import type { CatalogueProduct, ItemDefinition } from "./model";
import { roundHalfAway } from "./money";
import { periodAt } from "./periods";
import { billingType } from "./product";
import { fractionLeft } from "./proration";

/** What was paid for the latest period of one item, in minor units. */
export const vReceipt = v.object({
  item_index: v.number(),
  period_end: v.number(),
  /** The price of the whole period at the charged rate. */
  full_minor: v.number(),
  /** Paid, and not refunded. */
  left_minor: v.number(),
  /** Ids of the invoices that paid for it, oldest first. Absent: unknown. */
  invoices: v.optional(v.array(v.string())),
});
/** What an item's latest period cost, and how much of it could be credited. */
export type Receipt = Infer<typeof vReceipt>;

interface Payment {
  product: CatalogueProduct;
  /** Original anchor of the periods. */
  anchor: number;
  lines: readonly { item_index?: number; minor: number }[];
  /** The paid period begins now. */
  now: number;
  /** Id of the invoice with the lines. Absent: they wait for one. */
  invoice?: string | undefined;
}

/**
 * Stores what was paid ahead: each line that pays for an item's period replaces
 * the item's receipt.
 *
 * A part of a period is stored as the whole at the same rate, so that an immediate
 * credit returns exactly what was paid.
 *
 * @param before - The subscription's receipts so far.
 */
export function noteReceipts(
  before: readonly Receipt[],
  { product, anchor, lines, now, invoice }: Payment,
): Receipt[] {
  const notes = new Map(before.map((receipt) => [receipt.item_index, receipt]));
  for (const { item_index, minor } of lines) {
    const item = item_index === undefined ? undefined : product.items[item_index];
    if (item_index === undefined || item?.interval === undefined) continue;
    const period = periodAt(anchor, item.interval, item.interval_count ?? 1, now);
    const { numerator, denominator } = fractionLeft(period, now);
    const full_minor = roundHalfAway(BigInt(minor) * denominator, numerator);
    const receipt = { item_index, period_end: period.end, full_minor, left_minor: minor };
    const isOnInvoice = invoice !== undefined && minor > 0;
    notes.set(item_index, { ...receipt, ...(isOnInvoice && { invoices: [invoice] }) });
  }
  return [...notes.values()];
}

/**
 * How much can be credited now, by index of the product's items.
 *
 * An item whose period was not paid for returns nothing. Measured usage has no
 * entry then, as it is credited by receipt alone.
 *
 * @param receipts - Undefined: there are none, so list prices count as paid.
 */
export function paidAt(
  receipts: readonly Receipt[] | undefined,
  product: CatalogueProduct,
  now: number,
): ReadonlyMap<number, Paid> | undefined {
  if (receipts === undefined) return undefined;
  const paid = new Map<number, Paid>();
  product.items.forEach((item, index) => {
    if (item.usage_model !== "pay_per_use") paid.set(index, { full: 0, left: 0 });
  });
  for (const { item_index, period_end, full_minor, left_minor } of receipts) {
    if (period_end > now) paid.set(item_index, { full: full_minor, left: left_minor });
  }
  return paid;
}

/**
 * Subtracts a refund from the receipts of its invoice, so that no later credit
 * returns it again.
 *
 * @param invoice - One of an ended period changes nothing.
 * @param minor - The refund, > 0.
 * @returns The receipts, and the part of `minor` that none of them covers.
 */
export function refundReceipts(
  receipts: readonly Receipt[],
  { product, anchor }: Pick<Payment, "product" | "anchor">,
  invoice: { lines: readonly InvoiceLine[]; created_at: number },
  minor: number,
): { receipts: Receipt[]; rest: number } {
  let rest = minor;
  const after = receipts.map((receipt) => {
    const item = product.items[receipt.item_index];
    const isPaid = invoice.lines.some(
      ({ item_index, feature_id }) =>
        item_index === receipt.item_index ||
        (feature_id !== null && feature_id === item?.feature_id),
    );
    if (!isPaid || item?.interval === undefined) return receipt;
    const { end } = periodAt(anchor, item.interval, item.interval_count ?? 1, invoice.created_at);
    if (end !== receipt.period_end) return receipt;
    const taken = Math.min(rest, receipt.left_minor);
    rest -= taken;
    return { ...receipt, left_minor: receipt.left_minor - taken };
  });
  return { receipts: after, rest };
}

interface InvoiceLine {
  item_index?: number;
  feature_id: string | null;
}

/** A product's receipts, moved to another version of it; items that it lacks are dropped. */
export function moveReceipts(
  receipts: readonly Receipt[],
  from: CatalogueProduct,
  to: CatalogueProduct,
): Receipt[] {
  return receipts.flatMap((receipt) => {
    const old = from.items[receipt.item_index];
    const item_index = old ? to.items.findIndex((item) => isSameLine(item, old)) : -1;
    return item_index === -1 ? [] : [{ ...receipt, item_index }];
  });
}

/**
 * Whether two versions of a product charge for the same thing; a free grant of a
 * feature is not its packs.
 */
function isSameLine(a: ItemDefinition, b: ItemDefinition): boolean {
  return (
    a.feature_id === b.feature_id &&
    a.interval === b.interval &&
    (a.interval_count ?? 1) === (b.interval_count ?? 1) &&
    a.entity_feature_id === b.entity_feature_id &&
    billingType(a, undefined) === billingType(b, undefined)
  );
}
