import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { PRODUCTS_ALONG } from "../../../src/component/operations/renewal/dueSteps";
import { planNextInvoice } from "../../../src/component/operations/renewal/nextInvoice";
import type { SubscriptionRow } from "../../../src/component/rules/renewals/schedule";
import {
  findCustomer,
  loadCustomerState,
} from "../../../src/component/store/customers/customerState";
import { casesOf } from "../../../../../tests/cases";
import { casesFrom } from "../cases-from";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";

import { grantDiscount } from "../../../src/component/store/rewards/discounts";
import { addCrowd } from "../crowd";
import { halvePrices, openLife } from "../paid-benefits";
import { anyPurchaseMove, EVERY_MOVE, live, SEATED } from "../purchaseMoves";
import { HALF, addEntities, bought, buy, canceled, openShop, shown, swapCards, use } from "../shop";

async function nextOf(t: Engine) {
  const params = { id: ANA, expand: ["next_invoice" as const] };
  const { data } = await t.mutation(api.public.createCustomer, { params });
  return data?.next_invoice ?? null;
}

/** The lines that are invoiced at a time, and their total in major units. */
async function issuedAt(t: Engine, at: number) {
  setTime(at);
  await getCustomer(t);
  const rows = await t.run((ctx) => ctx.db.query("invoices").take(200));
  const issued = rows.filter((row) => row.created_at === at && row.billing_reason !== "purchase");
  const lines = issued.flatMap((row) =>
    row.lines.map(({ description: name, minor }) => [name, minor / 100]),
  );
  return { lines, total: issued.reduce((sum, row) => sum + row.total_minor, 0) / 100 };
}

const namesAndAmounts = ({ lines, total }: NonNullable<Awaited<ReturnType<typeof nextOf>>>) => ({
  lines: lines.map(({ description, amount }) => [description, amount]),
  total,
});

async function startShop() {
  const t = await openShop();
  await saveCard(t);
  return t;
}

describe("the next invoice", () => {
  it("is the one that comes, in random lives", async () => {
    const begin = casesFrom(openLife);
    const moves = fc.array(anyPurchaseMove, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(moves, fc.boolean(), (life, half) =>
        begin(async (t) => {
          if (half) await halvePrices(t);
          await live(t, life);
          const next = await nextOf(t);
          if (!next) return;
          expect(next.at).toBeGreaterThan(Date.now());
          expect(await issuedAt(t, next.at)).toEqual(namesAndAmounts(next));
        }),
      ),
      {
        numRuns: casesOf(60, 5_000),
        examples: [
          [EVERY_MOVE, false],
          [SEATED, true],
        ],
      },
    );
  });

  it("is what checkout showed, once the purchase is made", async () => {
    const begin = casesFrom(openLife);
    const moves = fc.array(anyPurchaseMove, { minLength: 0, maxLength: 3 });
    const product = fc.constantFrom(
      "basic",
      "pro",
      "max",
      "team",
      "extra",
      "tried",
      "labs",
      "free",
    );
    const entity = fc.constantFrom(undefined, undefined, "e1");
    await fc.assert(
      fc.asyncProperty(moves, product, entity, fc.boolean(), (life, product_id, owner, half) =>
        begin(async (t) => {
          if (half) await halvePrices(t);
          await live(t, life);
          const asked = { product_id, ...(owner !== undefined && { entity_id: owner }) };
          const params = { customer_id: ANA, ...asked };
          const { data: preview } = await t.mutation(api.public.checkout, { params });
          if (!preview || (await buy(t, asked)).error) return;
          expect(preview.next_invoice).toEqual(await nextOf(t));
        }),
      ),
      { numRuns: casesOf(60, 5_000) },
    );
  });

  it("has everything that is billed then, and says what use can change", async () => {
    const t = await startShop();
    await bought(t, { product_ids: ["pro", "support"] });
    await use(t, "calls", 130);
    expect(await nextOf(t)).toMatchObject({
      ...{ at: MAY_1, total: 29.5, currency: "usd", has_usage: true },
      lines: [
        { amount: 20, product_id: "pro" },
        { amount: 1.5, product_id: "pro" },
        { amount: 8, product_id: "support" },
      ],
    });
    await canceled(t, { product_id: "pro", cancel_immediately: true });
    expect(await nextOf(t)).toMatchObject({ total: 8, has_usage: false });
  });

  it("spends a coupon for one bill on the first product alone", async () => {
    const t = await startShop();
    await bought(t, { product_ids: ["basic", "support"] });
    await t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      const once = { ...HALF, duration_type: "one_off" as const };
      if (customer) await grantDiscount(ctx, customer._id, once, { now: APRIL_1, when: "now" });
    });
    const next = await nextOf(t);
    expect(next?.total).toBe(13);
    expect(await issuedAt(t, MAY_1)).toEqual(next && namesAndAmounts(next));
  });

  it("is the last bill of a canceled plan, then that of its successor", async () => {
    const t = await startShop();
    await bought(t, { product_id: "pro" });
    await bought(t, { product_id: "basic" });
    await use(t, "calls", 130);
    const next = await nextOf(t);
    expect(next).toMatchObject({ at: MAY_1, total: 11.5, has_usage: true });
    expect(await issuedAt(t, MAY_1)).toEqual(next && namesAndAmounts(next));
  });

  it("leaves out a trial that ends without a card, and an unpaid renewal", async () => {
    const t = await openShop();
    await bought(t, { product_id: "labs" });
    expect(await nextOf(t)).toBeNull();
    await saveCard(t);
    expect(await nextOf(t)).toMatchObject({ at: APRIL_1 + 14 * DAY_MS, total: 6 });
    await bought(t, { product_id: "pro" });
    await swapCards(t, CARDS.failsLater);
    setTime(MAY_1);
    expect((await nextOf(t))?.at).toBeUndefined();
  });

  it("is left out of a checkout whose customer has many entities", async () => {
    const t = await startShop();
    await bought(t, { product_id: "pro" });
    const isShown = async () => "next_invoice" in (await shown(t, { product_id: "extra" }));
    await addCrowd(t, PRODUCTS_ALONG);
    expect(await isShown()).toBe(true);
    await addEntities(t, "one-more");
    expect(await isShown()).toBe(false);
    expect(await nextOf(t)).toMatchObject({ total: 20 });
  });

  it("is shown in checkout with the purchase", async () => {
    const t = await startShop();
    await bought(t, { product_id: "pro" });
    await use(t, "calls", 150);
    const { next_invoice: next, next_cycle } = await shown(t, { product_id: "extra" });
    expect(next_cycle).toEqual({ starts_at: MAY_1, total: 5 });
    expect(next).toMatchObject({ at: MAY_1, total: 27.5, has_usage: true });
    await bought(t, { product_id: "extra" });
    expect(await nextOf(t)).toEqual(next);
    expect(await shown(t, { product_id: "free" })).toMatchObject({
      next_invoice: { at: MAY_1, total: 7.5 },
    });
  });
});

