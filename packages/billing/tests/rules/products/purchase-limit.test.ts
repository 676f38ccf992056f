import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import {
  isSoldAgain,
  purchaseLimit,
  refuseBeyondLimit,
} from "../../../src/component/rules/products/purchaseLimit";
import { FEATURES, price, product } from "../fixtures";

const credits = (over: ItemDefinition = {}): ItemDefinition => ({
  feature_id: "credits",
  included_usage: 20,
  ...over,
});
const flag: ItemDefinition = { feature_id: "hd_upload" };
const unlimited: ItemDefinition = { feature_id: "uploads", included_usage: "inf" };
const addOn = { is_add_on: true };

describe("purchaseLimit", () => {
  it.each([
    ["a free add-on that grants once", [credits()], addOn, 1],
    ["a free add-on that resets", [credits({ interval: "month" })], addOn, null],
    ["a free plan", [credits()], {}, null],
    ["a paid add-on", [price(5), credits()], addOn, null],
    ["the catalogue's own limit", [price(5), credits()], { ...addOn, purchase_limit: 2 }, 2],
    [
      "a larger limit in the catalogue for a free product",
      [credits()],
      { ...addOn, purchase_limit: 3 },
      3,
    ],
  ])("of %s", (_, items, over, limit) => {
    expect(purchaseLimit(product("it", items, over))).toBe(limit);
  });

  it.each([
    [1, 0, null],
    [1, 1, "It can be had once per customer, and you have had it"],
    [3, 2, null],
    [3, 3, "It can be had 3 times per customer, and you have had it"],
    [3, 4, "It can be had 3 times per customer, and you have had it"],
  ])("for a limit of %i refuses one more than %i: %s", (purchase_limit, had, message) => {
    const it = { ...product("it", [price(5)]), name: "It", purchase_limit };
    expect(refuseBeyondLimit(it, had)?.message ?? null).toBe(message);
  });
});

describe("isSoldAgain", () => {
  it.each([
    ["counted units", [price(5), credits()], {}, true],
    ["only a flag", [price(49), flag], {}, false],
    ["only an unlimited feature", [price(49, "month"), unlimited], {}, false],
    ["a flag and units", [price(49), flag, credits()], {}, true],
    ["nothing at all: a tip", [price(5)], {}, true],
    ["free units", [credits({ interval: "month" })], {}, false],
    ["free units, several times allowed", [credits()], { purchase_limit: 2 }, true],
  ])("a second copy of a product that grants %s", (_, items, over, expected) => {
    expect(isSoldAgain(product("it", items, { ...addOn, ...over }), FEATURES)).toBe(expected);
  });
});
