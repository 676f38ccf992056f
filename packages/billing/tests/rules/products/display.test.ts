import { describe, expect, it } from "vitest";
import { vProduct } from "../../../src/contract/wire";
import {
  describeItem,
  serializeProduct,
  serializeProductItem,
  itemsAsServed,
} from "../../../src/component/rules/products/display";
import type { SubscriptionOption, ItemDefinition } from "../../../src/component/rules/model";
import {
  BOOST_PACK,
  CREATOR,
  FEATURES,
  FREE,
  PREPAID_CREDITS,
  price,
  PRO,
  product,
} from "../fixtures";

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
    ["units that never reset", { feature_id: "prints", included_usage: 5 }, "5 prints", undefined],
    ["no limit", { feature_id: "uploads", included_usage: "inf" }, "Unlimited uploads", undefined],
    [
      "a unit with another name",
      { feature_id: "storage_gb", included_usage: 25 },
      "25 GB",
      "storage",
    ],
    ["a thousand GB", { feature_id: "storage_gb", included_usage: 1000 }, "1 TB", "storage"],
    ["many GB", { feature_id: "storage_gb", included_usage: 2500 }, "2.5 TB", "storage"],
    ["almost a TB", { feature_id: "storage_gb", included_usage: 999 }, "999 GB", "storage"],
    [
      "a continuous-use feature, without its interval",
      { feature_id: "collections", included_usage: 3, interval: "month" },
      "3 collections",
      undefined,
    ],
    [
      "units with a price and none included",
      perUse({ included_usage: 0, price: 1 }),
      "$1",
      "per API call",
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

  it("names the interval of packs when they are the main price", () => {
    expect(display(PREPAID_CREDITS, true)).toEqual(["$4", "per 100 credits per month"]);
  });

  it("writes yen without decimals", () => {
    expect(display(price(1000, "month"), true, "jpy")).toEqual(["¥1,000", "per month"]);
  });
});

