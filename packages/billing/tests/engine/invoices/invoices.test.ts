import { describe, expect, it } from "vitest";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { install } from "../../../src/component/store/catalogue/catalog";
import { writeOff } from "../../../src/component/operations/invoices/invoices";
import { issueInvoice } from "../../../src/component/operations/settlement/issue";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import type { ProductDefinition } from "../../../src/component/rules/model";
import type { RewardDefinition } from "../../../src/component/rules/discounts/rewards";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attached,
  checkedOut,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";

const rowsOf = (t: Engine) => t.run((ctx) => ctx.db.query("invoices").take(200));

async function startWithCard(number = CARDS.ok) {
  const t = await startEngine();
  await getCustomer(t);
  await saveCard(t, number);
  return t;
}

describe("invoices", () => {
  it("have a number that rises per customer, and two customers share no prefix", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator" });
    setTime(MAY_1);
    await getCustomer(t);
    const numbers = (await rowsOf(t)).map(({ number }) => number);
    expect(numbers[0]).toMatch(/^[A-Z0-9]{8}-0001$/);
    expect(numbers[1]).toBe(numbers[0]?.replace("0001", "0002"));
    const prefixes = await t.run(async (ctx) => {
      const ids = [];
      for (const customer_id of ["ben", "cleo"]) ids.push(await insertCustomer(ctx, customer_id));
      const written = [];
      for (const id of ids) written.push(await issueInvoice(ctx, id, null, invoice(id)));
      return written.map(({ number }) => number?.slice(0, 8));
    });
    expect(new Set([numbers[0]?.slice(0, 8), ...prefixes]).size).toBe(3);
  });

  it("sum to their total, in whole cents (INV-27)", async () => {
    const t = await startWithCard();
    await attached(t, {
      product_id: "creator",
      options: [{ feature_id: "credits", quantity: 300 }],
    });
    setTime(APRIL_1 + 7 * DAY_MS + 1234);
    await attached(t, { product_id: "studio" });
    for (const { lines, total_minor } of await rowsOf(t)) {
      expect(lines.every(({ minor }) => Number.isSafeInteger(minor))).toBe(true);
      expect(lines.reduce((sum, { minor }) => sum + minor, 0)).toBe(total_minor);
    }
  });

  it("are listed newest first, a hundred at most", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("no customer");
      for (let day = 0; day < 101; day += 1) {
        const key = `day:${day}`;
        const at = { created_at: APRIL_1 + day * DAY_MS, key };
        await issueInvoice(ctx, customer._id, null, { ...invoice(customer._id), ...at });
      }
    });
    const { invoices = [] } = await getCustomer(t);
    expect(invoices).toHaveLength(100);
    expect(invoices[0]?.created_at).toBe(APRIL_1 + 100 * DAY_MS);
    expect(invoices.at(-1)?.created_at).toBe(APRIL_1 + DAY_MS);
  });

  it("stay open with their number when a renewal fails, and are paid by the next card", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    const [, open] = await rowsOf(t);
    expect(open).toMatchObject({
      status: "open",
      number: expect.stringMatching(/-0002$/) as string,
    });
    expect(open?.amount_paid_minor).toBeUndefined();
    await saveCard(t);
    const [, paid] = await rowsOf(t);
    expect(paid).toMatchObject({ status: "paid", number: open?.number, amount_paid_minor: 600 });
  });

  it("that were paid late count as paid when an unused month is credited", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    await saveCard(t);
    setTime(MAY_1 + 15.5 * DAY_MS);
    const preview = await checkedOut(t, { product_id: "studio" });
    expect(preview.lines.map(({ amount }) => amount)).toEqual([-3, 19.5]);
  });

  it("that are written off or void do not change any more", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      const subscriptions = await ctx.db.query("subscriptions").first();
      if (!customer || !subscriptions) throw new Error("no customer");
      const open = { ...invoice(customer._id), subscription: subscriptions._id };
      await issueInvoice(ctx, customer._id, null, { ...open, key: "a" });
      await writeOff(ctx, subscriptions._id);
      await issueInvoice(ctx, customer._id, null, { ...open, key: "b" });
      await writeOff(ctx, subscriptions._id, "void");
    });
    expect((await rowsOf(t)).map(({ status }) => status)).toEqual(["uncollectible", "void"]);
  });

  it("are written once per key", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const twice = t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("no customer");
      await issueInvoice(ctx, customer._id, null, invoice(customer._id));
      await issueInvoice(ctx, customer._id, null, invoice(customer._id));
    });
    await expect(twice).rejects.toThrow("exists already");
  });
});

