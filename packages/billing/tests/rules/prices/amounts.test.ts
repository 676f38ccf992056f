import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fractionLeft, prorate } from "../../../src/component/rules/periods/proration";
import { planSeatChange } from "../../../src/component/rules/entities/seats";
import { tieredAmount } from "../../../src/component/rules/prices/tiers";

const PERIOD = { start: 1_000, end: 2_000 };
const minorUnits = (minor: number) => ({ numerator: BigInt(minor), denominator: 1n });

describe("prorate", () => {
  it.each([
    ["the whole at the start", 1000, 1_000, 1000],
    ["the whole before the start", 1000, 0, 1000],
    ["half in the middle", 1000, 1_500, 500],
    ["nothing at the end", 1000, 2_000, 0],
    ["nothing after the end", 1000, 3_000, 0],
    ["a half cent away from zero", 1, 1_500, 1],
    ["less than half a cent as nothing", 1, 1_501, 0],
    ["a half cent of a credit away from zero", -1, 1_500, -1],
  ])("charges %s", (_what, minor, now, expected) => {
    expect(prorate(minorUnits(minor), PERIOD, now)).toBe(expected);
  });

  it("throws on an empty period", () => {
    expect(() => fractionLeft({ start: 5, end: 5 }, 5)).toThrow(RangeError);
  });

  it("INV-29: falls as time passes, between the full price and nothing", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1e10 }),
        fc.integer({ min: 500, max: 2_500 }),
        fc.nat({ max: 500 }),
        (minor, now, later) => {
          const before = prorate(minorUnits(minor), PERIOD, now);
          const after = prorate(minorUnits(minor), PERIOD, now + later);
          expect(before).toBeLessThanOrEqual(minor);
          expect(after).toBeLessThanOrEqual(before);
          expect(after).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("tieredAmount", () => {
  const graduated = {
    billing_units: 100,
    tiers: [
      { to: 500, amount: 10 },
      { to: "inf" as const, amount: 8 },
    ],
  };

  it.each([
    ["nothing for 0 units", 0, 0],
    ["a started pack whole", 1, 1000],
    ["a full pack once", 100, 1000],
    ["the next pack from its first unit", 101, 2000],
    ["up to the bound at the first tier's price", 500, 5000],
    ["past the bound at the second tier's price", 501, 5800],
    ["both prices", 700, 6600],
  ])("charges %s", (_what, units, minor) => {
    expect(tieredAmount(graduated, units, "usd")).toBe(minor);
  });

  it.each([
    ["31 GB at 0.12", { price: 0.12 }, 31, "usd", 372],
    ["three units of half a cent, rounded once", { price: 0.005 }, 3, "usd", 2],
    ["a thousand units of a hundredth of a cent", { price: 0.0001 }, 1000, "usd", 10],
    ["yen without decimals", { price: 10 }, 3, "jpy", 30],
    ["fils with three decimals", { price: 0.0125 }, 1, "kwd", 13],
    [
      "fractions of a unit as whole packs of a tenth",
      { price: 1, billing_units: 0.1 },
      0.3,
      "usd",
      300,
    ],
  ])("prices %s", (_what, item, units, currency, minor) => {
    expect(tieredAmount(item, units, currency)).toBe(minor);
  });

  const anyTiers = fc
    .record({
      billing_units: fc.constantFrom(1, 10, 100),
      bounds: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
      amounts: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ billing_units, bounds, amounts }) => ({
      billing_units,
      tiers: [...bounds.sort((a, b) => a - b).map((to) => to * billing_units), "inf" as const].map(
        (to, index) => ({ to, amount: (amounts[index] ?? 0) / 100 }),
      ),
    }));

  it("INV-30: never falls with quantity, and each pack costs its tier's price", () => {
    fc.assert(
      fc.property(anyTiers, fc.nat({ max: 30 }), (item, packs) => {
        const size = item.billing_units;
        const now = tieredAmount(item, packs * size, "usd");
        const more = tieredAmount(item, (packs + 1) * size, "usd");
        const tier = item.tiers.find(({ to }) => to === "inf" || (packs + 1) * size <= to);
        expect(more - now).toBe(Math.round((tier?.amount ?? 0) * 100));
      }),
    );
  });

  it("INV-30: adds up for flat prices, and costs nothing for nothing", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1000 }),
        fc.nat({ max: 1000 }),
        fc.nat({ max: 9999 }),
        (a, b, c) => {
          const item = { price: c / 100 };
          const sum = tieredAmount(item, a, "usd") + tieredAmount(item, b, "usd");
          expect(tieredAmount(item, a + b, "usd")).toBe(sum);
          expect(tieredAmount(item, 0, "usd")).toBe(0);
        },
      ),
    );
  });
});

