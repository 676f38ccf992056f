import { packsToUnits } from "../../contract/quantity";
import { changePacks } from "./balances";
import { packsOf } from "./currentProducts";
import type { Balance, SubscriptionOption, Subscription } from "./model";
import { toMicros } from "./money";
import { periodAt } from "./periods";
import { prepaidItems } from "./product";

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
  const isDue = ({ feature_id, upcoming_packs }: SubscriptionOption) =>
    upcoming_packs !== undefined && turning.has(feature_id);
  if (!row.options.some(isDue)) return null;
  return row.options.map((option) => {
    const { feature_id, packs, upcoming_packs = packs } = option;
    return isDue(option) ? { feature_id, packs: upcoming_packs } : option;
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
  return balanceRows.map((balanceRow) => {
    const { feature_id: id } = balanceRow;
    const item = prepaidItems(row.product).find(({ feature_id }) => feature_id === id);
    const packs = packsOf(options, id) - packsOf(row.options, id);
    if (!balanceRow.prepaid || item === undefined || packs === 0) return balanceRow;
    const units = packsToUnits(packs, item.billing_units ?? 1);
    // Units that are paid by the period and never reset are in use: seats.
    if (balanceRow.interval === null) return changePacks(balanceRow, units, true);
    return { ...balanceRow, granted: balanceRow.granted + toMicros(units) };
  });
}
