import { describe, expect, it } from "vitest";
import { readProduct } from "../../../src/component/rules/catalogue/wireCatalogue";
import { FREE, PRO } from "../fixtures";

type Wire = Parameters<typeof readProduct>[1];
type WireItem = NonNullable<Wire["items"]>[number];
type WireConfig = NonNullable<WireItem["config"]>;

const read = (wire: Wire) => readProduct(PRO, wire);
const itemOf = (wire: WireItem) => read({ items: [wire] }).items[0];

describe("an item from the catalogue editor", () => {
  const SAID = {
    feature_id: "credits",
    included_usage: 0,
    interval: "month",
    price: 0,
    tiers: [{ to: "inf", amount: 4 }],
    usage_model: "prepaid",
    usage_limit: 500,
    entity_feature_id: "seats",
    reset_usage_when_enabled: false,
    expires_after_months: 12,
  } as const;
  const { tiers, ...rest } = SAID;

  it("is read in full, with zero and false", () => {
    expect(itemOf({ ...rest, tiers: [...tiers] })).toStrictEqual(SAID);
  });

  it("has no fields that are null or absent", () => {
    const nothing = Object.fromEntries(Object.keys(SAID).map((name) => [name, null]));
    expect(itemOf({ ...nothing, config: null })).toStrictEqual({});
    expect(itemOf({ price: 5 })).toStrictEqual({ price: 5 });
  });

  it("ignores fields that are derived", () => {
    expect(itemOf({ type: "price", feature_type: "static", price: 5 })).toStrictEqual({ price: 5 });
  });

  it.each<[string, WireItem, object]>([
    ["one interval", { interval_count: 1 }, {}],
    ["two intervals", { interval_count: 2 }, { interval_count: 2 }],
    ["no interval count", { interval_count: null }, {}],
    ["one unit", { billing_units: 1 }, {}],
    ["a pack of a hundred", { billing_units: 100 }, { billing_units: 100 }],
    ["neither count", { billing_units: null, interval_count: null }, {}],
    ["0, which is refused later", { interval_count: 0 }, { interval_count: 0 }],
  ])("with %s stores only what differs from the default", (_what, wire, expected) => {
    expect(itemOf(wire)).toStrictEqual(expected);
  });

  const rollover = { max: 50, length: 3, duration: "month" } as const;
  it.each<[string, WireConfig, object]>([
    ["nothing", {}, {}],
    ["null for each", { on_increase: null, on_decrease: null, rollover: null }, {}],
    ["an increase", { on_increase: "bill_next_cycle" }, { on_increase: "bill_next_cycle" }],
    ["a decrease", { on_decrease: "none" }, { on_decrease: "none" }],
    ["a rollover of months", { rollover }, { rollover }],
    [
      "a rollover for good, which has no length",
      { rollover: { ...rollover, duration: "forever" } },
      { rollover: { max: 50, length: 0, duration: "forever" } },
    ],
  ])("has its policies in the item itself: %s", (_what, config, expected) => {
    expect(itemOf({ config })).toStrictEqual(expected);
  });
});

describe("a product from the catalogue editor", () => {
  it("is unchanged without fields", () => {
    expect(read({})).toStrictEqual(PRO);
  });

  it.each<[string, Wire, object]>([
    ["a name", { name: "Max" }, { name: "Max" }],
    ["a group", { group: "plans" }, { group: "plans" }],
    ["no group", { group: null }, { group: "" }],
    ["false", { is_default: false }, { is_default: false }],
    ["an add-on", { is_add_on: true }, { is_add_on: true }],
    ["its archived flag", { archived: true }, { archived: true }],
    ["its texts", { display: { recommend_text: "New" } }, { display: { recommend_text: "New" } }],
    ["no items", { items: [] }, { items: [] }],
    ["no trial", { free_trial: null }, { free_trial: null }],
    [
      "a trial by its length alone",
      { free_trial: { length: 7 } },
      {
        free_trial: { length: 7, duration: "day", unique_fingerprint: false, card_required: true },
      },
    ],
    [
      "a whole trial",
      {
        free_trial: {
          length: 1,
          duration: "month",
          unique_fingerprint: true,
          card_required: false,
        },
      },
      {
        free_trial: {
          length: 1,
          duration: "month",
          unique_fingerprint: true,
          card_required: false,
        },
      },
    ],
    [
      "a trial with missing fields",
      { free_trial: { length: 7 } },
      {
        free_trial: { length: 7, duration: "day", unique_fingerprint: false, card_required: true },
      },
    ],
  ])("has a new value for %s and nothing else", (_what, wire, expected) => {
    expect(read(wire)).toStrictEqual({ ...PRO, ...expected });
  });

  it("has all items read", () => {
    const items = [
      { price: 5, interval_count: 1 },
      { feature_id: "uploads", included_usage: 9 },
    ];
    expect(readProduct(FREE, { items }).items).toStrictEqual([
      { price: 5 },
      { feature_id: "uploads", included_usage: 9 },
    ]);
  });
});
