import { describe, expect, it } from "vitest";
import type { CatalogueProduct, ItemDefinition } from "../../../src/component/rules/model";
import { resolveOptions } from "../../../src/component/rules/plans/options";
import type { OptionsInput } from "../../../src/component/rules/plans/options";
import {
  BOOST_PACK,
  CREATOR,
  FEATURES,
  FREE,
  subscriptions,
  PREPAID_CREDITS,
  price,
  PRO,
  product,
  STUDIO,
} from "../fixtures";

const ONLY_PACKS = product("only_packs", [PREPAID_CREDITS]);
const TIERED: ItemDefinition = {
  feature_id: "credits",
  interval: "month",
  tiers: [
    { to: 1000, amount: 4 },
    { to: "inf", amount: 3 },
  ],
  usage_model: "prepaid",
  billing_units: 100,
};
const TIERED_PLAN = product("tiered_plan", [price(9, "month"), TIERED]);
const WITH_INCLUDED: ItemDefinition[] = [{ feature_id: "uploads", included_usage: 5 }];
const TEAM = product("team", [
  price(9, "month"),
  PREPAID_CREDITS,
  { feature_id: "seats", interval: "month", price: 9, usage_model: "prepaid" },
]);
const threePacks = { options: [{ feature_id: "credits", quantity: 300 }] };

const resolve = (
  target: CatalogueProduct,
  over: Partial<OptionsInput> = {},
  told: "code" | "message" = "code",
) => {
  const resolved = resolveOptions({
    product: target,
    features: FEATURES,
    options: [],
    current: null,
    preview: false,
    ...over,
  });
  if ("error" in resolved) return resolved.error[told];
  return resolved.options.map(({ feature_id, quantity }) => `${feature_id}:${quantity}`).join(" ");
};
const wanting = (quantity: number, id = "credits") => ({ options: [{ feature_id: id, quantity }] });

