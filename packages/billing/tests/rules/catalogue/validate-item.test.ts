import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { validateItem } from "../../../src/component/rules/catalogue/validateItem";
import { FEATURES, price } from "../fixtures";

const refusal = (item: ItemDefinition, currency = "usd") =>
  validateItem(item, FEATURES, currency)?.message ?? null;

const WHOLE_COUNT = "interval_count must be a whole number > 0, at most 1000";
const included = (over: Partial<ItemDefinition>): ItemDefinition => ({
  feature_id: "uploads",
  included_usage: 10,
  ...over,
});
const packs = (over: Partial<ItemDefinition> = {}): ItemDefinition => ({
  feature_id: "credits",
  interval: "month",
  price: 4,
  usage_model: "prepaid",
  ...over,
});
const perUse = (over: Partial<ItemDefinition> = {}): ItemDefinition => ({
  feature_id: "api_calls",
  interval: "month",
  price: 0.001,
  usage_model: "pay_per_use",
  ...over,
});
const tiered = (tiers: ItemDefinition["tiers"]): ItemDefinition => ({
  feature_id: "api_calls",
  interval: "month",
  usage_model: "pay_per_use",
  ...(tiers && { tiers }),
});

describe("the shape of an item", () => {
  it.each<[string, ItemDefinition, string | null]>([
    ["nothing at all", {}, "An item needs a feature_id, a price or tiers"],
    ["an interval alone", { interval: "month" }, "An item needs a feature_id, a price or tiers"],
    ["a price", price(5), null],
    ["a flag", { feature_id: "hd_upload" }, null],
    ["tiers of nothing", { tiers: [{ to: "inf", amount: 1 }] }, "Tiers need a feature_id"],
    [
      "a price and tiers",
      { ...perUse(), tiers: [{ to: "inf", amount: 1 }] },
      "An item has a price or tiers, not both",
    ],
    [
      "a priced flag",
      packs({ feature_id: "hd_upload" }),
      "A boolean feature has no price of its own",
    ],
    [
      "a priced feature of no usage model",
      { feature_id: "credits", price: 4, interval: "month" },
      "A priced feature needs a usage_model",
    ],
    ["a feature at 0 needs none", included({ price: 0 }), null],
    ["an unknown feature", { feature_id: "ghosts" }, "Feature ghosts not found"],
    [
      "an unknown entity feature",
      included({ entity_feature_id: "ghosts" }),
      "Feature ghosts not found",
    ],
  ])("%s", (_what, item, message) => {
    expect(refusal(item)).toBe(message);
  });

  it("returns the codes that callers branch on", () => {
    const codeOf = (item: ItemDefinition) => validateItem(item, FEATURES, "usd")?.code;
    expect(codeOf({})).toBe("invalid_product_item");
    expect(codeOf(price(0))).toBe("invalid_price");
    expect(codeOf({ feature_id: "ghosts" })).toBe("feature_not_found");
  });
});

describe("intervals", () => {
  const TOO_SHORT = (interval: string) =>
    `A price cannot recur every ${interval}: a week is the shortest`;
  it.each<[string, ItemDefinition, string | null]>([
    ["a weekly price", price(5, "week"), null],
    ["a daily price", price(5, "day"), TOO_SHORT("day")],
    ["packs by the hour", packs({ interval: "hour" }), TOO_SHORT("hour")],
    ["a daily grant", included({ interval: "day" }), null],
    ["a count of 1 without interval", { ...price(5), interval_count: 1 }, null],
    [
      "a count without interval",
      { ...price(5), interval_count: 2 },
      "interval_count needs an interval",
    ],
    ["every second month", price(5, "month", 2), null],
    ["every 0 months", price(5, "month", 0), WHOLE_COUNT],
    ["every 1.5 months", price(5, "month", 1.5), WHOLE_COUNT],
    ["every 1000 months", price(5, "month", 1_000), null],
    ["every 1001 months", price(5, "month", 1_001), WHOLE_COUNT],
    ["packs bought once", { feature_id: "credits", price: 4, usage_model: "prepaid" }, null],
    [
      "use paid once",
      { feature_id: "api_calls", price: 1, usage_model: "pay_per_use" },
      "Usage prices cannot be one-off if not set to prepaid",
    ],
    [
      "seats paid once",
      { feature_id: "seats", price: 1, usage_model: "pay_per_use" },
      "Usage prices cannot be one-off if not set to prepaid",
    ],
  ])("%s", (_what, item, message) => {
    expect(refusal(item)).toBe(message);
  });
});

