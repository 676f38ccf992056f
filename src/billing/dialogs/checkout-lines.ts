import type { Checkout, CheckoutLine } from "../../../convex/contract/answers";
import type { Say } from "../messages/language";
import type { Words } from "../messages/words";

/** What happened to the old cycle and the new one; lines of nothing are hidden. @see Spec §9 */
export function listDetailLines({ has_prorations, lines }: Checkout): CheckoutLine[] {
  return has_prorations ? lines.filter(({ amount }) => amount !== 0) : [];
}

/** The next cycle's bill, or null when it is what is due today. @see Spec §9 */
export function describeNextCycle(result: Checkout, { say, money, date }: Words) {
  const { next_cycle, currency, total, product } = result;
  if (!next_cycle) return null;
  const amount = money(next_cycle.total, currency);
  // As people read them: what differs only in a float's last digits does not differ.
  if (amount === money(total, currency)) return null;
  const metered = product.items.some(({ usage_model }) => usage_model === "pay_per_use");
  return {
    label: say("checkout.next", { date: date(next_cycle.starts_at) }),
    amount: metered ? say("checkout.next.usage", { amount }) : amount,
  };
}

/** The way out's words: the paid plan that is kept when it would be replaced, else no more than "not now". */
export function describeWayOut({ product, current_product }: Checkout, say: Say): string {
  const replaced =
    current_product &&
    !current_product.properties.is_free &&
    !product.is_add_on &&
    current_product.id !== product.id;
  return replaced
    ? say("checkout.keep", { current: current_product.name })
    : say("checkout.not_now");
}
