import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attached,
  checkedOut,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";
import { balancesOf, dump } from "../invariants";
import { remoteOf } from "../processors";
import {
  PRODUCTS,
  addEntities,
  bought,
  cancel,
  creditOf,
  openShop,
  product,
  stock,
  withProduct,
} from "../shop";

const rowsOf = (t: Engine) => t.run((ctx) => ctx.db.query("invoices").take(20));

/** A customer on Creator, paid by card: $6. */
async function startWithPlan() {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

/** Refunds a total of this amount of one of the customer's invoices, 0 being the first. */
async function refund(t: Engine, amount?: number, index = 0, customerId = ANA) {
  const invoice = (await rowsOf(t))[index]?.number ?? "none";
  return await t.mutation(internal.operations.invoices.refunds.refund, {
    ...{ customerId, invoice },
    ...(amount !== undefined && { amount }),
  });
}

/** What the processor refunded, in minor units. */
async function sentBack(t: Engine): Promise<number[]> {
  const remote = remoteOf(t);
  if (remote) {
    const ofCharges = new Set(remote.refunded.map(([charge]) => charge));
    expect([...ofCharges]).toEqual(remote.refunded.length > 0 ? [remote.charged[0]?.key] : []);
    return remote.refunded.map(([, minor]) => minor);
  }
  const events = await t.run((ctx) => ctx.db.query("paymentEvents").take(50));
  return events.filter(({ status }) => status === "refunded").map(({ minor }) => minor ?? NaN);
}

const removed = (t: Engine, entity_id: string) =>
  t.mutation(api.public.deleteEntity, { params: { customer_id: ANA, entity_id } });

describe("a refund", () => {
  it("goes back to the card, and updates the customer's open pages", async () => {
    const t = await startWithPlan();
    const before = await t.run((ctx) => findCustomer(ctx, ANA));
    const { data } = await refund(t);
    expect(data).toMatchObject({ refunded: 6, by_card: 6, as_credit: 0, currency: "usd" });
    expect(await sentBack(t)).toEqual([600]);
    const { invoices } = await getCustomer(t);
    expect(invoices).toMatchObject([{ status: "paid", total: 6, amount_refunded: 6 }]);
    const byId = { customerId: ANA, invoice: String(invoices?.[0]?.stripe_id) };
    expect((await t.mutation(internal.operations.invoices.refunds.refund, byId)).data).toEqual(
      data,
    );
    const after = await t.run((ctx) => findCustomer(ctx, ANA));
    expect(after?.revision).toBeGreaterThan(before?.revision ?? NaN);
  });

  it.each([
    ["once, asked for twice", [undefined, undefined], [600]],
    ["once, a part asked for twice", [2, 2], [200]],
    ["step by step, up to what was paid", [2, 5.99, 6], [200, 399, 1]],
    ["never beyond what was paid", [2, 6.01], [200]],
    ["never undone", [5, 2], [500]],
  ])("is paid %s", async (_, amounts, sent) => {
    const t = await startWithPlan();
    for (const amount of amounts) await refund(t, amount);
    expect(await sentBack(t)).toEqual(sent);
    const [invoice] = await rowsOf(t);
    expect(invoice?.refunds?.map(({ minor }) => minor)).toEqual(sent);
  });

  it("of a part that credit paid becomes credit again, after the card part", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, 250);
    });
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    expect((await refund(t, 5)).data).toMatchObject({ by_card: 3.5, as_credit: 1.5 });
    expect((await refund(t)).data).toMatchObject({ by_card: 3.5, as_credit: 2.5 });
    expect([await creditOf(t), await sentBack(t)]).toEqual([250, [350]]);
  });

  it("changes no subscription and no balance", async () => {
    const t = await startWithPlan();
    const holds = async () => {
      const { products } = await getCustomer(t);
      return [products, await balancesOf(t), await dump(t, ["balances", "ledgerEntries"])];
    };
    const before = await holds();
    await refund(t);
    expect(await holds()).toEqual(before);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is not credited a second time by a later change (INV-27)", async () => {
    const t = await startWithPlan();
    setTime(APRIL_1 + 15 * DAY_MS);
    const amounts = async () => {
      const { lines } = await checkedOut(t, { product_id: "studio" });
      return lines.map(({ amount }) => amount);
    };
    expect(await amounts()).toEqual([-3, 19.5]);
    await refund(t, 4);
    expect(await amounts()).toEqual([-2, 19.5]);
    await refund(t);
    expect(await amounts()).toEqual([0, 19.5]);
  });

  it.each<[string, number, (t: Engine) => Promise<unknown>, number]>([
    [
      "a plan that was canceled at once",
      15,
      (t) => cancel(t, { product_id: "max", cancel_immediately: true }),
      25,
    ],
    ["a plan that was replaced by a dearer one", 15, (t) => bought(t, { product_id: "top" }), 25],
    [
      "a plan that was canceled on its first day",
      0,
      (t) => cancel(t, { product_id: "max", cancel_immediately: true }),
      0,
    ],
  ])("can be as much as was not credited for %s", async (_, days, leave, left) => {
    const top = product("top", [{ price: 80, interval: "month" }]);
    const t = await openShop([...PRODUCTS, top]);
    await saveCard(t);
    await bought(t, { product_id: "max" });
    setTime(APRIL_1 + days * DAY_MS);
    await leave(t);
    const tooMuch = await refund(t, left + 0.01);
    expect(tooMuch.error?.code).toBe(left === 0 ? "invalid_request" : "invalid_inputs");
    expect((await refund(t)).data?.refunded ?? 0).toBe(left);
    expect(await sentBack(t)).toEqual(left === 0 ? [] : [left * 100]);
  });

  it("of packs can be as much as a decrease has not credited", async () => {
    const t = await openShop();
    await saveCard(t);
    const packs = (quantity: number) => ({
      product_id: "pro",
      options: [{ feature_id: "credits", quantity }],
    });
    await bought(t, packs(500));
    setTime(APRIL_1 + 15 * DAY_MS);
    await bought(t, packs(200));
    expect((await refund(t)).data?.refunded).toBe(70 - 25);
    // The remaining packs were paid from the credit for the others: nothing was paid by card.
    expect((await refund(t, undefined, 1)).error?.code).toBe("invalid_request");
  });

  it("of seats can be as much as giving them up has not credited, invoice by invoice", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "team" });
    await addEntities(t, "e1", "e2", "e3", "e4");
    await addEntities(t, "e5");
    for (const id of ["e5", "e4"]) await removed(t, id);
    const refunded = [];
    for (const index of [0, 1, 2])
      refunded.push((await refund(t, undefined, index)).data?.refunded);
    expect(refunded).toEqual([20, undefined, undefined]);
  });

  it("and credits together never exceed what was paid, in any order", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "max" });
    await refund(t, 20);
    await cancel(t, { product_id: "max", cancel_immediately: true });
    expect(await creditOf(t)).toBe(3000);
    expect((await refund(t)).data?.refunded).toBe(20);
  });

  it("of an earlier month leaves the credit of this month unchanged", async () => {
    const t = await startWithPlan();
    setTime(MAY_1);
    await getCustomer(t);
    setTime(MAY_1 + 15.5 * DAY_MS);
    await refund(t, 6, 0);
    const { lines } = await checkedOut(t, { product_id: "studio" });
    expect(lines.map(({ amount }) => amount)).toEqual([-3, 19.5]);
    expect((await refund(t, 6, 1)).error).toBeNull();
    const { lines: after } = await checkedOut(t, { product_id: "studio" });
    expect(after.map(({ amount }) => amount)).toEqual([0, 19.5]);
  });

  it("of one copy's renewal leaves the credit of another copy unchanged", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "team" });
    await addEntities(t, "e1");
    await bought(t, { product_id: "extra" });
    await bought(t, { product_id: "extra", entity_id: "e1" });
    setTime(MAY_1);
    await getCustomer(t);
    const copies = async () => {
      const subscriptions = await t.run((ctx) => ctx.db.query("subscriptions").take(10));
      return subscriptions.filter(({ product_id: id }) => id === "extra");
    };
    const [, second] = await copies();
    const renewal = (await rowsOf(t)).findIndex(({ subscription: id }) => id === second?._id);
    await refund(t, 3, renewal);
    const left = (await copies()).map(({ paid = [] }) => paid.map(({ left_minor }) => left_minor));
    expect(left).toEqual([[500], [200]]);
  });
});

