import fc from "fast-check";
import { minorDigits } from "../../../src/contract/currency";
import { describe, expect, it } from "vitest";
import { fractionOf } from "../../../src/component/rules/money/fraction";
import { formatMoney, formatPrice } from "../../../src/component/rules/text";
import {
  fromMicros,
  roundHalfAway,
  toMajor,
  toMicros,
  toMinor,
} from "../../../src/component/rules/money/money";

describe("minorDigits", () => {
  it.each([
    ["usd", 2],
    ["USD", 2],
    ["jpy", 0],
    ["krw", 0],
    ["isk", 0],
    ["kwd", 3],
    ["bhd", 3],
  ])("knows the smallest unit of %s", (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });
});

describe("a formatted amount", () => {
  /** The whole number of smallest units in a text. */
  const coinsOf = (text: string) => Number(text.replace(/[^\d]/g, ""));
  const decimalsOf = (text: string) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;

  it("has the right decimals for every currency", () => {
    const wrong = Intl.supportedValuesOf("currency").filter((currency) => {
      const text = formatMoney(toMajor(1_234_567, currency), currency);
      return coinsOf(text) !== 1_234_567 || decimalsOf(text) !== minorDigits(currency);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    [20, "usd", "$20", "$20.00"],
    [10.5, "usd", "$10.50", "$10.50"],
    [-1234.5, "usd", "-$1,234.50", "-$1,234.50"],
    [0.005, "usd", "$0.005", "$0.01"],
    [1000, "jpy", "¥1,000", "¥1,000"],
    [0.5, "jpy", "¥0.5", "¥1"],
    [1.5, "kwd", "KWD\u00a01.500", "KWD\u00a01.500"],
    [3, "kwd", "KWD\u00a03", "KWD\u00a03.000"],
    [10.5, "huf", "HUF\u00a010.50", "HUF\u00a010.50"],
    [0, "usd", "$0", "$0.00"],
  ])("formats %d %s as a price, and as an invoice amount", (amount, currency, price, money) => {
    expect([formatPrice(amount, currency), formatMoney(amount, currency)]).toEqual([price, money]);
  });
});

describe("toMinor", () => {
  it.each([
    [10.5, "usd", 1050],
    [0.29, "usd", 29],
    [1.005, "usd", 101],
    [1.0049, "usd", 100],
    [-1.005, "usd", -101],
    [1000, "jpy", 1000],
    [0.5, "jpy", 1],
    [0.4, "jpy", 0],
    [1.2345, "kwd", 1235],
    [1e-7, "usd", 0],
    [1e21 / 1e12, "usd", 1e11],
  ])("converts %d %s as the decimal that was written", (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor);
  });

  it.each([Number.NaN, Infinity])("refuses %d", (amount) => {
    expect(() => toMinor(amount, "usd")).toThrow(new RangeError(`not a finite number: ${amount}`));
  });

  it("converts back from minor units without change, in every currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.constantFrom("usd", "jpy", "kwd"),
        (minor, currency) => {
          expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

describe("roundHalfAway", () => {
  it.each([
    [5n, 10n, 1],
    [4n, 10n, 0],
    [-5n, 10n, -1],
    [-4n, 10n, 0],
    [15n, 10n, 2],
    [25n, 10n, 3],
    [-25n, 10n, -3],
    [7n, 1n, 7],
  ])("rounds %d / %d to %d", (numerator, denominator, rounded) => {
    expect(roundHalfAway(numerator, denominator)).toBe(rounded);
  });

  it("never returns a negative zero, which would print as -0", () => {
    expect(Object.is(roundHalfAway(-1n, 10n), 0)).toBe(true);
  });

  it("throws beyond safe integers instead of losing precision", () => {
    expect(() => roundHalfAway(2n ** 60n, 1n)).toThrow(
      new RangeError("out of range: 1152921504606846976"),
    );
  });
});

describe("micros", () => {
  it.each([
    [0.1, 100_000],
    [0.3, 300_000],
    [0.1 + 0.2, 300_000],
    [1e-7, 0],
    [-2.5, -2_500_000],
  ])("stores %d units as %d", (units, micros) => {
    expect(toMicros(units)).toBe(micros);
  });

  it("converts back to the same number of units", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (micros) => {
        expect(toMicros(fromMicros(micros))).toBe(micros);
      }),
    );
  });
});

describe("fractionOf", () => {
  it.each([
    [0.1, 1n, 10n],
    [1.5e-7, 15n, 100_000_000n],
    [-0.25, -25n, 100n],
    [1e21, 1_000_000_000_000_000_000_000n, 1n],
    [0, 0n, 1n],
  ])("reads %d exactly", (value, numerator, denominator) => {
    expect(fractionOf(value)).toEqual({ numerator, denominator });
  });
});
