import type { Checkout } from "../../contract/responses";
import type { PaymentMethod } from "../../contract/wire";
import { describeCard } from "./card-copy";
import { chooseWording } from "./checkout-copy";
import type { Words } from "./words";

/**
 * What is paid today, and what next and when; for a trial, what happens to the
 * card on file when it ends.
 *
 * @param method - The card on file; null: none.
 * @returns Null when nothing is to be paid, or the provider does not say when.
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
  const wording = chooseWording(product);
  if (wording === "trial") {
    const cardRequired = product.free_trial?.card_required !== false;
    if (method) {
      return t("checkout.terms.trial.card", { ...then, card: describeCard(method, t) });
    }
    if (cardRequired || url !== null) return t("checkout.terms.trial.hosted", then);
    return t("checkout.terms.trial.none", { product: product.name, date: then.date });
  }
  if (wording === "scheduled" || wording === "active") return t("checkout.terms.next", then);
  return total > 0
    ? t("checkout.terms.paid", { ...then, today })
    : t("checkout.terms.nothing", then);
}

/** The next invoice, with the usage charges on top. */
export function describeNextAmount({ next_cycle, currency, product }: Checkout, words: Words) {
  const { t, money } = words;
  const amount = money(next_cycle?.total ?? 0, currency);
  const metered = product.items.some(({ usage_model }) => usage_model === "pay_per_use");
  return metered ? t("checkout.next.usage", { amount }) : amount;
}
