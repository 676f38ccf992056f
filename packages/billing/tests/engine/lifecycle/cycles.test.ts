import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { isAllowed } from "../../../src/component/operations/usage/usage";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attach,
  attached,
  gate,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  startEngine,
  statusOf,
} from "../harness";

const JUNE_1 = Date.UTC(2025, 5, 1);
const JULY_1 = Date.UTC(2025, 6, 1);
const AUGUST_1 = Date.UTC(2025, 7, 1);
const GRACE_MS = 7 * DAY_MS;

async function startOnCreator() {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

describe("resets", () => {
  it("grant the day's units at the day's boundary, not a moment before", async () => {
    const t = await startEngine();
    await gate(t, "ai_tag", 15);
    setTime(APRIL_1 + DAY_MS - 1);
    expect((await getCustomer(t)).features.ai_tag).toMatchObject({ balance: 5 });
    setTime(APRIL_1 + DAY_MS);
    expect((await getCustomer(t)).features.ai_tag).toMatchObject({
      balance: 20,
      next_reset_at: APRIL_1 + 2 * DAY_MS,
    });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("show in a query the number that a write will store", async () => {
    const t = await startEngine();
    await gate(t, "ai_tag", 20);
    const allowedAt = (now: number) =>
      t.run((ctx) =>
        isAllowed(ctx, { customerId: ANA }, { featureId: "ai_tag", required: 20, now }),
      );
    expect(await allowedAt(APRIL_1 + DAY_MS - 1)).toBe(false);
    expect(await allowedAt(APRIL_1 + DAY_MS)).toBe(true);
  });

  it("roll unused credits over, for three months and up to 200", async () => {
    const t = await startOnCreator();
    await gate(t, "boost", 3);
    setTime(MAY_1);
    expect((await getCustomer(t)).features.credits).toMatchObject({
      balance: 170,
      rollovers: [{ balance: 70, expires_at: AUGUST_1 }],
    });
    setTime(JULY_1);
    const { features } = await getCustomer(t);
    expect(features.credits).toMatchObject({ balance: 300, included_usage: 100 });
    expect(features.credits?.rollovers?.reduce((sum, { balance }) => sum + balance, 0)).toBe(200);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("end the same whether the steps are processed on time or all at once", async () => {
    const jump = await startOnCreator();
    setTime(JULY_1);
    const late = await getCustomer(jump);
    const steps = await startOnCreator();
    for (const day of [MAY_1, JUNE_1, JULY_1]) {
      setTime(day);
      await getCustomer(steps);
    }
    const onTime = await getCustomer(steps);
    expect([onTime.products, onTime.features]).toEqual([late.products, late.features]);
    expect(late.invoices?.map(({ total, created_at }) => [total, created_at])).toEqual([
      [6, JULY_1],
      [6, JUNE_1],
      [6, MAY_1],
      [6, APRIL_1],
    ]);
  });
});

describe("renewal", () => {
  it("charges the plan at the boundary, without a call", async () => {
    const t = await startOnCreator();
    setTime(MAY_1);
    await t.mutation(internal.lifecycle.renewals.processMissed, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    const invoices = await t.run((ctx) => ctx.db.query("invoices").take(10));
    expect(invoices.map(({ total_minor, status }) => [total_minor, status])).toEqual([
      [600, "paid"],
      [600, "paid"],
    ]);
  });

  it("finds no customer to process before anything is due", async () => {
    const t = await startOnCreator();
    setTime(MAY_1 - 1);
    expect(await t.mutation(internal.lifecycle.renewals.processMissed, {})).toBe(0);
  });

  it("bills storage beyond what is included as it grows, and with every renewal", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "pro_annual" });
    await gate(t, "storage_gb", 231);
    setTime(MAY_1);
    const { invoices, features } = await getCustomer(t);
    expect(invoices?.map(({ total }) => total)).toEqual([3.72, 3.72, 144]);
    expect(features.storage_gb).toMatchObject({ balance: -31, usage: 231, usage_limit: 1000 });
  });

  it("that fails leaves access for seven days, marked past due", async () => {
    const t = await startOnCreator();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    const { products, invoices, features } = await getCustomer(t);
    expect(products).toMatchObject([{ id: "creator", status: "active", past_due: true }]);
    expect(invoices?.[0]).toMatchObject({ status: "open", total: 6 });
    expect(features.uploads).toMatchObject({ balance: 100 });
    setTime(MAY_1 + GRACE_MS - 1);
    expect(await statusOf(t, "creator")).toBe("active");
  });

  it("that stays unpaid falls back to the free plan when the grace ends", async () => {
    const t = await startOnCreator();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + GRACE_MS);
    const { products, invoices } = await getCustomer(t);
    expect(products.map(({ id }) => id)).toEqual(["free"]);
    expect(invoices?.[0]).toMatchObject({ status: "uncollectible" });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is retried with a new card at once, and the period stays as it was", async () => {
    const t = await startOnCreator();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + DAY_MS);
    await getCustomer(t);
    expect((await attach(t, { product_id: "studio" })).error?.code).toBe("payment_failed");
    await saveCard(t);
    const { products, invoices } = await getCustomer(t);
    expect(products[0]).toMatchObject({ id: "creator", current_period_start: MAY_1 });
    expect(products[0]?.past_due).toBeUndefined();
    expect(invoices?.[0]).toMatchObject({ status: "paid" });
    setTime(JUNE_1);
    expect((await getCustomer(t)).invoices).toHaveLength(3);
  });

  it("clamps to short months and comes back to the 31st", async () => {
    const t = await startEngine();
    const january31 = Date.UTC(2026, 0, 31);
    setTime(january31);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    setTime(Date.UTC(2026, 3, 1));
    const { invoices } = await getCustomer(t);
    expect(invoices?.map(({ created_at }) => new Date(created_at).getUTCDate())).toEqual([
      31, 28, 31,
    ]);
  });
});

describe("next change", () => {
  it("is part of the revision: the next reset, or the end of a trial", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const customers = await t.run((ctx) => ctx.db.query("customers").take(1));
    expect(customers).toMatchObject([{ next_change_at: APRIL_1 + DAY_MS, next_due_at: null }]);
    await attached(t, { product_id: "pro" });
    const onTrial = await t.run((ctx) => ctx.db.query("customers").take(1));
    expect(onTrial).toMatchObject([{ next_due_at: APRIL_1 + 14 * DAY_MS }]);
  });
});
