import { describe, expect, it } from "vitest";
import { keptSpent, spentUnits } from "../../../src/component/rules/prices/spent";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { balanceRow, FEATURES, product, utc } from "../fixtures";

const NOW = utc("2026-11-11");
const PACKS: ItemDefinition = {
  feature_id: "uploads",
  included_usage: 40,
  interval: "month",
  price: 5,
  billing_units: 100,
  usage_model: "prepaid",
};

const spentOf = (
  over: Parameters<typeof balanceRow>[0],
  { item = PACKS, quantity = 200 }: { item?: ItemDefinition; quantity?: number } = {},
) => {
  const { feature_id = "" } = item;
  const subscription = {
    product: { ...product("p", [item]), version: 1, created_at: 0 },
    options: [{ feature_id, quantity }],
  };
  const row = balanceRow({ feature_id, prepaid: true, interval: "month", granted: 240, ...over });
  return spentUnits(subscription, [row], FEATURES)[feature_id] ?? 0;
};

describe("prepaid units that are spent", () => {
  it.each<[string, Parameters<typeof balanceRow>[0], number]>([
    ["none while the included ones last", { balance: 200 }, 0],
    ["those beyond the included ones", { balance: 150 }, 50],
    ["all of them", { balance: 0 }, 200],
    ["those that were spent on the product before", { balance: 160, prepaid_spent: 80e6 }, 80],
    ["these and those beyond the included ones", { balance: 100, prepaid_spent: 80e6 }, 100],
    ["not what an operator added", { balance: 240, adjustment: 50 }, 10],
    ["what an operator took away", { balance: 140, adjustment: -100 }, 60],
  ])("are %s", (_what, over, expected) => {
    expect(spentOf(over)).toBe(expected);
  });

  it("are not those of seats, or of a quantity that was bought once", () => {
    const seats = { ...PACKS, feature_id: "seats" };
    expect(spentOf({ balance: 0, interval: null }, { item: seats })).toBe(0);
    const once: ItemDefinition = { ...PACKS };
    delete once.interval;
    expect(spentOf({ balance: 0, interval: null }, { item: once })).toBe(0);
  });

  it("count on another product for the rest of a period, as far as it has such units", () => {
    const kept = (over: Partial<Parameters<typeof keptSpent>[2]>, item = PACKS) =>
      keptSpent(
        item,
        { uploads: 70 },
        {
          quantity: 300,
          anchor: utc("2026-11-01"),
          features: FEATURES,
          now: NOW,
          ...over,
        },
      );
    expect(kept({})).toBe(70);
    expect(kept({ quantity: 60 })).toBe(60);
    expect(kept({ anchor: NOW })).toBe(0);
    expect(kept({}, { ...PACKS, usage_model: "pay_per_use" })).toBe(0);
    expect(kept({}, { ...PACKS, feature_id: "boost" })).toBe(0);
  });
});
