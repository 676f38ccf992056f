import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import {
  billingType,
  isFree,
  isPlan,
  isOneOff,
  itemShape,
  longestInterval,
  productProperties,
} from "../../../src/component/rules/products/product";
import {
  BOOST_PACK,
  CREATOR,
  CREATOR_ANNUAL,
  FREE,
  PREPAID_CREDITS,
  price,
  PRINT_PACK,
  PRO,
  product,
  STORAGE_PLUS,
} from "../fixtures";

const perUse: ItemDefinition = { feature_id: "x", price: 1, usage_model: "pay_per_use" };

describe("items", () => {
  it.each([
    ["a price", price(5, "month"), undefined, "price", "fixed_cycle"],
    ["a price paid once", price(5), undefined, "price", "one_off"],
    ["a feature", { feature_id: "x", included_usage: 1 }, "single_use", "feature", "none"],
    ["a feature at price 0", { feature_id: "x", price: 0 }, "single_use", "feature", "none"],
    ["prepaid packs", PREPAID_CREDITS, "credit_system", "priced_feature", "in_advance"],
    ["use of a consumable feature", perUse, "single_use", "priced_feature", "in_arrear"],
    ["use of a continuous-use feature", perUse, "continuous_use", "priced_feature", "allocated"],
    [
      "tiers without a price",
      { feature_id: "x", tiers: [{ to: "inf", amount: 1 }], usage_model: "pay_per_use" },
      "single_use",
      "priced_feature",
      "in_arrear",
    ],
  ] as const)("%s", (_what, item, type, shape, billing) => {
    const row = item as ItemDefinition;
    expect(itemShape(row)).toBe(shape);
    expect(billingType(row, type)).toBe(billing);
  });
});

describe("products", () => {
  const tiersOf = (amount: number) =>
    product("t", [
      {
        feature_id: "x",
        interval: "month",
        tiers: [{ to: "inf", amount }],
        usage_model: "pay_per_use",
      },
    ]);

  it.each([
    ["free", FREE, true, false, true],
    ["creator", CREATOR, false, false, true],
    ["boost_pack", BOOST_PACK, false, true, false],
    ["print_pack", PRINT_PACK, false, true, false],
    ["storage_plus", STORAGE_PLUS, false, false, false],
    ["a price of 0", product("p", [price(0, "month")]), true, false, true],
    ["tiers of 0", tiersOf(0), true, false, true],
    ["tiers of 1", tiersOf(1), false, false, true],
    ["once and monthly", product("p", [price(9), price(1, "month")]), false, false, true],
    ["a one-off that is no add-on", product("p", [price(9)]), false, true, false],
  ])("%s: free, one-off, main", (_what, row, free, oneOff, main) => {
    expect([isFree(row), isOneOff(row), isPlan(row)]).toEqual([free, oneOff, main]);
  });

  it.each([
    ["nothing recurring", PRINT_PACK, null],
    ["a monthly plan", CREATOR, { interval: "month", count: 1 }],
    ["a yearly plan with monthly packs", CREATOR_ANNUAL, { interval: "year", count: 1 }],
    [
      "two months, then a month",
      product("p", [price(1, "month", 2), price(1, "month")]),
      {
        interval: "month",
        count: 2,
      },
    ],
    ["only features", FREE, null],
  ])("the longest interval of %s", (_what, row, expected) => {
    expect(longestInterval(row)).toEqual(expected);
  });

  it.each([
    [
      FREE,
      true,
      {
        is_free: true,
        is_one_off: false,
        interval_group: null,
        has_trial: false,
        updateable: false,
      },
    ],
    [
      CREATOR,
      true,
      {
        is_free: false,
        is_one_off: false,
        interval_group: "month",
        has_trial: false,
        updateable: true,
      },
    ],
    [
      PRO,
      true,
      {
        is_free: false,
        is_one_off: false,
        interval_group: "month",
        has_trial: true,
        updateable: true,
      },
    ],
    [
      PRO,
      false,
      {
        is_free: false,
        is_one_off: false,
        interval_group: "month",
        has_trial: false,
        updateable: true,
      },
    ],
    [
      BOOST_PACK,
      true,
      {
        is_free: false,
        is_one_off: true,
        interval_group: null,
        has_trial: false,
        updateable: false,
      },
    ],
  ])("the wire properties of $id", (row, trialAvailable, expected) => {
    expect(productProperties(row, trialAvailable)).toEqual(expected);
  });
});
