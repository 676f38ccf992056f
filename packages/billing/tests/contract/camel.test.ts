import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import { toWireNames } from "../../src/contract/camel";

const item = v.object({
  feature_id: v.string(),
  per_unit_price: v.optional(v.number()),
});
const shape = v.object({
  customer_id: v.string(),
  usage_limit: v.optional(v.number()),
  product_items: v.optional(v.union(v.array(item), v.null())),
  free_trial: v.optional(v.union(v.null(), v.object({ card_required: v.boolean() }))),
  metadata: v.optional(v.record(v.string(), v.any())),
});

describe("toWireNames", () => {
  it.each<[what: string, ours: object, wire: object]>([
    ["one word, and several", { customerId: "a" }, { customer_id: "a" }],
    [
      "names of three words, in every item of a list",
      {
        productItems: [{ featureId: "x", perUnitPrice: 0 }, { featureId: "y" }],
      },
      {
        product_items: [{ feature_id: "x", per_unit_price: 0 }, { feature_id: "y" }],
      },
    ],
    ["a list of nothing", { productItems: [] }, { product_items: [] }],
    ["null where a list may be", { productItems: null }, { product_items: null }],
    [
      "an object among several shapes",
      { freeTrial: { cardRequired: false } },
      { free_trial: { card_required: false } },
    ],
    ["null where an object may be", { freeTrial: null }, { free_trial: null }],
    [
      "the caller's own keys, unchanged",
      { metadata: { camelCase: { innerKey: 1 }, snake_case: 2 } },
      { metadata: { camelCase: { innerKey: 1 }, snake_case: 2 } },
    ],
    ["no undefined values", { customerId: "a", usageLimit: undefined }, { customer_id: "a" }],
    ["no inherited fields", {}, {}],
  ])("crosses %s", (_what, ours, wire) => {
    const crossed = toWireNames(shape, ours);
    expect(crossed).toEqual(wire);
    expect(Object.keys(crossed as object)).toEqual(Object.keys(wire));
  });

  it.each<[name: string, ours: object]>([
    ["customerID", { customerID: "a" }],
    ["customer_id", { customer_id: "a" }],
    ["feature_id", { productItems: [{ feature_id: "x" }] }],
    ["cardNeeded", { freeTrial: { cardNeeded: true } }],
    ["toString", { toString: "x" }],
  ])("throws at %s, which is not a parameter", (name, ours) => {
    expect(() => toWireNames(shape, ours)).toThrow(
      new TypeError(`There is no parameter called ${name}`),
    );
  });

  it.each(["text", 7, true, null, undefined])(
    "leaves %j unchanged where an object is expected",
    (value) => {
      expect(toWireNames(shape, value)).toBe(value);
      expect(toWireNames(v.array(item), value)).toBe(value);
      expect(toWireNames(v.union(v.string(), v.null()), value)).toBe(value);
    },
  );
});
