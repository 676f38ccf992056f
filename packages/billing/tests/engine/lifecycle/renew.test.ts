import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, MAY_1, getCustomer, ledgerGaps, saveCard, setTime } from "../harness";
import {
  CREDIT_PACKS,
  bought,
  buy,
  canceled,
  creditOf,
  heldBy,
  invoicesOf,
  openShop,
  product,
  shown,
  stock,
  use,
  withProduct,
} from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const JUNE_1 = Date.UTC(2025, 5, 1);
const packs = (quantity: number) => [{ feature_id: "credits", quantity }];

async function shopWith(...productIds: string[]) {
  const t = await openShop();
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

/** Basic at $12, with 200 uploads. */
const DEARER_BASIC = withProduct("basic", {
  items: [
    { price: 12, interval: "month" },
    { feature_id: "uploads", included_usage: 200, interval: "month" },
  ],
});

describe("renew", () => {
  it("of a canceled plan leaves everything as it was before", async () => {
    const t = await shopWith("basic");
    await use(t, "uploads", 30);
    const { products, features } = await getCustomer(t);
    setTime(APRIL_16);
    await canceled(t, { product_id: "basic" });
    expect((await shown(t, { product_id: "basic" })).product.scenario).toBe("renew");
    expect(await bought(t, { product_id: "basic" })).toMatchObject({ code: "renewed_product" });
    expect(await getCustomer(t)).toMatchObject({ products, features });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "paid"],
    ]);
  });

  it("costs nothing, so that no page opens for it, not even a forced checkout", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    const renewed = await bought(t, { product_id: "basic", force_checkout: true });
    expect(renewed).toMatchObject({ code: "renewed_product" });
    expect(renewed).not.toHaveProperty("checkout_url");
  });

  it("by choosing the current plan drops the scheduled downgrade", async () => {
    const t = await shopWith("max");
    const before = await getCustomer(t);
    await bought(t, { product_id: "basic" });
    expect(await heldBy(t)).toEqual(["basic scheduled", "labs_free active", "max active canceled"]);
    await bought(t, { product_id: "max" });
    expect(await getCustomer(t)).toEqual(before);
  });

  it("B28: stays on the customer's version when a newer one is on sale", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    await stock(t, DEARER_BASIC);
    expect(await bought(t, { product_id: "basic" })).toMatchObject({ code: "renewed_product" });
    const { products } = await getCustomer(t);
    expect(products.find(({ id }) => id === "basic")).toMatchObject({ version: 1 });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "paid"],
    ]);
  });

  it("with another quantity undoes the cancellation and changes the packs", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "pro", options: packs(200) });
    await canceled(t, { product_id: "pro" });
    setTime(APRIL_16);
    const answer = await bought(t, { product_id: "pro", options: packs(500) });
    expect(answer).toMatchObject({ code: "features_updated", invoice: { total: 3000 } });
    expect(await heldBy(t)).toEqual(["labs_free active", "pro active"]);
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 500 });
  });

  it("B28: an upgrade undoes the cancellation too, and drops the scheduled plan", async () => {
    const t = await shopWith("pro");
    await bought(t, { product_id: "basic" });
    setTime(APRIL_16);
    await bought(t, { product_id: "max" });
    expect(await heldBy(t)).toEqual(["labs_free active", "max active"]);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [1500, "paid"],
    ]);
  });

  it("B32: of a canceled add-on is what its scenario says", async () => {
    const t = await shopWith("basic", "extra");
    expect((await shown(t, { product_id: "extra" })).product.scenario).toBe("new");
    await canceled(t, { product_id: "extra" });
    expect((await shown(t, { product_id: "extra" })).product.scenario).toBe("renew");
    expect(await bought(t, { product_id: "extra" })).toMatchObject({ code: "renewed_product" });
    expect(await heldBy(t)).toEqual(["basic active", "extra active", "labs_free active"]);
  });
});