describe("currencies without cents, and with thousandths (INV-33, B1)", () => {
  const plan = (id: string, price: number): ProductDefinition => ({
    id,
    name: id,
    group: "main",
    is_add_on: false,
    is_default: false,
    archived: false,
    items: [{ price, interval: "month" }],
    free_trial: null,
  });
  const tenth: RewardDefinition = {
    id: "tenth",
    name: "A tenth off",
    promo_codes: ["TENTH"],
    type: "percentage_discount",
    discount_value: 10,
    duration_type: "one_off",
    duration_value: 0,
  };

  it.each([
    // 10½ of 30 days are left: −2000 × 0.35, +5000 × 0.35.
    ["jpy", 2000, 5000, 2000, [-700, 1750], 1050],
    ["bhd", 10.505, 30.125, 10_505, [-3.677, 10.544], 6867],
  ] as const)(
    "%s: the preview equals the charge",
    async (currency, from, to, first, lines, total) => {
      const t = await startEngine();
      const catalogue = { ...SPOTLIGHT_CATALOGUE, currency };
      const products = [plan("small", from), plan("large", to)];
      await t.run((ctx) => install(ctx, { ...catalogue, products, rewards: [tenth] }, APRIL_1));
      await getCustomer(t);
      await saveCard(t);
      const bought = await attached(t, { product_id: "small" });
      expect(bought.invoice).toMatchObject({ total: first, currency });
      setTime(MAY_1 - 10.5 * DAY_MS);
      const preview = await checkedOut(t, { product_id: "large" });
      expect(preview.lines.map(({ amount }) => amount)).toEqual(lines);
      expect(preview.currency).toBe(currency);
      const { invoice: paid } = await attached(t, { product_id: "large" });
      expect(paid).toMatchObject({ total, currency });
      const { invoices = [] } = await getCustomer(t);
      expect(invoices.map((row) => row.currency)).toEqual([currency, currency]);
      expect(invoices.map((row) => row.total)).toEqual([preview.total, from]);
    },
  );

  it("a tenth off 2,005 yen is 201 yen: there is no half yen", async () => {
    const t = await startEngine();
    const catalogue = { ...SPOTLIGHT_CATALOGUE, currency: "jpy" };
    const products = [plan("small", 2005)];
    await t.run((ctx) => install(ctx, { ...catalogue, products, rewards: [tenth] }, APRIL_1));
    await getCustomer(t);
    await saveCard(t);
    const { invoice: paid } = await attached(t, { product_id: "small", reward: "tenth" });
    expect(paid?.total).toBe(1804);
  });
});

type Ctx = Parameters<Parameters<Engine["run"]>[0]>[0];

async function insertCustomer(ctx: Ctx, customer_id: string) {
  return await ctx.db.insert("customers", {
    customer_id,
    name: null,
    email: null,
    fingerprint: null,
    metadata: {},
    created_at: APRIL_1,
    credit_minor: 0,
    revision: 0,
    next_change_at: null,
    next_due_at: null,
  });
}

function invoice(key: string) {
  return {
    key,
    product_ids: ["creator"],
    subscription: null,
    billing_reason: "purchase" as const,
    currency: "usd",
    created_at: APRIL_1,
    lines: [{ description: "Creator", minor: 600, feature_id: null }],
  };
}
