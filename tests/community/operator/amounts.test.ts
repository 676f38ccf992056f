import { describe, expect, it } from "vitest";
import { readAmount, readCount, sumOf } from "../../../src/community/operator/amounts";

describe("a typed amount", () => {
  it.each([
    ["2", "usd", 2],
    ["2.05", "usd", 2.05],
    ["2,05", "usd", 2.05],
    [" 0.1 ", "usd", 0.1],
    ["1.005", "usd", null],
    ["0.00", "usd", null],
    ["10.01", "usd", null],
    ["1e1", "usd", null],
    ["-1", "usd", null],
    ["", "usd", null],
    ["3", "jpy", 3],
    ["3.5", "jpy", null],
  ])("%j in %s is %j", (typed, currency, amount) => {
    expect(readAmount(typed, 10, currency)).toBe(amount);
  });

  it("adds up to the cent", () => {
    expect(sumOf(0.1, 0.2, "usd")).toBe(0.3);
    expect(sumOf(1.1, 2.2, "usd")).toBe(3.3);
  });
});

describe("a typed count", () => {
  it.each([
    ["7", 7],
    ["366", 366],
    ["367", null],
    ["0", null],
    ["1.5", null],
    ["x", null],
  ])("%j is %j", (typed, count) => {
    expect(readCount(typed, 366)).toBe(count);
  });
});