describe("B1: a price has the decimals of its currency", () => {
  it.each<[number, string, string | null]>([
    [10, "usd", null],
    [10.99, "usd", null],
    [10.999, "usd", "A fixed price in usd has at most 2 decimals"],
    [1000, "jpy", null],
    [1000.5, "jpy", "A fixed price in jpy has at most 0 decimals"],
    [1.234, "kwd", null],
    [1.2345, "kwd", "A fixed price in kwd has at most 3 decimals"],
    [0, "usd", "price must be greater than 0"],
    [-1, "usd", "price must be greater than 0"],
    [Number.NaN, "usd", "price must be greater than 0"],
    [1_000_000_000, "usd", null],
    [1_000_000_001, "usd", "price is too large"],
  ])("%d %s", (amount, currency, message) => {
    expect(refusal(price(amount, "month"), currency)).toBe(message);
  });

  it("leaves the price of a unit its decimals: only the line is rounded", () => {
    expect(refusal(perUse({ price: 0.00042 }), "jpy")).toBeNull();
  });
});

describe("tiers", () => {
  it.each<[string, ItemDefinition["tiers"], string | null]>([
    [
      "rising to infinity",
      [
        { to: 10, amount: 2 },
        { to: "inf", amount: 1 },
      ],
      null,
    ],
    ["none", [], 'The last tier must go to "inf"'],
    ["that end at a bound", [{ to: 10, amount: 2 }], 'The last tier must go to "inf"'],
    [
      "with a repeated bound",
      [
        { to: 10, amount: 2 },
        { to: 10, amount: 2 },
        { to: "inf", amount: 1 },
      ],
      "Tiers must rise strictly",
    ],
    [
      "that start at 0",
      [
        { to: 0, amount: 2 },
        { to: "inf", amount: 1 },
      ],
      "Tiers must rise strictly",
    ],
    [
      "with two ends",
      [
        { to: "inf", amount: 2 },
        { to: "inf", amount: 1 },
      ],
      "Tiers must rise strictly",
    ],
    ["at a price of 0", [{ to: "inf", amount: 0 }], "Tier amounts must be greater than 0"],
  ])("%s", (_what, tiers, message) => {
    expect(refusal(tiered(tiers))).toBe(message);
  });
});

describe("included units", () => {
  const ENDLESS = 'What is priced cannot be included without end ("inf")';
  it.each<[string, ItemDefinition, string | null]>([
    ["1 unit", included({ included_usage: 1 }), null],
    [
      "0 units",
      included({ included_usage: 0 }),
      "A feature item needs an included_usage greater than 0",
    ],
    [
      "nothing given",
      { feature_id: "uploads" },
      "A feature item needs an included_usage greater than 0",
    ],
    ["less than nothing", included({ included_usage: -1 }), "included_usage must be at least 0"],
    ["unlimited", included({ included_usage: "inf" }), null],
    ["0 units before a price", perUse({ included_usage: 0 }), null],
    ["unlimited, and priced", perUse({ included_usage: "inf" }), ENDLESS],
    [
      "unlimited, and tiered",
      { ...tiered([{ to: "inf", amount: 1 }]), included_usage: "inf" },
      ENDLESS,
    ],
    ["packs of 1", packs({ billing_units: 1 }), null],
    ["packs of 0", packs({ billing_units: 0 }), "billing_units must be greater than 0"],
    ["packs of a millionth", packs({ billing_units: 0.000_001 }), null],
    [
      "packs of a finer size",
      packs({ billing_units: 0.333_333_3 }),
      "billing_units has at most 6 decimals",
    ],
    ["a limit as high", perUse({ included_usage: 5, usage_limit: 5 }), null],
    [
      "a lower limit",
      perUse({ included_usage: 5, usage_limit: 4 }),
      "usage_limit is below included_usage",
    ],
    ["a limit of 0", perUse({ usage_limit: 0 }), "usage_limit must be greater than 0"],
    [
      "a limit on an unlimited feature",
      included({ included_usage: "inf", usage_limit: 5 }),
      "What has no end has no usage_limit",
    ],
    ["units for a month", included({ expires_after_months: 1 }), null],
    [
      "units for no month",
      included({ expires_after_months: 0 }),
      "expires_after_months must be a whole number > 0, at most 1000",
    ],
    [
      "units for 1001 months",
      included({ expires_after_months: 1_001 }),
      "expires_after_months must be a whole number > 0, at most 1000",
    ],
  ])("%s", (_what, item, message) => {
    expect(refusal(item)).toBe(message);
  });
});

