import { divide, multiply, subtract } from "../money/fraction";
import type { Fraction } from "../money/fraction";
import type { Balance, ItemDefinition, OnDecrease, OnIncrease } from "../model";
import { fromMicros, toMicros } from "../money/money";
import type { Period } from "../periods/periods";
import { fractionLeft } from "../periods/proration";
import { roundAmount } from "../prices/pricing";
import type { Receipt } from "../invoices/receipts";
import { exactAmount } from "../prices/tiers";

const WHOLE: Fraction = { numerator: 1n, denominator: 1n };

/** A change of how many seats (or other allocated units) are in use. */
export interface SeatChange {
  /** The allocated item: `included_usage` and a price per unit. */
  item: ItemDefinition;
  /** Units in use before and after. */
  from: number;
  to: number;
  /** Units that are unused, and paid for or billed. */
  vacated: number;
  /** What one more costs. Default: the rest of the period, at once. */
  onIncrease?: OnIncrease;
  /** What vacating a paid unit does. */
  onDecrease: OnDecrease;
  /** The receipt of the period. Absent: nothing is paid yet, so nothing is credited. */
  receipt?: Pick<Receipt, "full_minor" | "left_minor"> | undefined;
  currency: string;
  period: Period;
  now: number;
}

/** The cost of a change of seats, and its date. */
export interface SeatPlan {
  /** Minor units, negative for a credit. */
  minor: number;
  /** The price of a whole period of the units, with the sign of the change. */
  full: number;
  /** When they are due. `next_invoice`: together with the renewal. */
  due: "now" | "next_invoice";
  /** Paid units that are unused afterwards. */
  vacated: number;
}

/**
 * Plans what a change of seats costs for the rest of the period.
 *
 * Unused paid seats are filled before any is charged. Seats are priced in whole
 * packs; the difference is prorated and rounded once. A credit returns the share of
 * the receipt that paid for the seats, and never more than is left of it.
 *
 * | | money |
 * |---|---|
 * | more, `prorate_immediately` | the rest of the period, now |
 * | more, `bill_immediately` | a whole period, now |
 * | more, `prorate_next_cycle` | the rest of the period, with the renewal |
 * | more, `bill_next_cycle` | none before the renewal |
 * | fewer, `prorate_immediately` | the rest of the period is credited now |
 * | fewer, `prorate_next_cycle` | the same, with the renewal |
 * | fewer, `none` | none: the paid seats stay unused until the renewal |
 * | fewer, `no_prorations` | none |
 * | fewer, without a receipt | none: the seats stay unused until the renewal |
 *
 * @see Spec §4, "proration lines"
 */
export function planSeatChange(change: SeatChange): SeatPlan {
  const { item, from, to, currency } = change;
  const { onIncrease = "prorate_immediately", onDecrease } = change;
  const paid = seatsBeyond(item, from) + change.vacated;
  const needed = seatsBeyond(item, to);
  // Without a receipt, the charge for the period may still be open. Nothing is credited, so the
  // units stay: the customer does not pay for them again.
  const isUncredited = onDecrease !== "no_prorations" && change.receipt === undefined;
  const isKept = needed < paid && (to > from || onDecrease === "none" || isUncredited);
  const vacated = isKept ? paid - needed : 0;
  const policy = needed > paid ? onIncrease : onDecrease;
  // Units that are first charged by the renewal have not been paid for, so they are not credited
  // either.
  const isLater = onIncrease === "bill_next_cycle";
  if (isKept || isLater || policy === "no_prorations" || needed === paid) {
    return { minor: 0, full: 0, due: "now", vacated };
  }
  const due = policy === "prorate_next_cycle" ? "next_invoice" : "now";
  const part = policy === "bill_immediately" ? WHOLE : fractionLeft(change.period, change.now);
  const before = exactAmount(item, paid, currency);
  const after = exactAmount(item, needed, currency);
  if (needed > paid) {
    const full = subtract(after, before);
    const minor = roundAmount(full, part);
    return { minor, full: roundAmount(full), due, vacated };
  }
  const given = before.numerator === 0n ? null : divide(subtract(before, after), before);
  return { ...creditOf(given, part, change.receipt), due, vacated };
}

/** @param given - The share of the paid units that is released. Null: they cost nothing. */
function creditOf(
  given: Fraction | null,
  part: Fraction,
  receipt: SeatChange["receipt"],
): Pick<SeatPlan, "minor" | "full"> {
  if (given === null || receipt === undefined) return { minor: 0, full: 0 };
  const full = multiply({ numerator: BigInt(receipt.full_minor), denominator: 1n }, given);
  const minor = Math.min(roundAmount(full, part), receipt.left_minor);
  return { minor: 0 - minor, full: 0 - roundAmount(full) };
}

/** Units that are not included, and so are paid for. */
export function seatsBeyond(
  { included_usage: included = 0 }: ItemDefinition,
  used: number,
): number {
  return included === "inf" ? 0 : Math.max(0, used - included);
}

/** Units of a balance that are in use, overage included. */
export function usedUnits({ granted, adjustment, balance }: Balance): number {
  return fromMicros(granted + adjustment - balance);
}

/** Paid units of a balance that are unused now. */
export function vacatedUnits({ vacated }: Balance, now: number): number {
  return vacated === undefined || vacated.until <= now ? 0 : fromMicros(vacated.units);
}

/**
 * Stores how many paid units are unused.
 *
 * @param until - When the renewal clears them.
 */
export function setUnusedSeats(balance: Balance, units: number, until: number): Balance {
  if (units === 0 && balance.vacated === undefined) return balance;
  return { ...balance, vacated: { units: toMicros(units), until } };
}