describe("resolveOptions", () => {
  it.each<[string, CatalogueProduct, Partial<OptionsInput>, string]>([
    ["nothing for a product without packs", FREE, {}, ""],
    ["whole packs", CREATOR, wanting(300), "credits:300"],
    ["a started pack", CREATOR, wanting(201), "credits:300"],
    ["none", CREATOR, wanting(0), "credits:0"],
    ["none by default beside a fixed price", CREATOR, {}, "credits:0"],
    ["none by default in its preview too", CREATOR, { preview: true }, "credits:0"],
    ["one pack in the preview of packs alone", BOOST_PACK, { preview: true }, "credits:100"],
    ["seats one by one", STUDIO, wanting(2, "seats"), "seats:2"],
    [
      "the packs of the current plan",
      PRO,
      { current: subscriptions(CREATOR, threePacks) },
      "credits:300",
    ],
    [
      "the requested packs before those of the plan",
      PRO,
      { current: subscriptions(CREATOR, threePacks), ...wanting(100) },
      "credits:100",
    ],
    [
      "none of the plan's packs for a one-off",
      BOOST_PACK,
      { current: subscriptions(CREATOR, threePacks), preview: true },
      "credits:100",
    ],
    [
      "none from a plan without the feature",
      STUDIO,
      { current: subscriptions(CREATOR, threePacks) },
      "seats:0",
    ],
    ["one of two, the other being 0", TEAM, wanting(2, "seats"), "credits:0 seats:2"],
    [
      "the requested packs of both, in the order of the product",
      TEAM,
      { options: [...wanting(2, "seats").options, ...wanting(300).options] },
      "credits:300 seats:2",
    ],
    [
      "the current plan's packs of both",
      TEAM,
      {
        current: subscriptions(TEAM, {
          options: [{ feature_id: "seats", quantity: 4 }, ...threePacks.options],
        }),
      },
      "credits:300 seats:4",
    ],
    [
      "the current plan's packs beside requested ones",
      CREATOR,
      {
        current: subscriptions(TEAM, {
          options: [{ feature_id: "seats", quantity: 4 }, ...threePacks.options],
        }),
      },
      "credits:300",
    ],
    [
      "one pack in a preview over a plan that has other packs",
      ONLY_PACKS,
      {
        preview: true,
        current: subscriptions(STUDIO, { options: [{ feature_id: "seats", quantity: 2 }] }),
      },
      "credits:100",
    ],
    ["none of packs that are sold in tiers beside a fixed price", TIERED_PLAN, {}, "credits:0"],
    ["any number of packs without a limit", TIERED_PLAN, wanting(900_000), "credits:900000"],
    ["up to the limit", BOOST_PACK, wanting(5000), "credits:5000"],
    [
      "down to the units in use",
      STUDIO,
      { ...wanting(1, "seats"), usage: { seats: 4 } },
      "seats:1",
    ],
    [
      "the units of the current plan, in whole packs of the new size",
      CREATOR,
      { current: subscriptions(CREATOR, { options: [{ feature_id: "credits", quantity: 250 }] }) },
      "credits:300",
    ],
    [
      "those that the next cycle begins with",
      PRO,
      {
        current: subscriptions(CREATOR, {
          options: [{ feature_id: "credits", quantity: 300, upcoming_quantity: 50 }],
        }),
      },
      "credits:100",
    ],
    ["the largest number of packs", CREATOR, wanting(10_000_000), "credits:10000000"],
  ])("accepts %s", (_what, target, over, expected) => {
    expect(resolve(target, over)).toBe(expected);
  });

  it.each<[string, CatalogueProduct, Partial<OptionsInput>, string]>([
    ["a feature that does not exist", CREATOR, wanting(1, "nope"), "feature_not_found"],
    ["an inherited property name", CREATOR, wanting(1, "__proto__"), "feature_not_found"],
    ["a feature that is not sold in packs", CREATOR, wanting(1, "uploads"), "price_not_found"],
    ["less than nothing", CREATOR, wanting(-1), "invalid_options"],
    ["half a unit", CREATOR, wanting(0.5), "invalid_options"],
    ["no number", CREATOR, wanting(Number.NaN), "invalid_options"],
    ["infinity", CREATOR, wanting(Infinity), "invalid_options"],
    [
      "one unit more than the largest number of packs",
      CREATOR,
      wanting(10_000_001),
      "invalid_options",
    ],
    [
      "more units than can be counted",
      product("p", [price(9, "month"), { ...PREPAID_CREDITS, billing_units: 1_000_000_000 }]),
      wanting(1_000_000_001),
      "invalid_options",
    ],
    ["a unit past the limit", BOOST_PACK, wanting(5001), "invalid_options"],
    ["packs alone without a quantity", BOOST_PACK, {}, "invalid_options"],
    ["packs alone, none of them", BOOST_PACK, wanting(0), "invalid_options"],
    ["a subscription to no packs", ONLY_PACKS, wanting(0), "invalid_options"],
    [
      "packs alone without a quantity, beside included units",
      product("p", [PREPAID_CREDITS, ...WITH_INCLUDED]),
      {},
      "invalid_options",
    ],
    ["tiers alone without a quantity", product("p", [TIERED]), {}, "invalid_options"],
    [
      "tiers alone beside included units",
      product("p", [TIERED, ...WITH_INCLUDED]),
      {},
      "invalid_options",
    ],
    [
      "fewer units than are in use",
      STUDIO,
      { ...wanting(0, "seats"), usage: { seats: 4 } },
      "invalid_options",
    ],
    [
      "a feature given twice",
      CREATOR,
      { options: [...wanting(100).options, ...wanting(200).options] },
      "invalid_options",
    ],
  ])("refuses %s", (_what, target, over, code) => {
    expect(resolve(target, over)).toBe(code);
  });

  it.each<[string, CatalogueProduct, Partial<OptionsInput>]>([
    ["Feature nope not found", CREATOR, wanting(1, "nope")],
    ["Creator has no prepaid price for feature uploads", CREATOR, wanting(1, "uploads")],
    [
      "Feature credits is given twice in options",
      CREATOR,
      { options: [...wanting(100).options, ...wanting(200).options] },
    ],
    ["The quantity for feature credits must be a whole number of at least 0", CREATOR, wanting(-1)],
    ["Pass in 'quantity' for feature credits in options", BOOST_PACK, {}],
    ["The quantity for feature credits must be more than 0", BOOST_PACK, wanting(0)],
    ["The quantity for feature credits is too large", CREATOR, wanting(10_000_001)],
    ["The quantity for feature credits exceeds its limit of 5000", BOOST_PACK, wanting(5001)],
    ["4 of feature seats are in use", STUDIO, { ...wanting(0, "seats"), usage: { seats: 4 } }],
  ])("refuses in words: %s", (message, target, over) => {
    expect(resolve(target, over, "message")).toBe(message);
  });
});
