import { describe, expect, it } from "vitest";
import { vProduct } from "../../../convex/contract/wire";
import {
  describeItem,
  describeProduct,
  describeProductItem,
} from "../../../convex/engine/rules/display";
import type { ItemDefinition } from "../../../convex/engine/rules/model";
import { BOOST_PACK, CREATOR, FEATURES, FREE, PREPAID_CREDITS, price, PRO } from "./catalogue";

const display = (item: ItemDefinition, isFirst = false, currency = "usd") => {
  const feature = item.feature_id === undefined ? undefined : FEATURES.get(item.feature_id);
  const { primary_text, secondary_text } = describeItem(item, feature, isFirst, currency);
  return [primary_text, secondary_text];
};
const perUse = (over: Partial<ItemDefinition>): ItemDefinition => ({
  feature_id: "api_calls",
  interval: "month",
  usage_model: "pay_per_use",
  ...over,
});

describe("describeItem", () => {
  it.each<[string, ItemDefinition, string, string | undefined]>([
    ["a price", price(20, "month"), "$20", "per month"],
    ["a price with cents", price(10.5, "month"), "$10.50", "per month"],
    ["a price of many months", price(20, "month", 3), "$20", "per 3 months"],
    ["a price of a half-year", price(20, "semi_annual"), "$20", "per half-year"],
    ["a price paid once", price(12), "$12", "once"],
    [
      "a thousand units",
      { feature_id: "uploads", included_usage: 1000, interval: "month" },
      "1,000 uploads",
      "per month",
    ],
    [
      "one unit",
      { feature_id: "uploads", included_usage: 1, interval: "day" },
      "1 upload",
      "per day",
    ],
    [
      "units that never come again",
      { feature_id: "prints", included_usage: 5 },
      "5 prints",
      undefined,
    ],
    ["no limit", { feature_id: "uploads", included_usage: "inf" }, "Unlimited uploads", undefined],
    [
      "a unit of another name",
      { feature_id: "storage_gb", included_usage: 25 },
      "25 GB",
      "storage",
    ],
    ["a boolean", { feature_id: "hd_upload" }, "4K and HDR uploads", undefined],
    ["packs", PREPAID_CREDITS, "$4", "per 100 credits"],
    [
      "units with a price beyond",
      perUse({ included_usage: 100, price: 1, billing_units: 10 }),
      "100 API calls",
      "then $1 per 10 API calls",
    ],
    ["a unit price below a cent", perUse({ price: 0.005 }), "$0.005", "per API call"],
    [
      "tiers",
      perUse({
        tiers: [
          { to: 10, amount: 10 },
          { to: "inf", amount: 8 },
        ],
      }),
      "$10 - $8",
      "per API call",
    ],
  ])("%s", (_what, item, primary, secondary) => {
    expect(display(item)).toEqual([primary, secondary]);
  });

  it("says how often packs are paid when they are the main price", () => {
    expect(display(PREPAID_CREDITS, true)).toEqual(["$4", "per 100 credits per month"]);
  });

  it("writes yen without decimals", () => {
    expect(display(price(1000, "month"), true, "jpy")).toEqual(["¥1,000", "per month"]);
  });
});

describe("describeProduct", () => {
  const wire = (over: Partial<Parameters<typeof describeProduct>[0]> = {}) =>
    describeProduct({
      product: CREATOR,
      features: FEATURES,
      currency: "usd",
      env: "sandbox",
      trialAvailable: true,
      ...over,
    });

  it("puts fixed prices first, then priced features, then features as the catalogue has them", () => {
    expect(wire().items.map((item) => `${item.type} ${item.feature_id ?? "-"}`)).toEqual([
      "price -",
      "priced_feature credits",
      "feature uploads",
      "feature storage_gb",
      "feature collections",
      "feature credits",
    ]);
  });

  it("has exactly the wire's fields, at every level", () => {
    const known = Object.keys(vProduct.fields);
    expect(Object.keys(wire({ scenario: "new" })).filter((name) => !known.includes(name))).toEqual(
      [],
    );
    expect(wire().items[1]).toEqual({
      type: "priced_feature",
      feature_id: "credits",
      feature_type: "single_use",
      feature: {
        id: "credits",
        name: "Credits",
        type: "credit_system",
        archived: false,
        display: { singular: "credit", plural: "credits" },
        credit_schema: FEATURES.get("credits")?.credit_schema,
      },
      interval: "month",
      interval_count: 1,
      price: 4,
      usage_model: "prepaid",
      billing_units: 100,
      display: { primary_text: "$4", secondary_text: "per 100 credits" },
    });
  });

  it("tells prepaid quantities in units, when there is a customer", () => {
    const quantities = (packs?: { feature_id: string; packs: number }[]) =>
      wire(packs ? { packs } : {}).items.map((item) => item.quantity);
    expect(quantities([{ feature_id: "credits", packs: 3 }])[1]).toBe(300);
    expect(quantities([])[1]).toBe(0);
    expect(quantities().every((quantity) => quantity === undefined)).toBe(true);
  });

  it("keeps the trial on the product, and says whether it can still be had", () => {
    expect(wire({ product: PRO, trialAvailable: false })).toMatchObject({
      free_trial: { length: 14, trial_available: false },
      properties: { has_trial: false },
    });
    expect(wire({ product: FREE }).free_trial).toBeNull();
  });

  it("names the product that a variant is another way to pay for", () => {
    expect(wire({ product: { ...PRO, base_variant_id: "creator" } }).base_variant_id).toBe(
      "creator",
    );
    expect(wire({ product: PRO }).base_variant_id).toBeNull();
  });

  it("serves the default group as null", () => {
    expect(wire({ product: { ...FREE, group: "" } }).group).toBeNull();
    expect(wire().group).toBe("main");
  });

  it("says how often the first item is paid, wherever the catalogue has it", () => {
    expect(wire({ product: BOOST_PACK }).items[0]?.display.secondary_text).toBe("per 100 credits");
    const packsOnly = {
      ...BOOST_PACK,
      items: [{ feature_id: "uploads", included_usage: 1 }, PREPAID_CREDITS],
    };
    expect(wire({ product: packsOnly }).items[0]?.display.secondary_text).toBe(
      "per 100 credits per month",
    );
  });

  it("throws on an item that does not exist", () => {
    expect(() =>
      describeProductItem({ product: FREE, index: 9, features: FEATURES, currency: "usd" }),
    ).toThrow(RangeError);
  });
});