describe("new version", () => {
  it("changes grants and prices, charges nothing today, and carries the use over", async () => {
    const t = await shopWith("basic");
    await use(t, "uploads", 30);
    setTime(APRIL_16);
    await stock(t, DEARER_BASIC);
    expect(await shown(t, { product_id: "basic" })).toMatchObject({
      lines: [],
      total: 0,
      next_cycle: { starts_at: MAY_1, total: 12 },
    });
    expect(await bought(t, { product_id: "basic" })).toMatchObject({
      code: "upgraded_to_new_product",
    });
    const { products, features } = await getCustomer(t);
    expect(products.find(({ id }) => id === "basic")).toMatchObject({ version: 2 });
    // 200 of the plan and 1 of labs_free, 30 of them used.
    expect(features.uploads).toMatchObject({ balance: 171, next_reset_at: MAY_1 });
    expect((await buy(t, { product_id: "basic" })).error?.code).toBe("product_already_attached");
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1200, "paid"],
    ]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("continues a running trial, and gives no second one", async () => {
    const t = await shopWith("tried");
    setTime(APRIL_1 + DAY_MS);
    await stock(t, withProduct("tried", { items: [{ price: 40, interval: "month" }] }));
    await bought(t, { product_id: "tried" });
    const { products } = await getCustomer(t);
    expect(products.find(({ id }) => id === "tried")).toMatchObject({
      version: 2,
      trial_ends_at: APRIL_1 + 14 * DAY_MS,
    });
    setTime(APRIL_1 + 14 * DAY_MS);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([[4000, "paid"]]);
  });

  it("B35: carries unbilled usage over, and bills it once", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 170);
    await stock(
      t,
      withProduct("pro", {
        items: [
          { price: 25, interval: "month" },
          {
            feature_id: "calls",
            included_usage: 100,
            interval: "month",
            price: 1,
            billing_units: 10,
            usage_model: "pay_per_use",
          },
        ],
      }),
    );
    await bought(t, { product_id: "pro" });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [3200, "paid"],
    ]);
  });
});

describe("a repeated purchase", () => {
  it("B33: of an add-on is a second copy, billed for itself, and leaves the first one unchanged", async () => {
    const t = await shopWith("basic", "extra");
    await use(t, "uploads", 20);
    await bought(t, { product_id: "extra" });
    const { features, products } = await getCustomer(t);
    expect(products.filter(({ id }) => id === "extra")).toMatchObject([{ quantity: 2 }]);
    expect(features.uploads).toMatchObject({ included_usage: 201, balance: 181 });
    setTime(MAY_1);
    await getCustomer(t);
    const totals = (await invoicesOf(t)).map(([total]) => total);
    expect(totals).toEqual([1000, 500, 500, 1000, 500, 500]);
  });

  it("B25: of a one-off adds its units to the rest, and costs its price again", async () => {
    const t = await shopWith("pack");
    await use(t, "boosts", 4);
    expect(await bought(t, { product_id: "pack" })).toMatchObject({
      code: "one_off_product_attached",
      invoice: { total: 900 },
    });
    const { features, products } = await getCustomer(t);
    expect(features.boosts).toMatchObject({ balance: 16, usage: 4, included_usage: 20 });
    expect(products.filter(({ id }) => id === "pack")).toMatchObject([{ quantity: 2 }]);
  });

  it("B34: takes over no use of the plan", async () => {
    const t = await shopWith("basic");
    await use(t, "uploads", 90);
    await bought(t, { product_id: "extra" });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 90, balance: 61 });
  });
});

describe("a newer version of the current product", () => {
  it("carries the receipts over: a cancellation credits what was paid, not the newer price", async () => {
    const t = await shopWith("basic");
    await stock(t, DEARER_BASIC);
    setTime(APRIL_16);
    await bought(t, { product_id: "basic" });
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect((await invoicesOf(t)).at(-1)).toEqual([-500, "paid"]);
  });
});

