import type { Customer, Invoice } from "../../contract/wire";

/**
 * One change of the customer's credit. Amounts in major units; a negative amount paid
 * for something.
 */
export interface CreditMovement {
  key: string;
  why: "left_over" | "used" | "refunded" | "other";
  amount: number;
  /** The products that the credit is left over from, or that it paid for. */
  product_ids: readonly string[];
  /** Epoch milliseconds; null if no invoice has the date. */
  at: number | null;
}

/**
 * The changes of a customer's credit, newest first: amounts that invoices added,
 * spent or refunded. Changes without an invoice, such as a gift, come last, so that
 * the sum is the balance.
 */
export function listCreditMovements({ invoices = [], credit }: Customer): CreditMovement[] {
  const movements = invoices.flatMap(movementsOf);
  const explained = movements.reduce((sum, { amount }) => sum + amount, 0);
  // A smaller difference comes from adding floating-point amounts, and counts as zero.
  const rest = Math.round(((credit?.balance ?? 0) - explained) * 1e4) / 1e4;
  if (rest === 0) return movements;
  return [...movements, { key: "other", why: "other", amount: rest, product_ids: [], at: null }];
}

function movementsOf(invoice: Invoice): CreditMovement[] {
  const { stripe_id: id, created_at: at, product_ids } = invoice;
  const { from_credit: used = 0, refunded_as_credit: refunded = 0 } = invoice;
  const { credited_product_ids: credited = product_ids } = invoice;
  const both: CreditMovement[] = [
    { key: `${id} refund`, why: "refunded", amount: refunded, product_ids, at },
    used < 0
      ? { key: id, why: "left_over", amount: -used, product_ids: credited, at }
      : { key: id, why: "used", amount: -used, product_ids, at },
  ];
  return both.filter(({ amount }) => amount !== 0);
}