describe("policies and rollovers", () => {
  const rollover = { max: 10, length: 1, duration: "month" } as const;
  const monthly = (over: Partial<ItemDefinition>) => included({ interval: "month", ...over });
  const NOTHING = "A rollover needs an included_usage greater than 0";
  it.each<[string, ItemDefinition, string | null]>([
    ["packs billed in full at once", packs({ on_increase: "bill_immediately" }), null],
    ["packs on the next invoice", packs({ on_increase: "prorate_next_cycle" }), null],
    [
      "seats billed in full at once",
      perUse({ feature_id: "seats", on_increase: "bill_immediately" }),
      null,
    ],
    ["a rollover", monthly({ rollover }), null],
    ["a rollover without cap", monthly({ rollover: { ...rollover, max: null } }), null],
    [
      "a rollover of nothing",
      monthly({ rollover: { ...rollover, max: 0 } }),
      "rollover.max must be greater than 0, or null for no cap",
    ],
    ["a rollover of length 0", monthly({ rollover: { ...rollover, length: 0 } }), null],
    [
      "a rollover of length -1",
      monthly({ rollover: { ...rollover, length: -1 } }),
      "rollover.length must be a whole number of at least 0, at most 1000",
    ],
    ["a rollover of length 1000", monthly({ rollover: { ...rollover, length: 1_000 } }), null],
    [
      "a rollover of length 1001",
      monthly({ rollover: { ...rollover, length: 1_001 } }),
      "rollover.length must be a whole number of at least 0, at most 1000",
    ],
    [
      "a rollover of a feature that never resets",
      included({ rollover }),
      "Only what resets can roll over",
    ],
    [
      "a rollover of a continuous-use feature",
      monthly({ feature_id: "seats", rollover }),
      "Only what resets can roll over",
    ],
    ["a rollover of an unlimited feature", monthly({ included_usage: "inf", rollover }), NOTHING],
    ["a rollover of packs alone", packs({ rollover }), NOTHING],
  ])("%s", (_what, item, message) => {
    expect(refusal(item)).toBe(message);
  });
});

describe("per entity", () => {
  it.each<[string, ItemDefinition, string | null]>([
    ["uploads for each seat", included({ entity_feature_id: "seats" }), null],
    [
      "uploads for each boost, which is no entity",
      included({ entity_feature_id: "boost" }),
      "entity_feature_id must name a continuous_use feature",
    ],
    [
      "seats for each seat",
      included({ feature_id: "seats", entity_feature_id: "seats" }),
      "entity_feature_id needs another feature, whose units it divides",
    ],
    [
      "a price for each seat",
      { ...price(5), entity_feature_id: "seats" },
      "entity_feature_id needs another feature, whose units it divides",
    ],
  ])("%s", (_what, item, message) => {
    expect(refusal(item)).toBe(message);
  });
});
