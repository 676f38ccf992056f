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
  CALLS,
  PRODUCTS,
  bought,
  buy,
  cancel,
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
const TRIAL_END = APRIL_1 + 14 * DAY_MS;

async function shopWith(...productIds: string[]) {
  const t = await openShop();
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

describe("cancel at the end of the cycle", () => {
  it("leaves the plan active until the period ends, and shows the free plan that follows", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_16);
    expect(await canceled(t, { product_id: "basic" })).toEqual({
      success: true,
      customer_id: "user_ana",
      product_id: "basic",
    });
    expect(await heldBy(t)).toEqual([
      "basic active canceled",
      "free scheduled",
      "labs_free active",
    ]);
    setTime(MAY_1 - 1);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 101 });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 11 });
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([[1000, "paid"]]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("ends on the same day whether it is read on time or months later", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    setTime(Date.UTC(2025, 7, 9));
    const { products } = await getCustomer(t);
    expect(products.map(({ id, started_at }) => [id, started_at])).toEqual([
      ["labs_free", APRIL_1],
      ["free", MAY_1],
    ]);
  });

  it("ends a trial with the trial, without a charge", async () => {
    const t = await shopWith("tried");
    await use(t, "calls", 150);
    await canceled(t, { product_id: "tried" });
    setTime(TRIAL_END);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([]);
  });

  it("B53: bills overage with the plan's last day", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 137);
    await canceled(t, { product_id: "pro" });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [200, "paid"],
    ]);
  });

  it("B33: ends one of two copies of an add-on, and leaves the other", async () => {
    const t = await shopWith("basic", "extra", "extra");
    await canceled(t, { product_id: "extra" });
    expect(await heldBy(t)).toContain("extra active");
    expect(await heldBy(t)).toContain("extra active canceled");
    await canceled(t, { product_id: "extra" });
    expect(await cancel(t, { product_id: "extra" })).toMatchObject({
      error: { code: "invalid_request", message: "Product extra is already about to cancel" },
      statusCode: 400,
    });
    setTime(MAY_1);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["basic active", "labs_free active"]);
  });

  it("leaves what was bought once: it is used up, not taken away", async () => {
    const t = await shopWith("pack");
    await canceled(t, { product_id: "pack" });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.boosts).toMatchObject({ balance: 10 });
    expect((await cancel(t, { product_id: "pack" })).error?.code).toBe("invalid_request");
    await bought(t, { product_id: "pack" });
    expect((await getCustomer(t)).products.find(({ id }) => id === "pack")).toMatchObject({
      canceled_at: null,
      quantity: 2,
    });
  });

  it("says on the wire when access ends, while it is still active", async () => {
    const t = await shopWith("basic");
    const basic = async () => (await getCustomer(t)).products.find(({ id }) => id === "basic");
    expect(await basic()).not.toHaveProperty("ends_at");
    await canceled(t, { product_id: "basic" });
    expect(await basic()).toMatchObject({ status: "active", canceled_at: APRIL_1, ends_at: MAY_1 });
    await bought(t, { product_id: "basic" });
    expect(await basic()).not.toHaveProperty("ends_at");
  });

  it("ends a free product with the last period that it was granted for", async () => {
    const t = await shopWith();
    await stock(
      t,
      withProduct("extra", {
        items: [
          { feature_id: "uploads", included_usage: 5, interval: "month" },
          { feature_id: "boosts", included_usage: 1, interval: "week" },
        ],
      }),
    );
    await bought(t, { product_id: "extra" });
    await canceled(t, { product_id: "extra" });
    setTime(MAY_1 - 1);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 16 });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 11 });
  });

  it("refuses a product that is canceled already, and the default product", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    const again = await cancel(t, { product_id: "basic" });
    expect(again.error?.message).toBe("Product basic is already about to cancel");
    const fallback = await cancel(t, { product_id: "labs_free", cancel_immediately: true });
    expect(fallback.error?.code).toBe("invalid_request");
  });

  it("names the scheduled plan that prevents it", async () => {
    const t = await shopWith("max");
    await bought(t, { product_id: "basic" });
    expect(await cancel(t, { product_id: "max" })).toMatchObject({
      error: {
        code: "invalid_request",
        message: "Please delete scheduled product basic first",
      },
    });
  });

  it.each([
    ["a product that the customer does not have", { product_id: "max" }],
    ["a product that does not exist", { product_id: "nothing" }],
    ["a product of another entity", { product_id: "basic", entity_id: "e" }],
  ])("does not find %s", async (_what, params) => {
    const t = await shopWith("basic");
    expect(await cancel(t, params)).toMatchObject({
      error: { code: "customer_product_not_found" },
      statusCode: 404,
    });
  });

  it("does not create a customer", async () => {
    const t = await openShop();
    expect((await cancel(t, { product_id: "basic" })).error?.code).toBe("customer_not_found");
    expect(await heldBy(t)).toEqual([]);
  });
});

