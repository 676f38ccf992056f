import { isLive } from "../subscriptions/currentProducts";
import type { Balance } from "../model";
import { floorOf } from "./moves";

/**
 * Makes the rest of balances equal a target without touching usage: the grant
 * changes, the use stays.
 *
 * More goes to the first balance. Less is taken from balances, in order, then from
 * rollovers, then from possible overage, down to its floor.
 *
 * @param balances - Of one feature, in deduction order; at least one, none
 *   unlimited.
 * @param target - Micros that shall be left, rollovers included.
 * @returns The balances in the same order; null when they can't go so low.
 */
export function adjustTo(
  balanceRows: readonly Balance[],
  target: number,
  now: number,
): Balance[] | null {
  const delta = target - balanceRows.reduce((sum, balance) => sum + leftIn(balance, now), 0);
  if (delta >= 0) {
    return balanceRows.map((balance, index) => (index === 0 ? shift(balance, delta) : balance));
  }
  let missing = -delta;
  let after = balanceRows.map((balance) => {
    const taken = Math.min(missing, Math.max(0, balance.balance));
    missing -= taken;
    return shift(balance, -taken);
  });
  after = after.map((balance) => {
    const trimmed = trim(balance, missing, now);
    missing -= leftIn(balance, now) - leftIn(trimmed, now);
    return trimmed;
  });
  after = after.map((balance) => {
    const taken = Math.min(missing, Math.max(0, Math.min(0, balance.balance) - floorOf(balance)));
    missing -= taken;
    return shift(balance, -taken);
  });
  return missing === 0 ? after : null;
}

/** Micros left in a balance, live rollovers included. */
export function leftIn({ balance, rollovers }: Balance, now: number): number {
  const live = rollovers.filter((row) => isLive(row, now));
  return balance + live.reduce((sum, row) => sum + row.balance, 0);
}

function shift(row: Balance, delta: number): Balance {
  if (delta === 0) return row;
  const { balance, adjustment } = row;
  return { ...row, balance: balance + delta, adjustment: adjustment + delta };
}

function trim(balance: Balance, amount: number, now: number): Balance {
  let missing = amount;
  const rollovers = balance.rollovers.map((row) => {
    const taken = isLive(row, now) ? Math.min(missing, row.balance) : 0;
    missing -= taken;
    return { ...row, balance: row.balance - taken };
  });
  return missing === amount ? balance : { ...balance, rollovers };
}
