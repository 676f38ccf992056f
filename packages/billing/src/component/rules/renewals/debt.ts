import { noteReceipts } from "../invoices/receipts";
import type { PaidLine } from "../invoices/receipts";
import type { SubscriptionRow } from "./schedule";

/** An open invoice, as far as a preview needs it. */
interface Debt {
  /** The product whose cycle it pays; null: no product. */
  subscription: string | null;
  lines: readonly PaidLine[];
  created_at: number;
}

/**
 * A customer's subscriptions once the open invoices are paid: a preview shows the
 * state after the payment that attach makes first.
 */
export function asIfPaid(
  subscriptions: readonly SubscriptionRow[],
  debts: readonly Debt[],
): SubscriptionRow[] {
  return subscriptions.map((row) => {
    const debt = debts.find(({ subscription: of }) => of === row.id);
    if (!debt || row.status !== "past_due") return row;
    const { product, anchor, paid = [] } = row;
    const payment = { product, anchor, lines: debt.lines, now: debt.created_at };
    const status = "active" as const;
    const settled = { status, grace_ends_at: null, retry_at: null };
    return { ...row, ...settled, paid: noteReceipts(paid, payment) };
  });
}
