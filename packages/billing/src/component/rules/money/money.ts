import { minorDigits } from "../../../contract/currency";
import { fractionOf } from "./fraction";
import { MICROS_PER_UNIT } from "../model";

/**
 * Converts an amount that a person wrote to minor units.
 *
 * | amount | currency | minor |
 * |--:|---|--:|
 * | 10.5 | usd | 1050 |
 * | 1000 | jpy | 1000 |
 * | 1.2345 | kwd | 1235 |
 *
 * @param amount - Major units. Decimals beyond the currency's own are rounded
 *   half away from zero.
 * @param currency - ISO 4217 code.
 * @returns An integer.
 */
export function toMinor(amount: number, currency: string): number {
  const { numerator, denominator } = fractionOf(amount);
  return roundHalfAway(numerator * 10n ** BigInt(minorDigits(currency)), denominator);
}

/**
 * Converts minor units to the major units of the wire.
 *
 * @param minor - An integer.
 * @param currency - ISO 4217 code.
 */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}

/**
 * Rounds a fraction to the nearest integer; a half goes away from zero.
 *
 * @param numerator - Any sign.
 * @param denominator - Positive.
 * @throws {RangeError} If the result is no safe integer: a sum that large is a mistake.
 */
export function roundHalfAway(numerator: bigint, denominator: bigint): number {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  const result = Number(numerator < 0n ? -rounded : rounded);
  if (!Number.isSafeInteger(result)) throw new RangeError(`out of range: ${String(rounded)}`);
  return result;
}

/**
 * Converts feature units to stored quantities.
 *
 * @param units - Any finite number; digits beyond a millionth are rounded.
 * @returns Micros, an integer.
 */
export function toMicros(units: number): number {
  const { numerator, denominator } = fractionOf(units);
  return roundHalfAway(numerator * BigInt(MICROS_PER_UNIT), denominator);
}

/**
 * Converts stored quantities to feature units.
 *
 * @param micros - An integer.
 */
export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}
