import type { Invoice } from "../../contract/wire";

/** What can happen to an invoice. */
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
 * @returns Null when the event cannot happen in that status. Nothing follows `paid` and `void`.
 */
export function nextInvoiceStatus(
  status: Invoice["status"],
  event: InvoiceEvent,
): Invoice["status"] | null {
  return NEXT[status][event] ?? null;
}

/**
 * How an amount is paid: from credit first, the rest by card.
 *
 * | due | credit | from credit | by card |
 * |--:|--:|--:|--:|
 * | 600 | 0 | 0 | 600 |
 * | 600 | 250 | 250 | 350 |
 * | −400 | 250 | −400: credit grows by 400 | 0 |
 *
 * @param due - Minor units; negative is owed to the customer.
 * @param credit - What the customer has, ≥ 0.
 * @returns Minor units; the two sum to `due`.
 */
export function splitPayment(due: number, credit: number) {
  const fromCredit = Math.min(credit, due);
  return { fromCredit, byCard: due - fromCredit };
}

/** Minor units of all lines together. */
export function totalOf(lines: readonly { minor: number }[]): number {
  return lines.reduce((sum, { minor }) => sum + minor, 0);
}

/** Whether a line neither charges nor credits anything, and no discount is the reason. */
export function isNothing(line: { minor: number; discount_minor?: number }): boolean {
  return line.minor === 0 && line.discount_minor === undefined;
}

/**
 * The number that people quote: "7KQ2M9XA-0001".
 *
 * @param prefix - Of the customer.
 * @param count - From 1; beyond 9999 it grows longer.
 */
export function invoiceNumber(prefix: string, count: number): string {
  return `${prefix}-${String(count).padStart(4, "0")}`;
}
