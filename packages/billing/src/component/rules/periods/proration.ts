import { multiply } from "../money/fraction";
import type { Fraction } from "../money/fraction";
import { roundHalfAway } from "../money/money";
import type { Period } from "./periods";

/**
 * The part of a period that is still ahead.
 *
 * @param period - Half-open.
 * @param now - Before the period: all of it is ahead. After it: nothing.
 * @returns An exact fraction between 0 and 1.
 * @throws {RangeError} If the period is empty.
 */
export function fractionLeft(period: Period, now: number): Fraction {
  if (period.end <= period.start) throw new RangeError("an empty period has no fraction");
  const left = Math.min(Math.max(period.end - now, 0), period.end - period.start);
  return { numerator: BigInt(left), denominator: BigInt(period.end - period.start) };
}

/**
 * The part of an amount that pays for the rest of a period.
 *
 * Exact in milliseconds, rounded once, half away from zero.
 *
 * @param full - The full period's price, in minor units.
 * @param period - Half-open.
 * @param now - The moment of the change.
 * @returns Minor units, between 0 and `full`.
 * @see Spec §4, "prorated charge or credit"
 */
export function prorate(full: Fraction, period: Period, now: number): number {
  const { numerator, denominator } = multiply(full, fractionLeft(period, now));
  return roundHalfAway(numerator, denominator);
}
