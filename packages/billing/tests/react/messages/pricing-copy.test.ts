import { describe, expect, it } from "vitest";
import type { Product, Scenario } from "../../../src/contract/wire";
import { describePricingButton, splitPrice } from "../../../src/react/messages/pricing-copy";
import { product, productIn, productItem } from "../wire-samples";
import { WORDS } from "../words";

describe("describePricingButton", () => {
  it.each<[text: string, Scenario | undefined, Partial<Product["properties"]>, disabled: boolean]>([
    ["Start Free Trial", "new", { has_trial: true, is_one_off: true }, false],
    ["Start Free Trial", "upgrade", { has_trial: true }, false],
    ["Plan Scheduled", "scheduled", { updateable: true }, true],
    ["Update Plan", "active", { updateable: true }, false],
    ["Current Plan", "active", {}, true],
    ["Purchase", "new", { is_one_off: true }, false],
    ["Get started", "new", {}, false],
    ["Renew", "renew", {}, false],
    ["Upgrade", "upgrade", {}, false],
    ["Downgrade", "downgrade", {}, false],
    ["Cancel Plan", "cancel", {}, false],
    ["Get started", undefined, {}, false],
  ])("says %s when %s, %o", (text, scenario, properties, disabled) => {
    expect(describePricingButton(productIn(scenario, { properties }), WORDS)).toEqual({
      text,
      disabled,
    });
  });

  it.each([
    ["Switch to yearly", "upgrade", "year", "lower"],
    ["Switch to quarterly", "upgrade", "quarter", "lower"],
    ["Upgrade", "upgrade", "year", "other"],
    ["Downgrade", "downgrade", "month", "lower"],
  ] as const)("says %s for an %s paid by the %s that is %s", (text, scenario, interval, rank) => {
    const plan = productIn(scenario, { properties: { interval_group: interval } });
    expect(describePricingButton(plan, WORDS, rank).text).toBe(text);
  });

  it("uses the product's own words", () => {
    const shown = product({ scenario: "scheduled", display: { button_text: "Go Pro" } });
    expect(describePricingButton(shown, WORDS)).toEqual({ text: "Go Pro", disabled: true });
  });
});

describe("splitPrice", () => {
  const items = [productItem(), productItem({ type: "feature", feature_id: "uploads" })];

  it("takes the first item of a paid product as its price", () => {
    expect(splitPrice(product({ items }), WORDS.t)).toEqual({
      price: items[0]?.display,
      features: items.slice(1),
    });
  });

  it("lists everything of a free product", () => {
    expect(splitPrice(product({ items, properties: { is_free: true } }), WORDS.t)).toEqual({
      price: { primary_text: "Free" },
      features: items,
    });
  });

  it("never calls a paid product without a price free", () => {
    expect(splitPrice(product({ items: [] }), WORDS.t)).toEqual({ price: null, features: [] });
  });
});
