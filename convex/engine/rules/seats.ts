import { add, multiply } from "./fraction";
import type { ItemDefinition } from "./model";
import { roundHalfAway } from "./money";
import type { Period } from "./periods";
import { fractionLeft } from "./proration";
import { exactAmount } from "./tiers";

/** A change of how many seats (or other allocated units) are in use. */
export interface SeatChange {
  /** The allocated item: `included_usage` and a price per unit. */
  item: ItemDefinition;
  /** Units in use before and after. */
  from: number;
  to: number;
  /** Units that are paid for and stand empty. */
  vacated: number;
  /** What emptying a paid unit does: credit it now, or keep it until the renewal. */
  onDecrease: "prorate_immediately" | "none";
  currency: string;
  period: Period;
  now: number;
}

/**
 * Plans what a change of seats costs for the rest of the period.
 *
 * Empty seats that are paid for are filled before any is charged. Seats are
 * priced in whole packs; the difference is prorated and rounded once.
 *
 * @returns Minor units due now, negative for a credit; and how many paid seats
 *   stand empty afterwards.
 */
export function planSeatChange(change: SeatChange): { minor: number; vacated: number } {
  const { item, from, to, vacated, onDecrease, currency, period, now } = change;
  const paid = seatsBeyond(item, from) + vacated;
  const needed = seatsBeyond(item, to);
  const isKept = needed < paid && (to > from || onDecrease === "none");
  const paidAfter = isKept ? paid : needed;
  const before = exactAmount(item, paid, currency);
  const difference = add(exactAmount(item, paidAfter, currency), {
    ...before,
    numerator: -before.numerator,
  });
  const { numerator, denominator } = multiply(difference, fractionLeft(period, now));
  return { minor: roundHalfAway(numerator, denominator), vacated: paidAfter - needed };
}

/** Units that are not included, and so are paid for. */
export function seatsBeyond(
  { included_usage: included = 0 }: ItemDefinition,
  used: number,
): number {
  return included === "inf" ? 0 : Math.max(0, used - included);
}
