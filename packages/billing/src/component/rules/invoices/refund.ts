import { refundable, refundedOf, splitRefund } from "./invoice";
import type { PaidCharge, PaidInvoice, Refund } from "./invoice";

/** A part of one line. */
export interface LineShare {
  /** Its position on the invoice, from 0. */
  line: number;
  /** Minor units, > 0. */
  minor: number;
}

/** The refund now: the shares of the lines sum to `minor`. */
export interface RefundPlan extends Pick<Refund, "minor" | "by_card_minor"> {
  lines: LineShare[];
}

/** Why nothing is refunded. */
export type RefusedRefund =
  | Extract<ReturnType<typeof splitRefund>, string>
  /** A line that is not on the invoice, that is named twice, or of no amount. */
  | "bad_line";

type BilledInvoice = PaidInvoice & { lines: readonly PaidCharge[] };

/**
 * Plans a refund, to the cent.
 *
 * @param asked - The refund in all, in minor units; or parts of lines.
 * @param to - `credit`: nothing goes to the card.
 * @returns Nothing to refund is a plan of 0; else why it is refused.
 */
export function planRefund(
  invoice: BilledInvoice,
  asked: { refundTotal: number } | { lines: readonly LineShare[] },
  to: "card" | "credit" = "card",
): RefundPlan | RefusedRefund {
  const named = "lines" in asked ? asked.lines : null;
  const refundTotal =
    "refundTotal" in asked
      ? asked.refundTotal
      : refundedOf(invoice.refunds).minor + totalOfShares(asked.lines);
  const left = leftOfLines(invoice);
  const share = splitRefund(invoice, refundTotal);
  if (typeof share === "string") return share;
  if (named) {
    if (!named.every(({ line, minor }) => left[line] !== undefined && minor > 0)) return "bad_line";
    if (new Set(named.map(({ line }) => line)).size < named.length) return "bad_line";
    if (named.some(({ line, minor }) => minor > (left[line] ?? 0))) return "too_much";
  }
  const lines = named ? [...named] : splitProportionally(share.minor, left);
  return { lines, minor: share.minor, by_card_minor: to === "credit" ? 0 : share.by_card_minor };
}

/** How much of an invoice can still be refunded, in minor units. */
export function leftToRefund(invoice: PaidInvoice): number {
  if (invoice.status !== "paid" || invoice.total_minor <= 0) return 0;
  return refundable(invoice) - refundedOf(invoice.refunds).minor;
}

/**
 * How much of each line was neither refunded nor credited yet. A refund without
 * lines was of the whole invoice, so it counts for each line by its share.
 *
 * @returns Minor units, by line.
 */
export function leftOfLines({
  lines,
  refunds = [],
}: Pick<BilledInvoice, "lines" | "refunds">): number[] {
  const left = lines.map(({ minor, credited_minor = 0 }) => Math.max(minor, 0) - credited_minor);
  for (const refund of refunds) {
    if (refund.failed_at !== undefined) continue;
    for (const { line, minor } of refund.lines ?? splitProportionally(refund.minor, left)) {
      left[line] = (left[line] ?? 0) - minor;
    }
  }
  return left;
}

/**
 * Marks a credit on the lines that paid for what is credited, in their order, each
 * as far as it was neither refunded nor credited before.
 *
 * @param minor - The credit, > 0.
 * @param pays - Whether a line paid for it.
 * @returns The lines, and the part of `minor` that none of them covers.
 */
export function creditLines<Line extends PaidCharge>(
  invoice: { lines: readonly Line[]; refunds?: readonly Refund[] },
  minor: number,
  pays: (line: Line) => boolean,
): { lines: Line[]; rest: number } {
  const left = leftOfLines(invoice);
  let rest = minor;
  const lines = invoice.lines.map((line, index) => {
    const taken = pays(line) ? Math.min(rest, left[index] ?? 0) : 0;
    rest -= taken;
    return taken === 0 ? line : { ...line, credited_minor: (line.credited_minor ?? 0) + taken };
  });
  return { lines, rest };
}

/**
 * Divides an amount in proportion, by largest remainders: the shares sum to it.
 *
 * | minor | of | shares |
 * |--:|---|---|
 * | 100 | 300, 600 | 33, 67 |
 * | 1 | 500, 500 | 1, – |
 *
 * @param minor - At most the sum of `of`; more is cut to it.
 * @returns The shares above 0, in the order of `of`; none is larger than its part.
 */
export function splitProportionally(minor: number, of: readonly number[]): LineShare[] {
  const total = of.reduce((sum, part) => sum + part, 0);
  if (total <= 0) return [];
  const due = BigInt(Math.min(minor, total));
  const parts = of.map((part, line) => {
    const product = due * BigInt(part);
    return { line, minor: Number(product / BigInt(total)), rest: product % BigInt(total) };
  });
  let rest = Number(due) - parts.reduce((sum, part) => sum + part.minor, 0);
  for (const part of parts.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))) {
    if (rest === 0) break;
    part.minor += 1;
    rest -= 1;
  }
  return parts
    .filter((part) => part.minor > 0)
    .map(({ line, minor: share }) => ({ line, minor: share }));
}

/** The number of a credit note: "CN-7KQ2M9XA-0001". */
export function creditNoteNumber(prefix: string, count: number): string {
  return `CN-${prefix}-${String(count).padStart(4, "0")}`;
}

function totalOfShares(shares: readonly LineShare[]): number {
  return shares.reduce((sum, { minor }) => sum + minor, 0);
}
