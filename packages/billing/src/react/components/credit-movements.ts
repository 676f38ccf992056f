import type { Customer, Invoice } from "../../contract/wire";

/** One change of what is owed to a customer. Amounts in major units; negative: it paid something. */
export interface CreditMovement {
  key: string;
  why: "left_over" | "used" | "refunded" | "other";
  amount: number;
  /** Of the invoice that it is on. */
  product_ids: readonly string[];
  /** Epoch milliseconds; null: no invoice says when. */
  at: number | null;
}

/**
 * How a customer's credit came to be what it is, newest first: what invoices
 * left over, paid with it, and gave back as credit. What no invoice explains, a
 * gift or an older invoice, comes last, so that all of them sum to the balance.
 */
export function listCreditMovements({ invoices = [], credit }: Customer): CreditMovement[] {
  const movements = invoices.flatMap(movementsOf);
  const explained = movements.reduce((sum, { amount }) => sum + amount, 0);
  // Sums of amounts with decimals: what differs by less than any currency's unit is the same.
  const rest = Math.round(((credit?.balance ?? 0) - explained) * 1e4) / 1e4;
  if (rest === 0) return movements;
  return [...movements, { key: "other", why: "other", amount: rest, product_ids: [], at: null }];
}

function movementsOf(invoice: Invoice): CreditMovement[] {
  const { stripe_id: id, created_at: at, product_ids } = invoice;
  const { from_credit: used = 0, refunded_as_credit: refunded = 0 } = invoice;
  const both: CreditMovement[] = [
    { key: `${id} refund`, why: "refunded", amount: refunded, product_ids, at },
    { key: id, why: used < 0 ? "left_over" : "used", amount: -used, product_ids, at },
  ];
  return both.filter(({ amount }) => amount !== 0);
}