describe("cancel of a scheduled plan", () => {
  it("drops it, and the current plan continues", async () => {
    const t = await shopWith("max");
    const before = await getCustomer(t);
    await bought(t, { product_id: "basic" });
    await canceled(t, { product_id: "basic" });
    expect(await getCustomer(t)).toEqual(before);
    setTime(MAY_1);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [5000, "paid"],
      [5000, "paid"],
    ]);
  });
});

describe("cancel at once", () => {
  it("credits unused time and bills what was used, on one invoice", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 170);
    setTime(APRIL_16);
    await canceled(t, { product_id: "pro", cancel_immediately: true });
    // Half of $20 back, seven tens of calls at $0.50.
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [-650, "paid"],
    ]);
    expect(await creditOf(t)).toBe(650);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("credits nothing without proration", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_16);
    await canceled(t, { product_id: "basic", cancel_immediately: true, prorate: false });
    expect(await creditOf(t)).toBe(0);
    expect(await heldBy(t)).toContain("free active");
  });

  it("B9: credits no more than was paid: an upgrade's credit is not paid out twice", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_16);
    await bought(t, { product_id: "max" });
    await canceled(t, { product_id: "max", cancel_immediately: true });
    // 10 paid, 25 − 5 paid, 25 back: half of basic's month was used.
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [2000, "paid"],
      [-2500, "paid"],
    ]);
  });

  it("leaves no plan when the free plan is archived", async () => {
    const t = await shopWith("basic");
    await stock(t, withProduct("free", { archived: true }));
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["labs_free active"]);
  });

  it("drops the scheduled plan too", async () => {
    const t = await shopWith("max");
    await bought(t, { product_id: "basic" });
    await canceled(t, { product_id: "max", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
  });

  it("B56: leaves the customer's other subscriptions unchanged", async () => {
    const t = await shopWith("basic", "extra", "support");
    await canceled(t, { product_id: "extra", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["basic active", "labs_free active", "support active"]);
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["free active", "labs_free active", "support active"]);
  });

  it("removes what was bought once, with its balances", async () => {
    const t = await shopWith("pack");
    await canceled(t, { product_id: "pack", cancel_immediately: true });
    expect((await getCustomer(t)).features.boosts).toBeUndefined();
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("B41: of a trial without a card falls back at once and costs nothing", async () => {
    const t = await openShop();
    await bought(t, { product_id: "labs" });
    await canceled(t, { product_id: "labs", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([]);
  });

  it("of a past-due plan credits the paid year, though a month of use is unpaid", async () => {
    const yearly = product("yearly", [{ price: 365, interval: "year" }, CALLS]);
    const t = await openShop([...PRODUCTS, yearly]);
    await saveCard(t);
    await bought(t, { product_id: "yearly" });
    await use(t, "calls", 120);
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + 5 * DAY_MS);
    await getCustomer(t);
    await canceled(t, { product_id: "yearly", cancel_immediately: true });
    // 330 days of 365 are left.
    expect(await invoicesOf(t)).toEqual([
      [36_500, "paid"],
      [100, "void"],
      // The use stays owed.
      [-32_900, "paid"],
    ]);
  });

  it("of a past-due plan keeps its use owed, and drops the unpaid month", async () => {
    const t = await shopWith("pro");
    await use(t, "calls", 150);
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + DAY_MS / 2);
    await use(t, "calls", 110);
    const { invoice } = await canceled(t, { product_id: "pro", cancel_immediately: true });
    expect(invoice).toMatchObject({ status: "open", total: 300 });
    await saveCard(t);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [2250, "void"],
      [300, "paid"],
    ]);
  });

  it("B44: of a past-due plan voids its open invoice, and credits nothing for it", async () => {
    const t = await shopWith("basic");
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + DAY_MS / 2);
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "void"],
    ]);
    expect(await creditOf(t)).toBe(0);
    expect(await heldBy(t)).toContain("free active");
  });

  it("of a plan that is canceled already does not wait for its end", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
  });

  it("lets the customer buy again with the remaining credit", async () => {
    const t = await shopWith("max");
    setTime(APRIL_16);
    await canceled(t, { product_id: "max", cancel_immediately: true });
    expect((await shown(t, { product_id: "basic" })).total).toBe(10);
    expect((await buy(t, { product_id: "basic" })).error).toBeNull();
    expect(await creditOf(t)).toBe(1500);
  });
});

describe("cancel of a past-due plan at its end", () => {
  it("does not stop the dunning, and ends with the grace period at the latest", async () => {
    const t = await shopWith("basic");
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    await canceled(t, { product_id: "basic" });
    expect(await heldBy(t)).toContain("basic past_due canceled");
    setTime(MAY_1 + 7 * DAY_MS);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "uncollectible"],
    ]);
  });
});
