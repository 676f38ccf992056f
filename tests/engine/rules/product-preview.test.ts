import { describe, expect, it } from "vitest";
import type { ProductPreviewInput } from "../../../convex/engine/rules/productPreview";
import { previewProduct } from "../../../convex/engine/rules/productPreview";
import { checkoutAnswer, prepaidItem, productIn, productItem } from "../../billing/wire-samples";

const PACKS = prepaidItem({
  feature: { id: "credits", name: "Credits", type: "single_use", archived: false },
  price: 5,
});

function preview(over: Partial<ProductPreviewInput> = {}) {
  const product = productIn("upgrade", { id: "pro", name: "Pro" });
  return previewProduct({
    checkout: checkoutAnswer({ product }),
    branch: "upgrade",
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
  ])("writes a line in %s as bills do", (currency, amount, price) => {
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
  ] as const)("by way of a %s with %o is %s", (path, more, outcome) => {
    const checkout = checkoutOf(productItem(), ...more);
    expect(preview({ checkout, path }) === null ? "null" : "shown").toBe(outcome);
  });

  it.each([
    ["unchanged", true],
    ["renew", false],
    ["update_prepaid_quantity", false],
  ] as const)("of the branch %s warns: %s", (branch, warns) => {
    expect(preview({ branch })?.error_on_attach).toBe(warns);
  });

  it("says when and what is due next only where something recurs", () => {
    expect(preview()).not.toHaveProperty("next_cycle_at");
    const product = productIn("upgrade");
    const checkout = checkoutAnswer({ product, next_cycle: { starts_at: 7, total: 20 } });
    expect(preview({ checkout })).toMatchObject({
      next_cycle_at: 7,
      due_next_cycle: { price: 20, currency: "usd" },
    });
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