describe("serializeProduct", () => {
  const wire = (over: Partial<Parameters<typeof serializeProduct>[0]> = {}) =>
    serializeProduct({
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

  it("returns prepaid quantities in units, when there is a customer", () => {
    const later = [{ feature_id: "credits", quantity: 300, upcoming_quantity: 100 }];
    expect(wire({ options: later }).items[1]).toMatchObject({
      quantity: 300,
      next_cycle_quantity: 100,
    });
    const quantities = (options?: { feature_id: string; quantity: number }[]) =>
      wire(options ? { options } : {}).items.map((item) => item.quantity);
    expect(quantities([{ feature_id: "credits", quantity: 300 }])[1]).toBe(300);
    expect(quantities([])[1]).toBe(0);
    expect(quantities().every((quantity) => quantity === undefined)).toBe(true);
  });

  const option = { feature_id: "credits", quantity: 200, upcoming_quantity: 500 };
  it.each<[string, ItemDefinition, SubscriptionOption[], (number | undefined)[]]>([
    ["packs that change at the renewal", PREPAID_CREDITS, [option], [200, 500]],
    ["packs given up", PREPAID_CREDITS, [{ ...option, upcoming_quantity: 0 }], [200, 0]],
    [
      "the packs of this feature",
      PREPAID_CREDITS,
      [{ feature_id: "seats", quantity: 7 }, option],
      [200, 500],
    ],
    [
      "no packs of another feature",
      PREPAID_CREDITS,
      [{ ...option, feature_id: "seats" }],
      [0, undefined],
    ],
    [
      "nothing for a grant",
      { feature_id: "credits", included_usage: 5 },
      [option],
      [undefined, undefined],
    ],
    [
      "nothing for billed use",
      { ...PREPAID_CREDITS, usage_model: "pay_per_use" },
      [option],
      [undefined, undefined],
    ],
    ["nothing for a price", price(5, "month"), [option], [undefined, undefined]],
  ])("returns the present and next quantity: %s", (_what, item, options, expected) => {
    const [row] = wire({ product: product("p", [item]), options }).items;
    expect([row?.quantity, row?.next_cycle_quantity]).toEqual(expected);
  });

  it.each<[string, ItemDefinition, object]>([
    [
      "a price",
      price(5),
      {
        type: "price",
        feature_id: null,
        feature: null,
        interval: null,
        interval_count: 1,
        price: 5,
      },
    ],
    [
      "a grant, which has no price",
      { feature_id: "hd_upload" },
      {
        type: "feature",
        feature_id: "hd_upload",
        feature_type: "static",
        feature: { id: "hd_upload", name: "4K and HDR uploads", type: "boolean", archived: false },
        interval: null,
        interval_count: 1,
      },
    ],
    [
      "all that an item can say",
      {
        feature_id: "storage_gb",
        interval: "month",
        interval_count: 2,
        tiers: [{ to: "inf", amount: 3 }],
        included_usage: 0,
        usage_model: "pay_per_use",
        billing_units: 10,
        usage_limit: 0,
        reset_usage_when_enabled: false,
        entity_feature_id: "seats",
        on_increase: "bill_next_cycle",
        on_decrease: "none",
        rollover: { max: null, length: 1, duration: "month" },
        expires_after_months: 3,
      },
      {
        type: "priced_feature",
        feature_id: "storage_gb",
        feature_type: "continuous_use",
        feature: {
          id: "storage_gb",
          name: "Storage",
          type: "continuous_use",
          archived: false,
          display: { singular: "GB", plural: "GB" },
        },
        interval: "month",
        interval_count: 2,
        price: null,
        tiers: [{ to: "inf", amount: 3 }],
        included_usage: 0,
        usage_model: "pay_per_use",
        billing_units: 10,
        usage_limit: 0,
        reset_usage_when_enabled: false,
        entity_feature_id: "seats",
        config: {
          on_increase: "bill_next_cycle",
          on_decrease: "none",
          rollover: { max: null, length: 1, duration: "month" },
        },
        expires_after_months: 3,
      },
    ],
  ])("serves for %s exactly its fields", (_what, item, expected) => {
    const [row] = wire({ product: product("p", [item]) }).items;
    const { display: words, ...rest } = row ?? { display: undefined };
    expect(words).toBeDefined();
    expect(rest).toStrictEqual(expected);
  });

  it("serves the texts of a product that has some", () => {
    const words = { recommend_text: "Most popular" };
    expect(wire({ product: { ...CREATOR, display: words } }).display).toEqual(words);
    expect(wire()).not.toHaveProperty("display");
  });

  it("lists a product's definitions in the order in which they are served", () => {
    const grant = { feature_id: "uploads", included_usage: 1 };
    const items = [grant, PREPAID_CREDITS, price(5)];
    expect(itemsAsServed({ items })).toEqual([price(5), PREPAID_CREDITS, grant]);
  });

  it("leaves the trial on the product, and says whether it is still available", () => {
    expect(wire({ product: PRO, trialAvailable: false })).toMatchObject({
      free_trial: { length: 14, trial_available: false },
      properties: { has_trial: false },
    });
    expect(wire({ product: FREE }).free_trial).toBeNull();
  });

  it("names the base product of a variant", () => {
    expect(wire({ product: { ...PRO, base_variant_id: "creator" } }).base_variant_id).toBe(
      "creator",
    );
    expect(wire({ product: PRO }).base_variant_id).toBeNull();
  });

  it("serves the default group as null", () => {
    expect(wire({ product: { ...FREE, group: "" } }).group).toBeNull();
    expect(wire().group).toBe("main");
  });

  it("names the interval of the first item, at any place in the catalogue", () => {
    expect(wire({ product: BOOST_PACK }).items[0]?.display.secondary_text).toBe("per 100 credits");
    const packsOnly = {
      ...BOOST_PACK,
      items: [{ feature_id: "uploads", included_usage: 1 }, PREPAID_CREDITS],
    };
    expect(wire({ product: packsOnly }).items[0]?.display.secondary_text).toBe(
      "per 100 credits per month",
    );
  });

  it("throws on an unknown item", () => {
    expect(() =>
      serializeProductItem({ product: FREE, index: 9, features: FEATURES, currency: "usd" }),
    ).toThrow(new RangeError("free has no item 9"));
  });
});
