import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { splitUnit } from "../../../src/component/rules/balances/split";
import { BOOST_PACK, balanceRow, FEATURES, subscriptions, PRINT_PACK, product } from "../fixtures";

const prints = (id: string, created_at: number) =>
  balanceRow({ id, feature_id: "prints", interval: null, granted: 5, created_at });

describe("splitUnit", () => {
  it("takes the whole balance of the newest purchase", () => {
    const row = subscriptions(PRINT_PACK, { quantity: 3 });
    const balanceRows = [prints("first", 1), prints("third", 3), prints("second", 2)];
    const { balanceRows: moved } = splitUnit(row, balanceRows, FEATURES);
    expect(moved.map(({ id }) => id)).toEqual(["third"]);
  });

  it("takes the bought units of that purchase along", () => {
    const options = [{ feature_id: "credits", quantity: 500 }];
    const row = subscriptions(BOOST_PACK, { quantity: 2, options });
    const credits = (id: string, created_at: number, granted: number) =>
      balanceRow({ id, feature_id: "credits", interval: null, prepaid: true, granted, created_at });
    const split = splitUnit(row, [credits("old", 1, 300), credits("new", 2, 200)], FEATURES);
    expect(split.moved).toEqual([{ feature_id: "credits", quantity: 200 }]);
    expect(split.kept).toEqual([{ feature_id: "credits", quantity: 300 }]);
  });

  it("takes one balance per item, each of its own feature and interval", () => {
    const once = (feature_id: string, over: Partial<ItemDefinition> = {}): ItemDefinition => ({
      feature_id,
      included_usage: 5,
      ...over,
    });
    const mixed = product("mixed", [
      once("prints"),
      once("boost"),
      once("boost", { interval: "month" }),
      once("prints"),
    ]);
    const balanceRows = [
      balanceRow({ id: "other", feature_id: "uploads", created_at: 9 }),
      balanceRow({ id: "monthly", feature_id: "boost", interval: "month", created_at: 8 }),
      balanceRow({ id: "old boosts", feature_id: "boost", created_at: 1 }),
      balanceRow({ id: "boosts", feature_id: "boost", created_at: 7 }),
      balanceRow({ id: "old prints", feature_id: "prints", created_at: 1 }),
      balanceRow({ id: "prints", feature_id: "prints", created_at: 6 }),
      balanceRow({ id: "more prints", feature_id: "prints", created_at: 5 }),
    ];
    const split = splitUnit(subscriptions(mixed, { quantity: 2 }), balanceRows, FEATURES);
    expect(split.balanceRows.map(({ id }) => id)).toEqual([
      "prints",
      "boosts",
      "monthly",
      "more prints",
    ]);
  });

  it.each<[string, number | undefined, number, number]>([
    ["all granted units", undefined, 200, 200],
    ["the units beyond the included ones", 50, 250, 200],
    ["none when only the included ones were granted", 50, 50, 0],
  ])("counts as bought %s", (_what, included, granted, quantity) => {
    const sold = product("sold", [
      { feature_id: "prints", included_usage: 5 },
      {
        feature_id: "credits",
        price: 5,
        usage_model: "prepaid",
        billing_units: 100,
        ...(included !== undefined && { included_usage: included }),
      },
    ]);
    const row = subscriptions(sold, {
      quantity: 2,
      options: [{ feature_id: "credits", quantity: 500 }],
    });
    const balanceRows = [
      prints("prints", 1),
      balanceRow({ id: "credits", feature_id: "credits", prepaid: true, granted, created_at: 1 }),
    ];
    expect(splitUnit(row, balanceRows, FEATURES)).toMatchObject({
      moved: [{ feature_id: "credits", quantity }],
      kept: [{ feature_id: "credits", quantity: 500 - quantity }],
    });
  });

  it("moves no expired balance", () => {
    const split = splitUnit(subscriptions(PRINT_PACK, { quantity: 2 }), [], FEATURES);
    expect(split.balanceRows).toEqual([]);
  });
});
