import { describe, expect, it } from "vitest";
import {
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import {
  CREDIT_PACKS,
  bought,
  buy,
  heldBy,
  invoicesOf,
  openShop,
  product,
  PRODUCTS,
  shown,
  use,
} from "../shop";

const JANUARY_31 = Date.UTC(2026, 0, 31);
const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const metered = {
  feature_id: "calls",
  included_usage: 100,
  interval: "month" as const,
  price: 0.5,
  billing_units: 10,
  usage_model: "pay_per_use" as const,
};
const YEARLY = product("yearly", [{ price: 240, interval: "year" }, metered]);
const WEEKLY = product("weekly", [{ price: 3, interval: "week" }]);

async function shopWith(...productIds: string[]) {
  const t = await openShop([...PRODUCTS, YEARLY, WEEKLY]);
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

describe("a change of plan", () => {
  it("charges the one-time price of a smaller plan when that begins, and only then", async () => {
    const small = product("small", [{ price: 15 }, { price: 5, interval: "month" }]);
    const t = await openShop([...PRODUCTS, small]);
    await saveCard(t);
    await bought(t, { product_id: "pro" });
    const { next_cycle, next_invoice } = await shown(t, { product_id: "small" });
    expect([next_cycle?.total, next_invoice?.total]).toEqual([20, 20]);
    await bought(t, { product_id: "small" });
    for (const at of [MAY_1, Date.UTC(2025, 5, 1)]) {
      setTime(at);
      await getCustomer(t);
    }
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [2000, "paid"],
      [500, "paid"],
    ]);
  });

  it("shows another copy of an add-on with packs, as attach buys it", async () => {
    const items = [{ price: 7, interval: "month" as const }, CREDIT_PACKS];
    const t = await openShop([...PRODUCTS, product("storage", items, { is_add_on: true })]);
    await saveCard(t);
    await bought(t, {
      ...{ product_id: "storage", options: [{ feature_id: "credits", quantity: 100 }] },
    });
    const preview = await shown(t, { product_id: "storage" });
    expect(preview).toMatchObject({ total: 7, product: { scenario: "new" } });
    await bought(t, { product_id: "storage", preview_id: preview.preview_id });
    expect((await invoicesOf(t)).at(-1)).toEqual([700, "paid"]);
  });

  it("B3: counts a short month from the 31st of its anchor", async () => {
    const t = await shopWith();
    setTime(JANUARY_31);
    await bought(t, { product_id: "basic" });
    setTime(Date.UTC(2026, 1, 14));
    // 14 of the 28 days from 31 January to 28 February are left.
    expect((await shown(t, { product_id: "max" })).total).toBe(20);
  });

  it("B3: passes the anchor on the 31st to the new plan", async () => {
    const t = await shopWith();
    setTime(JANUARY_31);
    await bought(t, { product_id: "max" });
    expect((await shown(t, { product_id: "basic" })).next_cycle).toEqual({
      starts_at: Date.UTC(2026, 1, 28),
      total: 10,
    });
    await bought(t, { product_id: "basic" });
    setTime(Date.UTC(2026, 3, 1));
    const { products } = await getCustomer(t);
    expect(products.find(({ id }) => id === "basic")).toMatchObject({
      current_period_start: Date.UTC(2026, 2, 31),
      current_period_end: Date.UTC(2026, 3, 30),
    });
    expect((await invoicesOf(t)).map(([total]) => total)).toEqual([5000, 1000, 1000]);
  });

  it("B5: finds the period of a subscription with more than fifty periods", async () => {
    const t = await shopWith("weekly");
    setTime(APRIL_1 + 61 * 7 * DAY_MS + 1);
    // More cycles than one call processes.
    await getCustomer(t);
    const { products } = await getCustomer(t);
    expect(products.find(({ id }) => id === "weekly")).toMatchObject({
      current_period_end: APRIL_1 + 62 * 7 * DAY_MS,
    });
    expect(await invoicesOf(t)).toHaveLength(62);
  });

  it("B10: bills a month's usage of an annual plan without the year", async () => {
    const t = await shopWith("yearly");
    await use(t, "calls", 137);
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [24_000, "paid"],
      [200, "paid"],
    ]);
  });

  it("to another interval keeps the anchor", async () => {
    const t = await shopWith("pro");
    setTime(APRIL_16);
    // Half a month back, 350 of the year's 365 days to pay.
    expect(await shown(t, { product_id: "yearly" })).toMatchObject({
      total: 220.14,
      next_cycle: { starts_at: Date.UTC(2026, 3, 1), total: 240 },
    });
  });

  it("B26: leaves no trace, not even an invoice, when the charge fails", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 150);
    await saveCard(t, CARDS.failsLater);
    setTime(APRIL_16);
    const { features } = await getCustomer(t);
    const before = [await heldBy(t), await invoicesOf(t)];
    expect((await buy(t, { product_id: "max" })).error?.code).toBe("payment_failed");
    expect([await heldBy(t), await invoicesOf(t)]).toEqual(before);
    expect((await getCustomer(t)).features).toEqual(features);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("INV-31: bills every unit of overage once, however the plan ends", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 120);
    setTime(APRIL_16);
    await bought(t, { product_id: "max" });
    setTime(MAY_1);
    await bought(t, { product_id: "pro" });
    setTime(MAY_1 + DAY_MS);
    await getCustomer(t);
    // −10 for pro, +25 for max, +1 for twenty calls; then max again.
    expect((await invoicesOf(t)).map(([total]) => total)).toEqual([2000, 1600, 5000]);
  });

  it("B34: to a plan with the same grant starts a new balance, and leaves an add-on as it is", async () => {
    const t = await shopWith("basic", "extra");
    await use(t, "uploads", 120);
    await bought(t, { product_id: "max" });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ included_usage: 1051 });
    expect(await heldBy(t)).toEqual(["extra active", "labs_free active", "max active"]);
  });
});
