import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { isAllowed } from "../../../src/component/operations/usage/usage";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import type { Engine } from "../harness";
import {
  bought,
  buy,
  canceled,
  creditOf,
  heldBy,
  invoicesOf,
  openShop,
  swapCards,
  use,
} from "../shop";

const GRACE_END = MAY_1 + 7 * DAY_MS;

/** Basic is active, and its renewal on 1 May will fail. */
async function shopThatFails(product_id = "basic") {
  const t = await openShop();
  await saveCard(t);
  await bought(t, { product_id });
  await saveCard(t, CARDS.failsLater);
  return t;
}

/** Runs the only customer's scheduled steps at their times. */
async function wakeUntil(t: Engine, end: number) {
  for (let step = 0; step < 10; step += 1) {
    const [customer] = await t.run((ctx) => ctx.db.query("customers").take(1));
    const at = customer?.next_due_at;
    if (!customer || typeof at !== "number" || at > end) return;
    setTime(at);
    await t.mutation(internal.lifecycle.renewals.processDue, { customer: customer._id });
  }
}

async function retryAt(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(20));
  return rows.find(({ status }) => status === "past_due")?.retry_at;
}

describe("a failed renewal", () => {
  it("is retried after 1, 3 and 5 days, and a last time after 7", async () => {
    const t = await shopThatFails();
    setTime(MAY_1);
    await getCustomer(t);
    for (const [day, next] of [
      [1, 3],
      [3, 5],
    ] as const) {
      expect(await retryAt(t)).toBe(MAY_1 + day * DAY_MS);
      setTime(MAY_1 + day * DAY_MS);
      await getCustomer(t);
      expect(await retryAt(t)).toBe(MAY_1 + next * DAY_MS);
    }
    const unpaid = { id: "basic", status: "active", past_due: true, grace_ends_at: GRACE_END };
    const { products } = await getCustomer(t);
    expect(products).toContainEqual(
      expect.objectContaining({ ...unpaid, retry_at: MAY_1 + 5 * DAY_MS }),
    );
    setTime(MAY_1 + 5 * DAY_MS);
    const last = (await getCustomer(t)).products.find(({ id }) => id === "basic");
    expect(last).toMatchObject(unpaid);
    expect(last).not.toHaveProperty("retry_at");
    expect(await retryAt(t)).toBeNull();
    expect(await heldBy(t)).toEqual(["basic past_due", "labs_free active"]);
    setTime(GRACE_END);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "uncollectible"],
    ]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it.each([1, 3, 5, 7])("is paid on day %i by the card that is saved then", async (day) => {
    const t = await shopThatFails();
    setTime(MAY_1 + day * DAY_MS - 1);
    await getCustomer(t);
    await swapCards(t);
    await getCustomer(t);
    expect(await heldBy(t)).toContain("basic past_due");
    setTime(MAY_1 + day * DAY_MS);
    const { products } = await getCustomer(t);
    expect(await heldBy(t)).toEqual(["basic active", "labs_free active"]);
    expect(products.find(({ id }) => id === "basic")).toMatchObject({
      current_period_start: MAY_1,
    });
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [1000, "paid"],
    ]);
  });

  it("is paid at once when a new card is saved", async () => {
    const t = await shopThatFails();
    setTime(MAY_1 + DAY_MS / 2);
    await getCustomer(t);
    await saveCard(t);
    expect(await heldBy(t)).toContain("basic active");
    expect(await retryAt(t)).toBeUndefined();
  });

  it("ends the same by a read, by its own scheduled run and by the sweep", async () => {
    const ends = [];
    for (const how of ["lazy", "wake", "sweep"] as const) {
      const t = await shopThatFails();
      if (how === "wake") await wakeUntil(t, GRACE_END);
      setTime(GRACE_END);
      if (how === "sweep") {
        await t.mutation(internal.lifecycle.renewals.processMissed, {});
        await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
      }
      if (how === "lazy") await getCustomer(t);
      ends.push([await heldBy(t), await invoicesOf(t)]);
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });

  it("is retried even behind 120 customers that cannot be processed", async () => {
    const t = await shopThatFails();
    await t.run(async ({ db }) => {
      const [known] = await db.query("customers").take(1);
      if (!known) throw new Error("No customer");
      const { _id, _creationTime, ...row } = known;
      const stuck = { ...row, next_due_at: 1, next_change_at: null };
      for (let n = 0; n < 120; n += 1)
        await db.insert("customers", { ...stuck, customer_id: `stuck-${n}` });
    });
    setTime(GRACE_END);
    await t.mutation(internal.lifecycle.renewals.processMissed, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(2_000));
    expect(await heldBy(t)).not.toContain("basic past_due");
    expect(await heldBy(t)).not.toContain("basic active");
  });

  it("B44: grants nothing beyond the grace period, whether or not anything ran since", async () => {
    const t = await shopThatFails();
    setTime(MAY_1);
    await getCustomer(t);
    const allowedAt = (now: number) =>
      t.run((ctx) =>
        isAllowed(ctx, { customerId: ANA }, { featureId: "uploads", required: 50, now }),
      );
    expect(await allowedAt(GRACE_END - 1)).toBe(true);
    expect(await allowedAt(GRACE_END)).toBe(false);
  });

  it("P38: is paid before an upgrade, which then costs what it always does", async () => {
    const t = await shopThatFails("pro");
    const may16 = MAY_1 + 5 * DAY_MS;
    setTime(may16);
    await getCustomer(t);
    expect((await buy(t, { product_id: "max" })).error?.code).toBe("payment_failed");
    expect(await heldBy(t)).toContain("pro past_due");
    await swapCards(t);
    await bought(t, { product_id: "max" });
    // 26 of May's 31 days are left: −16.77 and +41.94.
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [2000, "paid"],
      [2517, "paid"],
    ]);
    expect(await heldBy(t)).toEqual(["labs_free active", "max active"]);
  });

  it("bills overage of the grace period once, and writes it off with the rest", async () => {
    const t = await shopThatFails("pro");
    setTime(MAY_1);
    await getCustomer(t);
    await use(t, "calls", 120);
    setTime(GRACE_END);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [2000, "uncollectible"],
      [100, "uncollectible"],
    ]);
    expect(await creditOf(t)).toBe(0);
  });
});