describe("a refund of one line", () => {
  /** A plan for $50 and an add-on for $5, on one invoice. */
  async function startWithTwo() {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_ids: ["max", "extra"] });
    return t;
  }
  const refundLine = async (t: Engine, line: number, amount: number) => {
    const [invoice] = await rowsOf(t);
    const params = {
      customer_id: ANA,
      invoice: invoice?.number ?? "none",
      lines: [{ line, amount }],
    };
    return await t.mutation(api.public.createRefund, { params });
  };
  const left = (t: Engine, product_id: string) =>
    cancel(t, { product_id, cancel_immediately: true });

  it("M3: is not credited again when its own product ends, and takes nothing from the other", async () => {
    const t = await startWithTwo();
    expect((await refundLine(t, 1, 5)).error).toBeNull();
    await left(t, "extra");
    expect(await creditOf(t)).toBe(0);
    await left(t, "max");
    expect(await creditOf(t)).toBe(5000);
  });

  it("M3: can be as much as was not credited for its own product", async () => {
    const t = await startWithTwo();
    setTime(APRIL_1 + 15 * DAY_MS);
    await left(t, "max");
    expect((await refundLine(t, 0, 25.01)).error?.code).toBe("invalid_inputs");
    expect((await refundLine(t, 0, 25)).error).toBeNull();
    expect((await refundLine(t, 1, 5)).error).toBeNull();
  });

  it("M3: follows a plan that moved to another version", async () => {
    const t = await startWithTwo();
    const items = PRODUCTS.find(({ id }) => id === "max")?.items ?? [];
    await stock(t, withProduct("max", { items: items.slice(0, 1) }));
    expect((await bought(t, { product_id: "max" })).code).toBe("upgraded_to_new_product");
    expect((await refundLine(t, 0, 45)).error).toBeNull();
    await left(t, "max");
    expect(await creditOf(t)).toBe(500);
    expect((await refundLine(t, 0, 1)).error?.code).toBe("invalid_inputs");
  });
});

