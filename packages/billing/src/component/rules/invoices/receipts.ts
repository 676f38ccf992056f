import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Paid } from "./lines";
import type { CatalogueProduct, ItemDefinition } from "../model";
import { roundHalfAway } from "../money/money";
import { periodAt } from "../periods/periods";
import type { Period } from "../periods/periods";
import { billingType } from "../products/product";
import { fractionLeft } from "../periods/proration";

/** The payment for the latest period of one item, in minor units. */
export const vReceipt = v.object({
  item_index: v.number(),
  period_end: v.number(),
  /** The price of the whole period at the charged rate. */
  full_minor: v.number(),
  /** Paid, and not refunded. */
  left_minor: v.number(),
  /** Prepaid units that it pays for. Absent: the whole quantity. */
  units: v.optional(v.number()),
  /** Ids of the invoices that paid for it, oldest first. Absent: unknown. */
  invoices: v.optional(v.array(v.string())),
});
/** The cost of an item's latest period, and the amount that could be credited. */
export type Receipt = Infer<typeof vReceipt>;

/**
 * How a line pays for an item's period. `whole`: its full price, regardless of the time
 * left. `more`: the price of additional units.
 */
export const vPays = v.union(v.literal("whole"), v.literal("more"));

/** A line of an invoice that may pay for an item's period. */
export interface PaidLine {
  /** Absent: it pays for nothing in advance. */
  item_index?: number;
  minor: number;
  /** Prepaid units that it pays for. Absent: the whole quantity. */
  units?: number;
  /** Absent: it pays for the rest of the period. */
  pays?: Infer<typeof vPays>;
}

interface Payment {
  product: CatalogueProduct;
  /** Original anchor of the periods. */
  anchor: number;
  lines: readonly PaidLine[];
  /** The paid period begins now. */
  now: number;
  /** Id of the invoice with the lines. Absent: they wait for one. */
  invoice?: string | undefined;
}

/**
 * Stores what was paid ahead: each line that pays for an item's period replaces
 * the item's receipt, or adds to it where it pays for more of the item.
 *
 * A part of a period is stored as the whole at the same rate, so that an immediate
 * credit returns exactly what was paid. A payment in full late in a period returns at
 * most the value of the rest of that period.
 *
 * @param before - The subscription's receipts so far.
 */
export function noteReceipts(
  before: readonly Receipt[],
  { product, anchor, lines, now, invoice }: Payment,
): Receipt[] {
  return lines.reduce(
    (receipts, { item_index: itemIndex, minor, units, pays }) => {
      const item = itemIndex === undefined ? undefined : product.items[itemIndex];
      if (itemIndex === undefined || item?.interval === undefined) return receipts;
      const period = periodAt(anchor, item.interval, item.interval_count ?? 1, now);
      const payment = { itemIndex, minor, units, period, now, invoice };
      const full = pays === undefined ? atFullRate(payment) : minor;
      const added = pays === "more" ? findReceipt(receipts, payment) : undefined;
      return noteReceipt(receipts, payment, full, added);
    },
    [...before],
  );
}

/** Money for more or less of an item. */
export interface Addition {
  itemIndex: number;
  /** Minor units; negative: credited. */
  minor: number;
  /** The price of the whole period. Absent: the rate of `minor`. */
  full?: number | undefined;
  /** Prepaid units that it pays for. Absent: the whole quantity. */
  units?: number | undefined;
  period: Period;
  now: number;
  /** Id of the invoice that paid it. Absent: none is needed, or none exists yet. */
  invoice?: string | undefined;
}

/**
 * Adds a payment or credit to the receipt of its period, so that later credits return
 * at most the paid amount.
 */
export function addToReceipt(receipts: readonly Receipt[], payment: Addition): Receipt[] {
  const full = payment.full ?? atFullRate(payment);
  return noteReceipt(receipts, payment, full, findReceipt(receipts, payment));
}

/** The price of the whole period at the rate of a payment for its rest. */
function atFullRate({ minor, period, now }: Addition): number {
  const { numerator, denominator } = fractionLeft(period, now);
  return roundHalfAway(BigInt(minor) * denominator, numerator);
}

/** The payment for the period of one item. */
export function findReceipt(
  receipts: readonly Receipt[],
  { itemIndex, period }: Pick<Addition, "itemIndex" | "period">,
): Receipt | undefined {
  return receipts.find((row) => row.item_index === itemIndex && row.period_end === period.end);
}

/** @param added - The receipt of the same period that a payment adds to. Absent: none. */
function noteReceipt(
  receipts: readonly Receipt[],
  { itemIndex, minor, units: more, period, invoice }: Addition,
  full: number,
  added?: Receipt,
): Receipt[] {
  const invoices = [
    ...(added?.invoices ?? []),
    ...(invoice !== undefined && minor > 0 ? [invoice] : []),
  ];
  const units = added?.units === undefined ? more : added.units + (more ?? 0);
  const isWhole = units === undefined || (added !== undefined && added.units === undefined);
  const after = {
    item_index: itemIndex,
    period_end: period.end,
    full_minor: (added?.full_minor ?? 0) + full,
    left_minor: (added?.left_minor ?? 0) + minor,
    ...(!isWhole && { units }),
    ...(invoices.length > 0 && { invoices }),
  };
  const notes = new Map(receipts.map((receipt) => [receipt.item_index, receipt]));
  return [...notes.set(itemIndex, after).values()];
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
  for (const { item_index, period_end, full_minor, left_minor, units } of receipts) {
    if (period_end > now) paid.set(item_index, { full: full_minor, left: left_minor, units });
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