describe("a final invoice that is open", () => {
  it("is paid by the next card that is saved", async () => {
    const t = await shopThatFails("pro");
    await use(t, "calls", 160);
    await canceled(t, { product_id: "pro", cancel_immediately: true, prorate: false });
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "open"]);
    await saveCard(t);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "paid"]);
  });

  /** Pro is canceled at once, and the charge of $3 for use is declined. */
  async function shopWithDebt() {
    const t = await shopThatFails("pro");
    await use(t, "calls", 160);
    return { t, answer: await canceled(t, { ...AT_ONCE, product_id: "pro" }) };
  }
  const AT_ONCE = { cancel_immediately: true, prorate: false };

  it("is part of the answer to the cancellation, where there is one", async () => {
    const { answer } = await shopWithDebt();
    expect(answer.invoice).toMatchObject({ status: "open", total: 300, currency: "usd" });
    const paid = await openShop();
    await saveCard(paid);
    await bought(paid, { product_id: "pro" });
    expect(await canceled(paid, { ...AT_ONCE, product_id: "pro" })).not.toHaveProperty("invoice");
  });

  it.each([1, 3, 5, 7])("is charged again on day %i, by the customer's test clock", async (day) => {
    const { t } = await shopWithDebt();
    await wakeUntil(t, APRIL_1 + day * DAY_MS - 1);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "open"]);
    await swapCards(t);
    await wakeUntil(t, APRIL_1 + day * DAY_MS);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "paid"]);
    await wakeUntil(t, APRIL_1 + 20 * DAY_MS);
    expect(await invoicesOf(t)).toHaveLength(2);
  });

  it("is written off after its last try, and never charged again", async () => {
    const { t } = await shopWithDebt();
    // The last retry through a remote processor ends a day later.
    await wakeUntil(t, APRIL_1 + 8 * DAY_MS);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "uncollectible"]);
    await swapCards(t);
    await wakeUntil(t, MAY_1);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "uncollectible"]);
  });

  it("of a plan that ends by itself is charged again, too", async () => {
    const t = await shopThatFails("pro");
    await use(t, "calls", 160);
    await canceled(t, { product_id: "pro" });
    await wakeUntil(t, MAY_1 + DAY_MS - 1);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "open"]);
    await swapCards(t);
    await wakeUntil(t, MAY_1 + DAY_MS);
    expect((await invoicesOf(t)).at(-1)).toEqual([300, "paid"]);
  });
});

describe("a failed purchase", () => {
  it("B29: never makes a healthy plan past due", async () => {
    const t = await shopThatFails();
    const before = await heldBy(t);
    expect((await buy(t, { product_id: "max" })).error?.code).toBe("payment_failed");
    expect((await buy(t, { product_id: "extra" })).error?.code).toBe("payment_failed");
    expect(await heldBy(t)).toEqual(before);
    expect(await invoicesOf(t)).toEqual([[1000, "paid"]]);
  });
});

describe("the end of a trial", () => {
  const TRIAL_END = APRIL_1 + 14 * DAY_MS;

  it("that required a card and cannot be charged starts the grace period", async () => {
    const t = await shopThatFails("tried");
    setTime(TRIAL_END);
    await getCustomer(t);
    expect(await heldBy(t)).toContain("tried past_due");
    setTime(TRIAL_END + 7 * DAY_MS);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
  });

  it("B41: that required no card falls back to the free plan", async () => {
    const t = await openShop();
    await bought(t, { product_id: "labs" });
    expect(await heldBy(t)).toEqual(["free active", "labs active"]);
    setTime(TRIAL_END);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active"]);
    expect(await invoicesOf(t)).toEqual([]);
  });
});
