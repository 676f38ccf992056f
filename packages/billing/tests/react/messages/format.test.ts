import { describe, expect, it } from "vitest";
import { formatDate, formatMoney, formatNumber } from "../../../src/react/messages/format";

describe("formatMoney", () => {
  it.each([
    [14, "usd", undefined, "$14.00"],
    [10.5, "USD", undefined, "$10.50"],
    [-6, "usd", undefined, "-$6.00"],
    [-0, "usd", undefined, "$0.00"],
    [1200, "jpy", undefined, "¥1,200"],
    [1234.5, "eur", "de-DE", "1.234,50\u00a0€"],
  ])("shows %s %s in %s", (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale)).toBe(text);
  });

  it.each([
    [12.5, "xx", "12.5 xx"],
    [12.5, "", "12.5"],
    [Number.NaN, "usd", "–"],
    [Infinity, "usd", "–"],
  ])("stays readable for %s in %o", (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });
});

describe("formatDate", () => {
  const noon = Date.UTC(2026, 11, 11, 12);

  it("uses the browser's own format by default", () => {
    expect(formatDate(noon)).toBe(
      new Date(noon).toLocaleDateString(undefined, { dateStyle: "medium" }),
    );
    expect(formatDate(noon, "en-US")).toBe("Dec 11, 2026");
    expect(formatDate(noon, "de-DE")).toBe("11.12.2026");
  });
});

describe("formatNumber", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [0.193, "0.19"],
    [0.0042, "0.0042"],
    [0.999, "0.99"],
    [1, "1"],
    [22.84, "22.8"],
    [999.99, "999.9"],
    [1000, "1,000"],
    [-3.25, "-3.2"],
  ])("shows %s as %s: never more than there is", (units, text) => {
    expect(formatNumber(units)).toBe(text);
  });
});
