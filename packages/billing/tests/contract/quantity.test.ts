import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PACKS, packsToUnits, parsePacks, unitsToPacks } from "../../src/contract/quantity";

describe("packs and units", () => {
  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [100, 100, 1],
    [101, 100, 2],
    [300, 100, 3],
    [2, 1, 2],
  ])("%i units in packs of %i are %i packs", (units, billingUnits, packs) => {
    expect(unitsToPacks(units, billingUnits)).toBe(packs);
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
    ["100001", {}, false],
    ["1", { min: 1 }, true],
    ["0", { min: 1 }, false],
    ["50", { max: 50 }, true],
    ["51", { max: 50 }, false],
  ])("accepts %s within %j: %s", (text, bounds, ok) => {
    expect(parsePacks(text, bounds).ok).toBe(ok);
  });
});
