import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { priceItems, roundAmount } from "../../../src/component/rules/prices/pricing";
import type { PricingInput } from "../../../src/component/rules/prices/pricing";
import { FEATURES, PREPAID_CREDITS, price, product } from "../fixtures";

const seats: ItemDefinition = {
  feature_id: "seats",
  included_usage: 3,
  interval: "month",
  price: 9,
  usage_model: "pay_per_use",
};
const calls: ItemDefinition = {
  feature_id: "api_calls",
  included_usage: 100,
  interval: "month",
  price: 1,
  usage_model: "pay_per_use",
};

/** Priced items as "index type label minor". */
const priced = (item: ItemDefinition, over: Partial<PricingInput>) =>
  priceItems({
    product: product("plan", [{ feature_id: "uploads", included_usage: 5 }, item]),
    options: [],
    features: FEATURES,
    currency: "usd",
    ...over,
  }).map(({ index, type, label, full }) => `${index} ${type} ${label}: ${roundAmount(full)}`);

describe("priceItems", () => {
  it.each<[string, ItemDefinition, Partial<PricingInput>, string[]]>([
    ["a fixed price", price(6, "month"), {}, ["1 fixed_cycle Plan: 600"]],
    ["a price paid once", price(6), {}, ["1 one_off Plan: 600"]],
    ["no packs", PREPAID_CREDITS, {}, []],
    [
      "packs, by their number",
      PREPAID_CREDITS,
      { options: [{ feature_id: "credits", quantity: 200 }] },
      ["1 in_advance 200 credits: 800"],
    ],
    ["seats, none beyond the included", seats, { usage: { seats: 3 } }, ["1 allocated Seats: 0"]],
    [
      "seats beyond the included",
      seats,
      { usage: { seats: 5 } },
      ["1 allocated 2 seats beyond the included 3 seats: 1800"],
    ],
    ["seats of unknown use", seats, {}, ["1 allocated Seats: 0"]],
    [
      "unlimited seats",
      { ...seats, included_usage: "inf" },
      { usage: { seats: 5 } },
      ["1 allocated Seats: 0"],
    ],
    [
      "use beyond the included",
      calls,
      { overage: { api_calls: 7 } },
      ["1 in_arrear 7 API calls beyond the included 100 API calls: 700"],
    ],
    [
      "use without included units",
      { ...calls, included_usage: 0 },
      { overage: { api_calls: 7 } },
      ["1 in_arrear 7 API calls: 700"],
    ],
    [
      "unbilled use from before it became unlimited",
      { ...calls, included_usage: "inf" },
      { overage: { api_calls: 7 } },
      ["1 in_arrear 7 API calls: 700"],
    ],
  ])("prices %s", (_what, item, over, expected) => {
    expect(priced(item, over)).toEqual(expected);
  });
});
