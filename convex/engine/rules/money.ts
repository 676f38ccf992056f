import { fractionOf } from "./fraction";
import { MICROS_PER_UNIT } from "./model";

const ZERO_DECIMAL_CURRENCIES = new Set(
  "bif clp djf gnf isk jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" "),
);
const THREE_DECIMAL_CURRENCIES = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));

/**
 * How many decimals a currency's smallest coin has.
 *
 * @param currency - ISO 4217 code, any case.
 * @returns 0, 2 or 3.
 */
export function minorDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase();
  if (ZERO_DECIMAL_CURRENCIES.has(code)) return 0;
  return THREE_DECIMAL_CURRENCIES.has(code) ? 3 : 2;
}

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
