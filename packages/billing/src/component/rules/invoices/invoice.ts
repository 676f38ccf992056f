import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Invoice } from "../../../contract/wire";

/** The events of an invoice. */
export type InvoiceEvent = "finalise" | "pay" | "void" | "write_off";

const NEXT: Record<Invoice["status"], Partial<Record<InvoiceEvent, Invoice["status"]>>> = {
  draft: { finalise: "open", void: "void" },
  open: { pay: "paid", void: "void", write_off: "uncollectible" },
  paid: {},
  void: {},
  uncollectible: { pay: "paid", void: "void" },
};

/**
 * The status that follows an event.
 *
 * @returns Null when the event cannot happen in that status. Nothing follows
 *   `paid` and `void`.
 */
export function nextInvoiceStatus(
  status: Invoice["status"],
  event: InvoiceEvent,
): Invoice["status"] | null {
  return NEXT[status][event] ?? null;
}

/**
 * When a deleted customer's invoice may be deleted: so many calendar years (UTC)
 * after the one it was issued in.
 *
 * | issued | years | kept until |
 * |---|--:|---|
 * | 1 January 2025 | 10 | 1 January 2036 |
 * | 31 December 2025 | 10 | 1 January 2036 |
 *
 * @param issuedAt - Epoch milliseconds.
 * @returns The first moment, in epoch milliseconds, at which it is not needed any
 *   more.
 */
export function keptUntil(issuedAt: number, years: number): number {
  return Date.UTC(new Date(issuedAt).getUTCFullYear() + 1 + years, 0, 1);
}

/** One refund of an invoice. Minor units. */
export const vRefund = v.object({
  minor: v.number(),
  /** The part that went to the card; the rest became credit. */
  by_card_minor: v.number(),
  at: v.number(),
  /** The parts of lines, by their position. Absent: it was of the whole invoice. */
  lines: v.optional(v.array(v.object({ line: v.number(), minor: v.number() }))),
  /** The number of its credit note. Absent: it was made before there were any. */
  credit_note: v.optional(v.string()),
  /** When the card refused it: then nothing was refunded. Absent: it was not refused. */
  failed_at: v.optional(v.number()),
});
/** A refund of an invoice, whole or of lines. */
export type Refund = Infer<typeof vRefund>;

type RefundShare = Pick<Refund, "minor" | "by_card_minor">;

/**
 * The refunds of an invoice so far, without failed ones.
 *
 * @param refunds - Absent: none.
 */
export function refundedOf(refunds: readonly Refund[] = []): RefundShare {
  const made = refunds.filter(({ failed_at }) => failed_at === undefined);
  return {
    minor: made.reduce((sum, { minor }) => sum + minor, 0),
    by_card_minor: made.reduce((sum, { by_card_minor }) => sum + by_card_minor, 0),
  };
}

/**
 * How much of an invoice can be refunded in all, refunds so far included: what was
 * paid, less what was credited for its lines. The lines may charge more than the
 * total, where a credit for something else paid a part of them.
 */
export function refundable(invoice: PaidInvoice): number {
  const paid = Math.min(invoice.total_minor, uncredited(invoice));
  return Math.max(paid, refundedOf(invoice.refunds).minor);
}

/** Whether an invoice is paid, and no part of it was refunded or credited since. */
export function isKeptWhole({ status, lines = [], refunds }: PaidInvoice): boolean {
  return status === "paid" && creditedOf(lines) === 0 && refundedOf(refunds).minor === 0;
}

/** How much of the charges of some lines became credit since, in minor units. */
export function creditedOf(lines: readonly { credited_minor?: number }[]): number {
  return lines.reduce((sum, { credited_minor: minor = 0 }) => sum + minor, 0);
}

function uncredited({ total_minor, lines = [] }: PaidInvoice): number {
  const charged = lines.reduce((sum, { minor }) => sum + Math.max(minor, 0), 0);
  return Math.max(charged, total_minor) - creditedOf(lines);
}

/**
 * How much of an invoice is refunded now: to the card first, the rest as credit.
 *
 * | by card | with credit | refunded | in all | now by card | now as credit |
 * |--:|--:|--:|--:|--:|--:|
 * | 600 | 0 | 0 | 600 | 600 | 0 |
 * | 350 | 250 | 0 | 600 | 350 | 250 |
 * | 350 | 250 | 200 by card | 500 | 150 | 150 |
 * | 600 | 0 | 600 by card | 600 | 0 | 0 |
 *
 * @param refundTotal - The invoice's total refund, in minor units.
 * @returns The share of now, 0 when it was refunded before. Or why there is none:
 *   nothing was paid, all of it was credited, `refundTotal` is more than is {@link
 *   refundable}, or less than was refunded.
 */
export function splitRefund(
  invoice: PaidInvoice,
  refundTotal: number,
): RefundShare | "unpaid" | "credited" | "too_much" | "too_little" {
  const { status, total_minor, amount_paid_minor: byCard = 0, refunds } = invoice;
  if (status !== "paid" || total_minor <= 0) return "unpaid";
  const given = refundedOf(refunds);
  const most = refundable(invoice);
  if (most <= 0) return "credited";
  if (refundTotal > most) return "too_much";
  if (refundTotal < given.minor) return "too_little";
  const minor = refundTotal - given.minor;
  return { minor, by_card_minor: Math.min(minor, byCard - given.by_card_minor) };
}

/** A line of an invoice, and how much of it became credit since. */
export interface PaidCharge {
  minor: number;
  credited_minor?: number;
}

/** What decides how much of an invoice can be refunded. */
export interface PaidInvoice {
  status: Invoice["status"];
  total_minor: number;
  lines?: readonly PaidCharge[];
  amount_paid_minor?: number;
  refunds?: readonly Refund[];
}

/** Minor units of all lines together. */
export function totalOf(lines: readonly { minor: number }[]): number {
  return lines.reduce((sum, { minor }) => sum + minor, 0);
}

/** Whether a line neither charges nor credits anything, for another reason than a discount. */
export function isNothing(line: { minor: number; discount_minor?: number }): boolean {
  return line.minor === 0 && line.discount_minor === undefined;
}

/**
 * The invoice number: "7KQ2M9XA-0001".
 *
 * @param prefix - The customer's.
 * @param count - From 1; beyond 9999 it grows longer.
 */
export function invoiceNumber(prefix: string, count: number): string {
  return `${prefix}-${String(count).padStart(4, "0")}`;
}
