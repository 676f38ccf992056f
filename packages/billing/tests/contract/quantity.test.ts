import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isCountable,
  MAX_PACKS,
  MAX_UNITS,
  packsToUnits,
  parsePacks,
  unitsToPacks,
  wholePacks,
} from "../../src/contract/quantity";

describe("packs and units", () => {
  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [100, 100, 1],
    [101, 100, 2],
    [300, 100, 3],
    [2, 1, 2],
    [0.3, 0.1, 3],
    [0.7, 0.1, 7],
    [0.000_002, 0.000_001, 2],
  ])("%d units in packs of %d are %i packs", (units, billingUnits, packs) => {
    expect(unitsToPacks(units, billingUnits)).toBe(packs);
  });

  it.each([
    [100, 1000, 1000],
    [500, 50, 500],
    [0, 50, 0],
    [0.1 + 0.2, 0.1, 0.3],
  ])("%d units in packs of %d are delivered as %d", (units, billingUnits, delivered) => {
    expect(wholePacks(units, billingUnits)).toBe(delivered);
  });

  it("convert back to the same packs", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: MAX_PACKS }),
        fc.integer({ min: 1, max: 10_000 }),
        (packs, size) => {
          expect(unitsToPacks(packsToUnits(packs, size), size)).toBe(packs);
        },
      ),
    );
  });
});

describe("isCountable", () => {
  it.each([
    [0, true],
    [0.000_001, true],
    [0.000_000_9, false],
    [-0.000_001, true],
    [-0.000_000_9, false],
    [MAX_UNITS, true],
    [MAX_UNITS + 1, false],
    [-MAX_UNITS, true],
    [-MAX_UNITS - 1, false],
  ])("counts %d units: %s", (units, counts) => {
    expect(isCountable(units)).toBe(counts);
  });
});

describe("parsePacks", () => {
  it.each([
    ["3", 3],
    [" 3 ", 3],
    ["0", 0],
    ["007", 7],
    ["100000", MAX_PACKS],
  ])("reads %j", (text, packs) => {
    expect(parsePacks(text)).toEqual({ ok: true, packs });
  });

  it.each(["", " ", "-1", "1.5", "1e3", "three", "1,000", "0x10", "1".repeat(13), "٣"])(
    "refuses %j: it is not a whole number",
    (text) => {
      expect(parsePacks(text)).toEqual({ ok: false, reason: "not_a_whole_number" });
    },
  );

  it.each([
    ["1", { min: 1 }],
    ["50", { max: 50 }],
  ])("accepts %s within %j", (text, bounds) => {
    expect(parsePacks(text, bounds)).toEqual({ ok: true, packs: Number(text) });
  });

  it.each([
    ["100001", {}],
    ["0", { min: 1 }],
    ["51", { max: 50 }],
  ])("refuses %s: it is not within %j", (text, bounds) => {
    expect(parsePacks(text, bounds)).toEqual({ ok: false, reason: "out_of_range" });
  });
});
