import { describe, expect, it } from "vitest";
import type { ProductPreview } from "../../../src/contract/responses";
import { APRIL_1, DAY_MS, MAY_1, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, buy, canceled, openShop, product, PRODUCTS, shown } from "../shop";
import { check } from "../workspace";

const TIERED = product("tiered", [
  { price: 5, interval: "month" },
  {
    feature_id: "credits",
    interval: "month",
    usage_model: "prepaid",
    billing_units: 100,
    included_usage: 10,
    tiers: [
      { to: 500, amount: 3 },
      { to: "inf", amount: 2 },
    ],
  },
]);

async function shopper(...productIds: string[]) {
  const t = await openShop([...PRODUCTS, TIERED]);
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

async function previewOf(t: Engine, productId: string): Promise<ProductPreview | null | undefined> {
  const { data } = await check(t, { product_id: productId, with_preview: true });
  if (data?.code !== "product_found") throw new Error("No answer about a product");
  return data.preview;
}

describe("the preview of a product", () => {
  it("of an upgrade is what checkout shows, to the cent", async () => {
    const t = await shopper("basic");
    setTime(APRIL_1 + 10 * DAY_MS);
    const preview = await previewOf(t, "max");
    expect(preview).toEqual({
      scenario: "upgrade",
      product_id: "max",
      product_name: "max",
      recurring: true,
      error_on_attach: false,
      next_cycle_at: MAY_1,
      current_product_name: "basic",
      items: [
        { price: "-$6.67", description: "Unused time on basic after Apr 11" },
        { price: "$33.33", description: "Remaining time on max until May 1" },
      ],
      options: [],
      due_today: { price: 26.66, currency: "usd" },
      payment: { by_card: 26.66, from_credit: 0 },
      due_next_cycle: { price: 50, currency: "usd" },
    });
    const checkout = await shown(t, { product_id: "max" });
    expect(preview?.due_today.price).toBe(checkout.total);
    expect(preview?.due_next_cycle?.price).toBe(checkout.next_cycle?.total);
    expect(preview?.items).toHaveLength(checkout.lines.length);
  });

  it("of a downgrade costs nothing today, and the smaller plan from the next cycle on", async () => {
    const t = await shopper("max");
    expect(await previewOf(t, "basic")).toMatchObject({
      scenario: "downgrade",
      current_product_name: "max",
      next_cycle_at: MAY_1,
      items: [],
      due_today: { price: 0 },
      due_next_cycle: { price: 10 },
    });
  });

  it("of a new plan lists its quantities, with or without a card: they need a dialog", async () => {
    const t = await openShop();
    expect(await previewOf(t, "pro")).toMatchObject({
      scenario: "upgrade",
      current_product_name: "free",
      options: [{ feature_id: "credits", feature_name: "credits", billing_units: 100, price: 10 }],
      due_today: { price: 20, currency: "usd" },
    });
  });

  it("of tiers shows the first tier's price, and what is included", async () => {
    const t = await shopper();
    expect((await previewOf(t, "tiered"))?.options).toEqual([
      {
        feature_id: "credits",
        feature_name: "credits",
        billing_units: 100,
        included_usage: 10,
        price: 3,
      },
    ]);
  });

  it("is null for a purchase on a hosted page, so that attach opens that page", async () => {
    const t = await openShop();
    expect(await previewOf(t, "basic")).toBeNull();
    expect(await previewOf(t, "pack")).toBeNull();
    await saveCard(t);
    expect(await previewOf(t, "pack")).toMatchObject({
      recurring: false,
      current_product_name: null,
      items: [{ price: "$9.00", description: "pack" }],
      due_today: { price: 9 },
    });
    expect(await previewOf(t, "pack")).not.toHaveProperty("due_next_cycle");
  });

  it("is null for what is free, and for what is not on sale", async () => {
    const t = await shopper("basic");
    expect(await previewOf(t, "free")).toBeNull();
    expect(await previewOf(t, "nothing")).toBeNull();
  });

  it("warns that the customer has the product, as attach refuses it", async () => {
    const t = await shopper("basic");
    expect(await previewOf(t, "basic")).toMatchObject({
      scenario: "active",
      error_on_attach: true,
      due_today: { price: 0 },
    });
    expect((await buy(t, { product_id: "basic" })).error?.code).toBe("product_already_attached");
  });

  it("of a canceled product offers to undo the cancellation", async () => {
    const t = await shopper("basic");
    await canceled(t, { product_id: "basic" });
    const { data } = await check(t, { product_id: "basic", with_preview: true });
    expect(data).toMatchObject({
      allowed: true,
      preview: { scenario: "renew", error_on_attach: false, due_today: { price: 0 } },
    });
  });

  it("is returned only when it is expanded, and changes nothing", async () => {
    const t = await shopper("basic");
    await previewOf(t, "max");
    const { data } = await check(t, { product_id: "max" });
    expect(data).not.toHaveProperty("preview");
    expect(data?.allowed).toBe(false);
  });
});
