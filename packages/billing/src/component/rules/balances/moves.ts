import { isLive } from "../subscriptions/currentProducts";
import type { Balance } from "../model";
import { usageCap } from "../usageCap";

/** One change of one balance, or of one of its rollovers. */
export interface Move {
  balanceId: string;
  /** Index into the balance's rollovers; null: the balance's own balance. */
  rolloverIndex: number | null;
  /**
   * Micros taken; negative: returned. 0 names the unlimited balance that pays for
   * consumable use.
   */
  amount: number;
}

/** A place that units can be taken from or returned to. */
interface Pocket {
  balanceId: string;
  rolloverIndex: number | null;
  /** Micros that fit. */
  capacity: number;
}

/**
 * How much can be taken from balances of one feature. Use beyond one balance's
 * floor counts against the others.
 *
 * @returns Micros; Infinity when one is unlimited or its overage is open.
 */
export function capacityForUse(balanceRows: readonly Balance[], now: number): number {
  const beyond = balanceRows.reduce((sum, row) => sum + Math.max(0, floorOf(row) - row.balance), 0);
  return Math.max(0, capacityOf(balanceRows, pocketsForUse(balanceRows, now)) - beyond);
}

/**
 * Takes units: rollovers, soonest expiry first, then balances, then overage.
 *
 * @param balances - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0, at most what there is capacity for.
 * @param staysInUse - True for seats and storage: an unlimited balance counts them,
 *   for a limited plan may follow.
 */
export function take(
  balanceRows: readonly Balance[],
  amount: number,
  now: number,
  staysInUse = false,
): Move[] {
  const counter = staysInUse ? balanceRows.find((balance) => balance.unlimited) : undefined;
  if (counter && amount > 0) return [{ ...own(counter), amount }];
  return fill(balanceRows, pocketsForUse(balanceRows, now), amount, 1);
}

/**
 * Records units as in use, whether they fit or not: the rest takes the first
 * balance below its floor.
 *
 * @param balances - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0.
 */
export function takeAll(balanceRows: readonly Balance[], amount: number, now: number): Move[] {
  const fits = Math.min(amount, capacityOf(balanceRows, pocketsForUse(balanceRows, now)));
  const moves = take(balanceRows, fits, now, true);
  const [first] = balanceRows;
  if (first === undefined || fits === amount) return moves;
  return [...moves, { ...own(first), amount: amount - fits }];
}

/**
 * How much can be returned to balances of one feature: for features that stay in
 * use, the counted use.
 */
export function capacityToGiveBack(
  balanceRows: readonly Balance[],
  now: number,
  staysInUse = false,
): number {
  const pockets = pocketsToGiveBack(balanceRows, now);
  return staysInUse ? sumOf(pockets) : capacityOf(balanceRows, pockets);
}

/**
 * Returns units: overage is settled first, then balances are refilled up to their
 * grant, then rollovers, each in the reverse of the order of use.
 *
 * @param balances - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0, at most what there is capacity for.
 */
export function giveBack(
  balanceRows: readonly Balance[],
  amount: number,
  now: number,
  staysInUse = false,
): Move[] {
  const pockets = pocketsToGiveBack(balanceRows, now);
  return staysInUse ? fillPockets(pockets, amount, -1) : fill(balanceRows, pockets, amount, -1);
}

/**
 * Applies moves.
 *
 * @returns All balances, changed where a move said so.
 */
export function applyMoves(balanceRows: readonly Balance[], moves: readonly Move[]): Balance[] {
  return balanceRows.map((balance) =>
    moves.filter((move) => move.balanceId === balance.id).reduce(applyMove, balance),
  );
}

/** The lowest balance that a use may leave; existing use can be below it. */
export function floorOf(balance: Balance): number {
  return balance.granted - usageCap(balance);
}

function applyMove(balance: Balance, { rolloverIndex, amount }: Move): Balance {
  if (rolloverIndex === null) return { ...balance, balance: balance.balance - amount };
  return {
    ...balance,
    rollovers: balance.rollovers.map((row, index) =>
      index === rolloverIndex
        ? { ...row, balance: row.balance - amount, usage: row.usage + amount }
        : row,
    ),
  };
}

function pocketsForUse(balanceRows: readonly Balance[], now: number): Pocket[] {
  const rollovers = balanceRows.flatMap((balance) => rolloverPockets(balance, now, "balance"));
  return [
    ...rollovers.sort(byExpiry),
    ...balanceRows.map((balance) => {
      const lowest = Math.max(0, floorOf(balance));
      return { ...own(balance), capacity: Math.max(0, balance.balance - lowest) };
    }),
    ...balanceRows
      .filter((balance) => balance.usage_allowed)
      .map((balance) => {
        const capacity = Math.min(balance.balance, 0) - floorOf(balance);
        return { ...own(balance), capacity: Math.max(0, capacity) };
      }),
  ];
}

function pocketsToGiveBack(balanceRows: readonly Balance[], now: number): Pocket[] {
  const reversed = balanceRows.toReversed();
  const rollovers = balanceRows.flatMap((balance) => rolloverPockets(balance, now, "usage"));
  return [
    ...reversed.map((balance) => ({
      ...own(balance),
      capacity: Math.max(0, -balance.balance),
    })),
    ...reversed.map((balance) => {
      const full = balance.granted + balance.adjustment;
      return { ...own(balance), capacity: Math.max(0, full - Math.max(0, balance.balance)) };
    }),
    ...rollovers.sort(byExpiry).reverse(),
  ];
}

function rolloverPockets(balance: Balance, now: number, capacity: "balance" | "usage") {
  return balance.rollovers.flatMap((row, rolloverIndex) =>
    isLive(row, now)
      ? [
          {
            balanceId: balance.id,
            rolloverIndex,
            capacity: row[capacity],
            expiresAt: row.expires_at,
          },
        ]
      : [],
  );
}

function byExpiry(a: { expiresAt: number | null }, b: { expiresAt: number | null }): number {
  const never = Number.MAX_SAFE_INTEGER;
  return (a.expiresAt ?? never) - (b.expiresAt ?? never);
}

function own(balance: Balance) {
  return { balanceId: balance.id, rolloverIndex: null };
}

function capacityOf(balanceRows: readonly Balance[], pockets: readonly Pocket[]): number {
  if (balanceRows.some((balance) => balance.unlimited)) return Infinity;
  return sumOf(pockets);
}

function sumOf(pockets: readonly Pocket[]): number {
  return pockets.reduce((sum, pocket) => sum + pocket.capacity, 0);
}

function fill(
  balanceRows: readonly Balance[],
  pockets: readonly Pocket[],
  amount: number,
  sign: 1 | -1,
): Move[] {
  if (amount === 0) return [];
  const unlimited = balanceRows.find((balance) => balance.unlimited);
  if (unlimited) return [{ ...own(unlimited), amount: 0 }];
  return fillPockets(pockets, amount, sign);
}

function fillPockets(pockets: readonly Pocket[], amount: number, sign: 1 | -1): Move[] {
  const moves: Move[] = [];
  let left = amount;
  for (const { balanceId, rolloverIndex, capacity } of pockets) {
    const moved = Math.min(left, capacity);
    if (moved <= 0) continue;
    moves.push({ balanceId, rolloverIndex, amount: sign * moved });
    left -= moved;
  }
  return moves;
}
