import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attach,
  attached,
  gate,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";
import { bought, openShop } from "../shop";

const YEAR_MS = 366 * DAY_MS;

async function subscribed() {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

const { testClock } = api.lifecycle;
const advance = (t: Engine, to: number) => t.mutation(testClock.advance, { customerId: ANA, to });

/** Processes the remaining steps of a long way. */
async function arrive(t: Engine, to: number) {
  await advance(t, to);
  for (let strides = 0; strides < 40 && (await clockOf(t)) < to; strides += 1) {
    const customer = await rowOf(t);
    await t.mutation(internal.lifecycle.testClock.continueAdvance, {
      customer: customer._id,
      to,
    });
  }
}

async function rowOf(t: Engine) {
  const customer = await t.run((ctx) => ctx.db.query("customers").first());
  if (!customer) throw new Error("There is no customer");
  return customer;
}

const clockOf = async (t: Engine) => (await rowOf(t)).clock_now ?? Date.now();

/** A customer's subscriptions and invoices, without what differs from run to run. */
async function summaryOf(t: Engine) {
  const { products, features, invoices = [] } = await getCustomer(t);
  return {
    products: products.map(({ id, status, current_period_end: end }) => [id, status, end]),
    features: Object.values(features).map(({ id, balance, usage }) => [id, balance, usage]),
    invoices: invoices.map(({ status, total, created_at: at }) => [status, total, at]),
  };
}

describe("the test clock", () => {
  it("reaches the same state as many small steps and as real time", async () => {
    const to = APRIL_1 + 75 * DAY_MS;
    const jumped = await subscribed();
    await arrive(jumped, to);
    const walked = await subscribed();
    for (let at = APRIL_1; at <= to; at += 5 * DAY_MS) await advance(walked, at);
    const lived = await subscribed();
    setTime(to);
    const expected = await summaryOf(lived);
    expect(expected.invoices).toHaveLength(3);
    expect(await summaryOf(jumped)).toEqual(expected);
    expect(await summaryOf(walked)).toEqual(expected);
    expect(await ledgerGaps(jumped)).toEqual([]);
  });

  it("covers a long time in several transactions, each consistent, and then arrives", async () => {
    const t = await subscribed();
    const to = APRIL_1 + YEAR_MS;
    const { data } = await advance(t, to);
    expect(data?.now).toBe(APRIL_1 + 92 * DAY_MS);
    expect((await getCustomer(t)).invoices).toHaveLength(4);
    await arrive(t, to);
    expect(await clockOf(t)).toBe(to);
    expect((await getCustomer(t)).invoices).toHaveLength(13);
  });

  it.each([
    ["stands still", 0, null],
    ["goes five years", 5 * YEAR_MS, null],
    ["goes no further", 5 * YEAR_MS + 1, "invalid_inputs"],
    ["never goes back", -1, "invalid_inputs"],
    ["accepts no other number", NaN, "invalid_inputs"],
  ])("%s", async (_, way, code) => {
    const t = await startEngine();
    await getCustomer(t);
    expect((await advance(t, APRIL_1 + way)).error?.code ?? null).toBe(code);
  });

  it("is not moved back by a step that comes late", async () => {
    const t = await subscribed();
    const { _id: customer } = await rowOf(t);
    await advance(t, APRIL_1 + 10 * DAY_MS);
    await t.mutation(internal.lifecycle.testClock.continueAdvance, {
      customer,
      to: APRIL_1 + 5 * DAY_MS,
    });
    expect(await clockOf(t)).toBe(APRIL_1 + 10 * DAY_MS);
  });
});

describe("the scheduled wake-ups of a customer", () => {
  const wakeUps = (t: Engine) =>
    t.run(async (ctx) => {
      const planned = await ctx.db.system.query("_scheduled_functions").take(50);
      return planned
        .filter(({ name }) => name.includes("renewals"))
        .map(({ scheduledTime }) => scheduledTime);
    });

  it("are planned once for each step, whatever else changes", async () => {
    const t = await subscribed();
    const renewal = Date.UTC(2025, 4, 1);
    await gate(t, "uploads", 1);
    await gate(t, "uploads", 1);
    expect(await wakeUps(t)).toEqual([renewal]);
    setTime(renewal);
    await getCustomer(t);
    expect(await wakeUps(t)).toEqual([renewal, Date.UTC(2025, 5, 1)]);
  });

  it("stop when the customer has a test clock: moving it processes the steps", async () => {
    const t = await subscribed();
    const before = await wakeUps(t);
    await advance(t, APRIL_1 + 40 * DAY_MS);
    await gate(t, "uploads", 1);
    expect((await getCustomer(t)).invoices).toHaveLength(2);
    expect(await wakeUps(t)).toEqual(before);
  });
});

describe("a simulated charge failure", () => {
  const failNext = (t: Engine) =>
    t.mutation(testClock.failNextCharge, { customerId: ANA, code: "insufficient_funds" });

  it("declines one charge with any card", async () => {
    const t = await startEngine();
    await saveCard(t);
    await failNext(t);
    await failNext(t);
    const { error } = await attach(t, { product_id: "creator" });
    expect(error).toMatchObject({
      code: "payment_failed",
      message: "Your card has insufficient funds.",
    });
    expect((await attach(t, { product_id: "creator" })).error).toBeNull();
  });

  it("is listed among the processor's events, newest first, each with its id", async () => {
    const t = await startEngine();
    await saveCard(t);
    await failNext(t);
    await attach(t, { product_id: "creator" });
    await attach(t, { product_id: "creator" });
    const args = { customerId: ANA, now: APRIL_1 };
    const { data } = await t.query(api.payments.sandbox.timeline.read, args);
    expect(data?.events.map(({ status, minor }) => [status, minor])).toEqual([
      ["paid", 600],
      ["declined", 600],
    ]);
    expect(new Set(data?.events.map(({ id }) => id)).size).toBe(2);
    expect(data?.due).toMatchObject([{ what: "renewal", product: "Creator" }]);
  });

  it("is listed beside the upcoming steps, soonest first", async () => {
    const t = await openShop();
    await saveCard(t);
    for (const product_id of ["basic", "tried"]) await bought(t, { product_id });
    const args = { customerId: ANA, now: APRIL_1 };
    const { data } = await t.query(api.payments.sandbox.timeline.read, args);
    expect(data?.due.map(({ at, product }) => [at, product])).toEqual([
      [APRIL_1 + 14 * DAY_MS, "tried"],
      [APRIL_1 + 30 * DAY_MS, "basic"],
    ]);
  });
});
