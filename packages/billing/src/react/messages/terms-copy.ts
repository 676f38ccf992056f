import { isMetered } from "../../contract/metered";
import type { Checkout } from "../../contract/responses";
import type { PaymentMethod } from "../../contract/wire";
import { describeCard } from "./card-copy";
import { chooseWording } from "./checkout-copy";
import type { Words } from "./words";

/**
 * The payments today and next, with dates; for a trial, what happens to the card on
 * file when it ends.
 *
 * @param method - The card on file; null: none.
 * @returns Null if nothing has to be paid, or the provider does not report when.
 */
export function describeTerms(
  result: Checkout,
  method: PaymentMethod | null,
  words: Words,
): string | null {
  const { product, next_cycle: next, total, url, currency } = result;
  const { t, money, date } = words;
  if (product.properties.is_free) return null;
  const today = money(Math.max(0, total), currency);
  if (product.properties.is_one_off) return t("checkout.terms.once", { today });
  if (!next) return null;
  const then = { amount: describeNextAmount(result, words), date: date(next.starts_at) };
  const credit = describeNextCredit(result, words);
  const wording = chooseWording(product);
  if (wording === "trial") {
    const cardRequired = product.free_trial?.card_required !== false;
    if (credit && (method || cardRequired || url !== null)) {
      return `${t("checkout.terms.trial.due", then)} ${credit}`;
    }
    if (method) {
      return t("checkout.terms.trial.card", { ...then, card: describeCard(method, t) });
    }
    if (cardRequired || url !== null) return t("checkout.terms.trial.hosted", then);
    return t("checkout.terms.trial.none", { product: product.name, date: then.date });
  }
  return [describePaid(), credit].filter((sentence) => sentence !== null).join(" ");

  function describePaid(): string {
    if (wording === "scheduled" || wording === "active") return t("checkout.terms.next", then);
    return total > 0
      ? t("checkout.terms.paid", { ...then, today })
      : t("checkout.terms.nothing", then);
  }
}

/** The sentence about the credit's part of the next invoice; null: no credit, or unknown. */
function describeNextCredit(result: Checkout, words: Words): string | null {
  const { next_cycle: next, next_payment: payment, currency, product } = result;
  const { t, money } = words;
  if (!next || !payment || payment.from_credit <= 0) return null;
  const { by_card: byCard, from_credit: credit } = payment;
  const when = { date: words.date(next.starts_at) };
  if (byCard === 0 && !product.items.some(isMetered)) return t("checkout.terms.credit.all", when);
  const rest = withUsage(byCard, result, words);
  return t("checkout.terms.credit", { ...when, credit: money(credit, currency), rest });
}

/** The next invoice, with the usage prices on top. @see Spec §9 */
export function describeNextAmount(result: Checkout, words: Words): string {
  return withUsage(result.next_cycle?.total ?? 0, result, words);
}

function withUsage(major: number, { currency, product }: Checkout, { t, money }: Words): string {
  const amount = money(major, currency);
  return product.items.some(isMetered) ? t("checkout.next.usage", { amount }) : amount;
}