/** A customer with a plan, and many entities with another one. */
async function planForCrowd(size: number, change: (row: SubscriptionRow) => SubscriptionRow) {
  const t = await startShop();
  await addEntities(t, "a");
  await bought(t, { product_id: "pro" });
  await bought(t, { product_id: "basic", entity_id: "a" });
  return await t.run(async (ctx) => {
    const customer = await findCustomer(ctx, ANA);
    if (!customer) throw new Error("There is no customer");
    const state = await loadCustomerState(ctx, customer, Date.now());
    const own = state.subscriptions.filter((row) => row.entity_id === null);
    const one = state.subscriptions.filter((row) => row.entity_id !== null);
    const crowd = Array.from({ length: size }, (_, index) =>
      one.map((row) => change({ ...row, id: `${row.id}/${index}`, entity_id: `a${index}` })),
    ).flat();
    return planNextInvoice({ ...state, subscriptions: [...own, ...crowd] }, [], true);
  });
}

describe("the next invoice of a customer with many entities", () => {
  it("does not look at all products for each of them", async () => {
    const readsFor = async (size: number) => {
      let reads = 0;
      const counted = (row: SubscriptionRow) =>
        Object.defineProperty(row, "status", {
          enumerable: true,
          get: () => ((reads += 1), "active"),
        });
      const next = await planForCrowd(size, counted);
      expect(next?.total).toBe(20 + 10 * size);
      return reads;
    };
    const few = await readsFor(30);
    expect(await readsFor(60)).toBeLessThanOrEqual(2 * few);
  });

  it("is not known for more than a thousand products", async () => {
    const same = (row: SubscriptionRow) => row;
    expect((await planForCrowd(998, same))?.total).toBe(20 + 9_980);
    expect(await planForCrowd(999, same)).toBeNull();
  });

  it("comes after more ends without a bill than there are months to look ahead", async () => {
    const ends = (row: SubscriptionRow) => ({ ...row, canceled_at: APRIL_1, ended_at: MAY_1 });
    expect(await planForCrowd(510, ends)).toMatchObject({ at: MAY_1, total: 20 });
  });
});
