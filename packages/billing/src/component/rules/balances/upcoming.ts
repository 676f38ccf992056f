import { changePacks } from "./balances";
import { quantityOf } from "../subscriptions/currentProducts";
import type { Balance, SubscriptionOption, Subscription } from "../model";
import { toMicros } from "../money/money";
import { periodAt } from "../periods/periods";
import { prepaidItems } from "../products/product";

/**
 * A product's quantities after the scheduled changes of a boundary.
 *
 * @param at - The boundary; items without a boundary there wait.
 * @returns Null when none changes.
 */
export function upcomingAt(row: Subscription, at: number): SubscriptionOption[] | null {
  const turning = new Set(
    prepaidItems(row.product)
      .filter(
        ({ interval, interval_count: count = 1 }) =>
          interval !== undefined && periodAt(row.anchor, interval, count, at).start === at,
      )
      .map(({ feature_id }) => feature_id),
  );
  const isDue = ({ feature_id, upcoming_quantity }: SubscriptionOption) =>
    upcoming_quantity !== undefined && turning.has(feature_id);
  if (!row.options.some(isDue)) return null;
  return row.options.map((option) => {
    const { feature_id, upcoming_quantity = option.quantity } = option;
    return isDue(option) ? { feature_id, quantity: upcoming_quantity } : option;
  });
}

/**
 * Applies new quantities to a product's balances. A balance that resets now is
 * filled by its reset, after its rest has rolled over.
 */
export function changeUpcoming(
  balanceRows: readonly Balance[],
  row: Subscription,
  options: readonly SubscriptionOption[],
): Balance[] {
  return balanceRows.map((balance) => {
    const { feature_id: id } = balance;
    const isSold = prepaidItems(row.product).some(({ feature_id }) => feature_id === id);
    const units = quantityOf(options, id) - quantityOf(row.options, id);
    if (!balance.prepaid || !isSold || units === 0) return balance;
    // Units that are paid by the period and never reset are in use: seats.
    if (balance.interval === null) return changePacks(balance, units, true);
    return { ...balance, granted: balance.granted + toMicros(units) };
  });
}