describe("a refund is refused", () => {
  it.each([
    ["of more than was paid", 6.01, "invalid_inputs", 400],
    ["of less than nothing", -0.01, "invalid_inputs", 400],
    ["of more than there is", 1e20, "invalid_inputs", 400],
    ["of no number", NaN, "invalid_inputs", 400],
  ])("%s", async (_, amount, code, status) => {
    const t = await startWithPlan();
    const { error, statusCode } = await refund(t, amount);
    expect([error?.code, statusCode]).toEqual([code, status]);
    expect(await sentBack(t)).toEqual([]);
  });

  it.each([
    ["without a customer", "nobody", 0, "customer_not_found"],
    ["to another customer", "ben", 0, "not_found"],
    ["of an invoice that is not there", ANA, 7, "not_found"],
  ])("%s", async (_, customerId, index, code) => {
    const t = await startWithPlan();
    await t.mutation(api.public.createCustomer, { params: { id: "ben" } });
    const { error, statusCode } = await refund(t, 6, index, customerId);
    expect([error?.code, statusCode]).toEqual([code, 404]);
    expect(await sentBack(t)).toEqual([]);
  });

  it("of an invoice that is still open", async () => {
    const t = await startWithPlan();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    const { error } = await refund(t, undefined, 1);
    expect([error?.code, error?.message]).toEqual([
      "invalid_request",
      expect.stringMatching(/^Nothing was paid on invoice \w{8}-0002$/) as string,
    ]);
  });
});