describe("planSeatChange", () => {
  const item = { included_usage: 3, price: 10 };
  const change = (over: Partial<Parameters<typeof planSeatChange>[0]>) =>
    planSeatChange({
      item,
      from: 3,
      to: 3,
      vacated: 0,
      onDecrease: "prorate_immediately",
      receipt: { full_minor: 2000, left_minor: 2000 },
      currency: "usd",
      period: PERIOD,
      now: 1_500,
      ...over,
    });

  it.each([
    ["up to the included seats, nothing", { from: 1, to: 3 }, { minor: 0, vacated: 0 }],
    ["one past them, half a seat", { from: 3, to: 4 }, { minor: 500, vacated: 0 }],
    ["an empty paid seat first", { from: 3, to: 4, vacated: 1 }, { minor: 0, vacated: 0 }],
    [
      "an empty paid seat, with one left empty",
      { from: 3, to: 4, vacated: 2 },
      { minor: 0, vacated: 1 },
    ],
    ["then the next seat", { from: 3, to: 5, vacated: 1 }, { minor: 500, vacated: 0 }],
    ["half of a removed seat", { from: 5, to: 4 }, { minor: -500, vacated: 0 }],
    [
      "nothing when it stays paid",
      { from: 5, to: 4, onDecrease: "none" },
      { minor: 0, vacated: 1 },
    ],
    [
      "nothing for a second removal",
      { from: 4, to: 3, vacated: 1, onDecrease: "none" },
      { minor: 0, vacated: 2 },
    ],
  ] as const)("charges %s", (_what, over, expected) => {
    expect(change(over)).toMatchObject(expected);
  });

  it.each([
    ["half a period now", "prorate_immediately", 500, "now"],
    ["a whole period now", "bill_immediately", 1000, "now"],
    ["half a period with the renewal", "prorate_next_cycle", 500, "next_invoice"],
    ["nothing before the renewal", "bill_next_cycle", 0, "now"],
  ] as const)("charges one more seat %s when the item says so", (_what, onIncrease, minor, due) => {
    expect(change({ to: 4, onIncrease })).toMatchObject({ minor, due, vacated: 0 });
  });

  it.each([
    ["half a period now", "prorate_immediately", -500, "now", 0],
    ["half a period with the renewal", "prorate_next_cycle", -500, "next_invoice", 0],
    ["nothing, and the seat stays paid", "none", 0, "now", 1],
    ["nothing", "no_prorations", 0, "now", 0],
  ] as const)("credits %s for one seat less", (_what, onDecrease, minor, due, vacated) => {
    const receipt = { full_minor: 1000, left_minor: 1000 };
    expect(change({ from: 4, to: 3, onDecrease, receipt })).toMatchObject({ minor, due, vacated });
  });

  it("B54: credits nothing for a seat that only the renewal charges", () => {
    expect(change({ from: 4, to: 3, onIncrease: "bill_next_cycle" }).minor).toBe(0);
  });

  it("charges nothing for seats of an unlimited grant", () => {
    const unlimited = { included_usage: "inf" as const, price: 10 };
    expect(change({ item: unlimited, from: 1, to: 99 })).toMatchObject({ minor: 0, vacated: 0 });
  });
});
