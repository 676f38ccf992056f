import type { Checkout, CheckoutLine } from "../../contract/responses";
import type { Say } from "../messages/language";
import { describeNextAmount } from "../messages/terms-copy";
import type { Words } from "../messages/words";

/** The changes of the old cycle and the new one; lines of zero are hidden. @see Spec §9 */
export function listDetailLines({ has_prorations, lines }: Checkout): CheckoutLine[] {
  return has_prorations ? lines.filter(({ amount }) => amount !== 0) : [];
}

/** The next cycle's invoice, or null when it equals today's total. @see Spec §9 */
export function describeNextCycle(result: Checkout, words: Words) {
  const { t, money, date } = words;
  const { next_cycle, currency, total } = result;
  if (!next_cycle) return null;
  const amount = money(next_cycle.total, currency);
  // As displayed: a difference in a float's last digits is none.
  if (amount === money(total, currency)) return null;
  return {
    label: t("checkout.next", { date: date(next_cycle.starts_at) }),
    amount: describeNextAmount(result, words),
  };
}

/** How today's total is paid, if not by card alone. A sentence says when the credit grows. */
export function describePayment({ payment, currency }: Checkout, { t, money }: Words) {
  if (!payment || payment.from_credit === 0) return null;
  if (payment.from_credit < 0) {
    const amount = money(-payment.from_credit, currency);
    return { rows: [], note: t("checkout.credit.added", { amount }) };
  }
  const rows = [
    { label: t("checkout.credit.used"), amount: money(-payment.from_credit, currency) },
    { label: t("checkout.by_card"), amount: money(payment.by_card, currency) },
  ];
  return { rows, note: null };
}

/**
 * The label of the dismissing button: it names the paid plan that is kept when it
 * would be replaced, else "not now".
 */
export function describeWayOut({ product, current_product }: Checkout, t: Say): string {
  const replaced =
    current_product &&
    !current_product.properties.is_free &&
    !product.is_add_on &&
    current_product.id !== product.id;
  return replaced ? t("checkout.keep", { current: current_product.name }) : t("checkout.not_now");
}
