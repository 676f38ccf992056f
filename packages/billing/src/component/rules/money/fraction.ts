/** An exact rational number. The denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Reads a number as the decimal that a person wrote: 0.1 is 1/10, not the nearest
 * binary number.
 *
 * @param value - Any finite number.
 * @throws {RangeError} If `value` is not finite.
 */
export function fractionOf(value: number): Fraction {
  const match = DECIMAL.exec(String(value));
  if (!match) throw new RangeError(`not a finite number: ${String(value)}`);
  const [, sign = "", whole = "", decimals = "", exponent = "0"] = match;
  const digits = BigInt(sign + whole + decimals);
  const shift = Number(exponent) - decimals.length;
  return shift >= 0
    ? { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-shift) };
}

/** Adds exactly. */
export function add(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** Subtracts exactly. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { ...b, numerator: -b.numerator });
}

/** The exact ratio of a number to another, > 0. */
export function ratioOf(part: number, whole: number): Fraction {
  return divide(fractionOf(part), fractionOf(whole));
}

/** Multiplies exactly. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  };
}

/**
 * Divides exactly.
 *
 * @param by - Greater than 0.
 */
export function divide(a: Fraction, by: Fraction): Fraction {
  return {
    numerator: a.numerator * by.denominator,
    denominator: a.denominator * by.numerator,
  };
}

/** How many decimals a number has as a person writes it: 0.25 has 2. */
export function decimalsOf(value: number): number {
  const { denominator } = fractionOf(value);
  // A power of ten.
  return String(denominator).length - 1;
}