describe("prepaid quantity", () => {
  const withPolicy = (policy: Partial<typeof CREDIT_PACKS>) =>
    withProduct("pro", {
      items: [
        { price: 20, interval: "month" },
        { ...CREDIT_PACKS, ...policy },
      ],
    });
  const startOn = async (policy: Partial<typeof CREDIT_PACKS>, quantity: number) => {
    const t = await openShop(withPolicy(policy));
    await saveCard(t);
    await bought(t, { product_id: "pro", options: packs(quantity) });
    setTime(APRIL_16);
    return t;
  };

  it("an increase for the next cycle is billed by a newer version of the plan, too", async () => {
    const waits = { on_increase: "prorate_next_cycle" } as const;
    const t = await startOn(waits, 200);
    await bought(t, { product_id: "pro", options: packs(500) });
    const newer = [
      { price: 25, interval: "month" as const },
      { ...CREDIT_PACKS, ...waits },
    ];
    await stock(t, withProduct("pro", { items: newer }));
    await bought(t, { product_id: "pro" });
    setTime(MAY_1);
    await getCustomer(t);
    // The plan, five packs, and half a month of three.
    expect((await invoicesOf(t)).at(-1)).toEqual([2500 + 5000 + 1500, "paid"]);
  });

  it("a cancellation credits the current month, not the month of a deferred increase", async () => {
    const t = await startOn({ on_increase: "prorate_next_cycle" }, 200);
    await bought(t, { product_id: "pro", options: packs(500) });
    setTime(MAY_1);
    await getCustomer(t);
    setTime(MAY_1 + 15.5 * DAY_MS);
    await canceled(t, { product_id: "pro", cancel_immediately: true });
    expect((await invoicesOf(t)).at(-1)).toEqual([-(2000 + 5000) / 2, "paid"]);
  });

  it("P19: a deferred increase is granted now and billed on the next invoice", async () => {
    const t = await startOn({ on_increase: "prorate_next_cycle" }, 200);
    const preview = await shown(t, { product_id: "pro", options: packs(500) });
    expect(preview).toMatchObject({
      lines: [],
      total: 0,
      has_prorations: true,
      next_cycle: { starts_at: MAY_1, total: 85 },
    });
    await bought(t, { product_id: "pro", options: packs(500) });
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 500 });
    setTime(MAY_1);
    await getCustomer(t);
    setTime(JUNE_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [4000, "paid"],
      [8500, "paid"],
      [7000, "paid"],
    ]);
  });

  it("a deferred increase is billed when the plan is replaced before", async () => {
    const t = await startOn({ on_increase: "prorate_next_cycle" }, 200);
    await bought(t, { product_id: "pro", options: packs(500) });
    // −10 pro, −25 packs, +25 max, and +15 that waited.
    expect((await shown(t, { product_id: "max" })).total).toBe(5);
    await bought(t, { product_id: "max" });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [4000, "paid"],
      [500, "paid"],
      [5000, "paid"],
    ]);
  });

  it("P18: a decrease without credit takes effect with the renewal", async () => {
    const t = await startOn({ on_decrease: "none" }, 500);
    expect((await shown(t, { product_id: "pro", options: packs(200) })).total).toBe(0);
    await bought(t, { product_id: "pro", options: packs(200) });
    const { features, products } = await getCustomer(t);
    expect(features.credits).toMatchObject({ balance: 500 });
    const items = products.find(({ id }) => id === "pro")?.items;
    expect(items?.find((item) => item.feature_id === "credits")).toMatchObject({
      quantity: 500,
      next_cycle_quantity: 200,
    });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 200 });
    expect(await invoicesOf(t)).toEqual([
      [7000, "paid"],
      [4000, "paid"],
    ]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("a scheduled decrease is undone by asking for the old quantity", async () => {
    const t = await startOn({ on_decrease: "none" }, 500);
    await bought(t, { product_id: "pro", options: packs(200) });
    await bought(t, { product_id: "pro", options: packs(500) });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 500 });
  });

  it("P17: by default a decrease is credited at once", async () => {
    const t = await startOn({}, 500);
    await bought(t, { product_id: "pro", options: packs(200) });
    expect(await creditOf(t)).toBe(1500);
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 200 });
  });

  it("B30: changing one feature's packs leaves the other's unchanged", async () => {
    const t = await openShop([
      product("two", [
        { price: 1, interval: "month" },
        CREDIT_PACKS,
        { ...CREDIT_PACKS, feature_id: "boosts" },
      ]),
    ]);
    await saveCard(t);
    const boosts = { feature_id: "boosts", quantity: 300 };
    await bought(t, { product_id: "two", options: [...packs(100), boosts] });
    await bought(t, { product_id: "two", options: packs(200) });
    const { features } = await getCustomer(t);
    expect([features.credits?.balance, features.boosts?.balance]).toEqual([200, 300]);
  });

  it("B31: an increase from no packs is an increase like any other", async () => {
    const t = await startOn({}, 0);
    await bought(t, { product_id: "pro", options: packs(100) });
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [1000, "paid"],
    ]);
  });
});
