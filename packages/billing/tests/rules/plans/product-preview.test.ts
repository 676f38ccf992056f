import { describe, expect, it } from "vitest";
import type { ProductPreviewInput } from "../../../src/component/rules/plans/productPreview";
import { previewProduct } from "../../../src/component/rules/plans/productPreview";
import { checkoutAnswer, prepaidItem, productIn, productItem } from "../../react/wire-samples";

const PACKS = prepaidItem({
  feature: { id: "credits", name: "Credits", type: "single_use", archived: false },
  price: 5,
});

function preview(over: Partial<ProductPreviewInput> = {}) {
  const product = productIn("upgrade", { id: "pro", name: "Pro" });
  return previewProduct({
    checkout: checkoutAnswer({ product }),
    kind: "upgrade",
    path: "direct",
    ...over,
  });
}

const checkoutOf = (...items: ReturnType<typeof productItem>[]) =>
  checkoutAnswer({ product: productIn("new", { items }) });

describe("previewProduct", () => {
  it.each([
    ["usd", 20, "$20.00"],
    ["usd", -10.97, "-$10.97"],
    ["jpy", 500, "¥500"],
  ])("formats the lines in %s as invoices do", (currency, amount, price) => {
    const lines = [{ description: "Pro", amount, item: null }];
    const checkout = checkoutAnswer({ product: productIn("new"), lines, currency, total: amount });
    expect(preview({ checkout })).toMatchObject({
      items: [{ price, description: "Pro" }],
      due_today: { price: amount, currency },
    });
  });

  it.each([
    ["page", [], "null"],
    ["direct", [], "shown"],
    ["page", [PACKS], "shown"],
    ["page", [{ ...PACKS, usage_model: "pay_per_use" as const }], "null"],
  ] as const)("for %s with %o is %s", (path, more, outcome) => {
    const checkout = checkoutOf(productItem(), ...more);
    expect(preview({ checkout, path }) === null ? "null" : "shown").toBe(outcome);
  });

  it.each([
    ["already_active", true],
    ["already_scheduled", true],
    ["renew", false],
    ["quantity", false],
  ] as const)("for the kind %s warns: %s", (kind, warns) => {
    expect(preview({ kind })?.error_on_attach).toBe(warns);
  });

  it("says when and how much is due next only for recurring prices", () => {
    expect(preview()).not.toHaveProperty("next_cycle_at");
    const product = productIn("upgrade");
    const checkout = checkoutAnswer({ product, next_cycle: { starts_at: 7, total: 20 } });
    expect(preview({ checkout })).toMatchObject({
      next_cycle_at: 7,
      due_next_cycle: { price: 20, currency: "usd" },
    });
  });

  it("names the present plan, where there is one", () => {
    const current = productIn("upgrade", { name: "Creator" });
    const checkout = checkoutAnswer({ product: productIn("upgrade"), current_product: current });
    expect(preview({ checkout })?.current_product_name).toBe("Creator");
    expect(preview()?.current_product_name).toBeNull();
  });

  it.each([
    [false, true],
    [true, false],
  ])("for a one-off product (%s) recurs: %s", (is_one_off, recurring) => {
    const product = productIn("new", { properties: { is_one_off } });
    expect(preview({ checkout: checkoutAnswer({ product }) })?.recurring).toBe(recurring);
  });

  it("lists options for prepaid packs, and for nothing else", () => {
    const { feature } = PACKS;
    const grant = productItem({ type: "feature", feature, price: 0 });
    const options = preview({ checkout: checkoutOf(productItem({ feature }), grant, PACKS) });
    expect(options?.options).toStrictEqual([
      { feature_id: "credits", feature_name: "Credits", billing_units: 100, price: 5 },
    ]);
  });

  it("lists what a pack's item includes, also 0", () => {
    const checkout = checkoutOf({ ...PACKS, included_usage: 0 });
    expect(preview({ checkout })?.options[0]?.included_usage).toBe(0);
  });

  it.each([
    ["no tiers", {}],
    ["an empty list of tiers", { tiers: [] }],
  ])("throws on packs with neither a price nor a tier: %s", (_what, more) => {
    const checkout = checkoutOf({ ...PACKS, price: null, ...more });
    expect(() => preview({ checkout })).toThrow("A price of credits without an amount");
  });

  it("throws where checkout names no scenario", () => {
    const checkout = checkoutAnswer({ product: productIn(undefined) });
    expect(() => preview({ checkout })).toThrow("A checkout without a scenario");
  });

  it("takes a pack's price from its first tier where it has tiers", () => {
    const tiers = [
      { to: 500, amount: 3 },
      { to: "inf" as const, amount: 2 },
    ];
    const checkout = checkoutOf({ ...PACKS, price: null, tiers });
    expect(preview({ checkout })?.options).toMatchObject([{ billing_units: 100, price: 3 }]);
  });
});
