import type { Customer, Invoice } from "../../contract/wire";

/** One change of the customer's credit. Amounts in major units; negative: it paid something. */
export interface CreditMovement {
  key: string;
  why: "left_over" | "used" | "refunded" | "other";
  amount: number;
  /** The id of its invoice. */
  product_ids: readonly string[];
  /** Epoch milliseconds; null: no invoice says when. */
  at: number | null;
}

/**
 * The changes of a customer's credit, newest first: what invoices added to it,
 * paid with it, and refunded to it. Changes without an invoice, such as a gift,
 * come last, so that the sum is the balance.
 */
export function listCreditMovements({ invoices = [], credit }: Customer): CreditMovement[] {
  const movements = invoices.flatMap(movementsOf);
  const explained = movements.reduce((sum, { amount }) => sum + amount, 0);
  // Sums of decimal amounts: a difference below the smallest unit of any currency is none.
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
