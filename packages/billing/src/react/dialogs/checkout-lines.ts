import type { Checkout, CheckoutLine } from "../../contract/responses";
import type { Say } from "../messages/language";
import { describeNextAmount } from "../messages/terms-copy";
import type { Words } from "../messages/words";

/** The changes of the old cycle and the new one; lines of zero are hidden. @see Spec §9 */
export function listDetailLines({ has_prorations, lines }: Checkout): CheckoutLine[] {
  if (!has_prorations) return [];
  return lines.filter(({ amount, invoice }) => amount !== 0 && !invoice);
}

/** An open invoice that is paid with the purchase. */
export interface DebtRow {
  label: string;
  amount: string;
  /** Its page, where it can be paid alone; null: it has none. */
  url: string | null;
}

/** The open invoices that are part of today's total. */
export function listDebts({ lines, currency }: Checkout, { t, money, date, list }: Words) {
  return lines.flatMap(({ invoice, amount }): DebtRow[] => {
    if (!invoice) return [];
    const { product_names, created_at, hosted_invoice_url: url } = invoice;
    const label = t("checkout.debt", { products: list(product_names), date: date(created_at) });
    return [{ label, amount: money(amount, currency), url }];
  });
}

/** The next cycle's invoice, or null when it equals today's total. @see Spec §9 */
export function describeNextCycle(result: Checkout, words: Words) {
  const { t, money, date } = words;
  const { next_cycle, currency, total } = result;
  if (!next_cycle) return null;
  const amount = money(next_cycle.total, currency);
  // As displayed, because the last digits of a float are not a difference.
  if (amount === money(total, currency)) return null;
  return {
    label: t("checkout.next", { date: date(next_cycle.starts_at) }),
    amount: describeNextAmount(result, words),
  };
}

/** All that is billed on the day of the next cycle, or null when it is this purchase alone. */
export function describeNextInvoice(
  { next_cycle: cycle, next_invoice: next, currency }: Checkout,
  { t, money }: Words,
) {
  if (!cycle || next?.at !== cycle.starts_at) return null;
  const amount = money(next.total, currency);
  if (amount === money(cycle.total, currency)) return null;
  return {
    label: t("checkout.next.all"),
    amount: next.has_usage ? t("checkout.next.usage", { amount }) : amount,
  };
}

/**
 * How today's total is paid, unless by card alone: the amounts from credit and by
 * card, and the added credit. Null: that part is zero.
 */
export function describePayment(
  { payment, total, currency }: Pick<Checkout, "payment" | "total" | "currency">,
  { t, money }: Words,
) {
  if (!payment || payment.from_credit === 0) return null;
  const { from_credit: credit, by_card: byCard } = payment;
  return {
    fromCredit: credit > 0 ? money(-credit, currency) : null,
    byCard: credit > 0 || byCard > Math.max(total, 0) ? money(byCard, currency) : null,
    note: credit < 0 ? t("checkout.credit.added", { amount: money(-credit, currency) }) : null,
  };
}

/**
 * The label of the dismissing button: it names the paid plan that would be replaced,
 * else "not now".
 */
export function describeWayOut({ product, current_product }: Checkout, t: Say): string {
  const replaced =
    current_product &&
    !current_product.properties.is_free &&
    !product.is_add_on &&
    current_product.id !== product.id;
  return replaced ? t("checkout.keep", { current: current_product.name }) : t("checkout.not_now");
}
