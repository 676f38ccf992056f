import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { grantDiscount } from "../../../src/component/store/rewards/discounts";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, buy, canceled, CREDIT_PACKS, creditOf, HALF, heldBy } from "../shop";
import {
  invoicesOf,
  openShop,
  product,
  PRODUCTS,
  shown,
  swapCards,
  use,
  withProduct,
} from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const monthly = (price: number) => ({ price, interval: "month" as const });
const calls = (included: number) => ({
  feature_id: "calls",
  included_usage: included,
  interval: "month" as const,
  price: 0.5,
  billing_units: 10,
  usage_model: "pay_per_use" as const,
  reset_usage_when_enabled: false,
});
const packs = (size: number, price: number) => ({
  ...CREDIT_PACKS,
  billing_units: size,
  price,
});
const credits = (quantity: number) => [{ feature_id: "credits", quantity }];

async function shopWith(products = PRODUCTS, ...bags: (readonly string[])[]): Promise<Engine> {
  const t = await openShop(products);
  await saveCard(t);
  for (const product_ids of bags) await bought(t, { product_ids: [...product_ids] });
  return t;
}

/** Everything invoiced from some invoice on, once the due steps of a time are made. */
async function billedAt(t: Engine, at: number, from = 0) {
  setTime(at);
  await getCustomer(t);
  return (await invoicesOf(t)).slice(from);
}

async function eventsOf(t: Engine, type: string) {
  const rows = await t.run((ctx) => ctx.db.query("events").take(200));
  return rows.filter((row) => row.type === type).length;
}

const rowsOf = (t: Engine) => t.run((ctx) => ctx.db.query("subscriptions").take(50));
async function rowOf(t: Engine, product_id: string, entity: string | null = null) {
  const rows = await rowsOf(t);
  return rows.findLast((row) => row.product_id === product_id && row.entity_id === entity);
}
const declined = async (t: Engine) => {
  const events = await t.run((ctx) => ctx.db.query("paymentEvents").take(100));
  return events.filter(({ status }) => status === "declined").length;
};
const usageOf = async (t: Engine, id: string) => {
  const { usage, balance } = (await getCustomer(t)).features[id] ?? {};
  return [usage, balance];
};
const failing = (t: Engine) => swapCards(t, CARDS.failsLater);

// Numbered as in docs/adr/0140: each changed output names the rule that changes it.
describe("products that renew at one instant", () => {
  it("1: are charged one by one", async () => {
    const t = await shopWith(PRODUCTS, ["pro", "support", "extra"]);
    expect(await billedAt(t, MAY_1, 1)).toEqual([
      [2000, "paid"],
      [800, "paid"],
      [500, "paid"],
    ]);
    const counts = [await eventsOf(t, "invoice.issued"), await eventsOf(t, "invoice.paid")];
    expect(counts).toEqual([4, 4]);
  });

  it("2: are past due one by one, and paid one by one by another card", async () => {
    const t = await shopWith(PRODUCTS, ["pro", "support", "extra"]);
    await failing(t);
    expect(await billedAt(t, MAY_1, 1)).toEqual([
      [2000, "open"],
      [800, "open"],
      [500, "open"],
    ]);
    const dunned = (await rowsOf(t)).filter(({ status }) => status === "past_due");
    expect(dunned.map(({ retry_at }) => retry_at)).toEqual(Array(3).fill(MAY_1 + DAY_MS));
    await canceled(t, { product_id: "support", cancel_immediately: true });
    expect(await billedAt(t, MAY_1 + DAY_MS, 1)).toEqual([
      [2000, "open"],
      [800, "void"],
      [500, "open"],
    ]);
    await swapCards(t);
    expect(await billedAt(t, MAY_1 + 3 * DAY_MS, 1)).toEqual([
      [2000, "paid"],
      [800, "void"],
      [500, "paid"],
    ]);
    expect(await eventsOf(t, "invoice.failed")).toBe(5);
  });

  it("3: take the customer's credit in their order", async () => {
    const t = await shopWith(PRODUCTS, ["pro", "support", "extra"]);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, 2500);
    });
    await billedAt(t, MAY_1);
    const rows = await t.run((ctx) => ctx.db.query("invoices").take(9));
    expect(rows.slice(1).map(({ credit_minor }) => credit_minor)).toEqual([2000, 500, 0]);
  });

  it("11: redeem discounts one by one", async () => {
    const renewals = async (reward: typeof HALF) => {
      const t = await openShop();
      await saveCard(t);
      await bought(t, { product_ids: ["pro", "support", "extra"] });
      await t.run(async (ctx) => {
        const customer = await findCustomer(ctx, ANA);
        if (!customer) throw new Error("There is no customer");
        await grantDiscount(ctx, customer._id, reward, { now: APRIL_1, when: "now" });
      });
      return (await billedAt(t, MAY_1, 1)).map(([minor]) => minor);
    };
    const fixed = { type: "fixed_discount" as const };
    const once = { duration_type: "one_off" as const };
    expect([
      await renewals({ ...HALF, ...fixed, discount_value: 5 }),
      await renewals({ ...HALF, ...once }),
      await renewals({ ...HALF, ...fixed, ...once, discount_value: 25 }),
    ]).toEqual([
      [1500, 300, 0],
      [1000, 800, 500],
      [0, 800, 500],
    ]);
  });

  it("8: end with their last use on an invoice of its own", async () => {
    const t = await shopWith(PRODUCTS, ["pro", "support"]);
    await use(t, "calls", 150);
    await canceled(t, { product_id: "pro" });
    expect(await billedAt(t, MAY_1, 1)).toEqual([
      [250, "paid"],
      [800, "paid"],
    ]);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active", "support active"]);
  });

  it("9: are dunned one by one when the card fails", async () => {
    const t = await shopWith(PRODUCTS, ["pro", "support"]);
    await use(t, "calls", 150);
    await bought(t, { product_id: "basic" });
    await failing(t);
    const open = await billedAt(t, MAY_1, 1);
    expect(open).toEqual([
      [250, "open"],
      [800, "open"],
      [1000, "open"],
    ]);
    const end = await billedAt(t, MAY_1 + 8 * DAY_MS, 1);
    expect(end).toEqual(open.map(([minor]) => [minor, "uncollectible"]));
    expect([await declined(t), await eventsOf(t, "invoice.failed")]).toEqual([15, 15]);
  });

  it("10: begin with packs only when they are paid", async () => {
    const t = await shopWith(PRODUCTS, ["max", "support"]);
    await bought(t, { product_id: "pro", options: credits(100) });
    await failing(t);
    expect(await billedAt(t, MAY_1, 1)).toEqual([
      [800, "open"],
      [3000, "void"],
    ]);
    expect(await heldBy(t)).toEqual(["free active", "labs_free active", "support past_due"]);
  });

  it("17: are dunned from the instant of their own bill", async () => {
    const weekly = product("weekly", [{ price: 2, interval: "week" }], { group: "weekly" });
    const once = product("monthly", [monthly(10)], { group: "monthly" });
    const t = await shopWith([...PRODUCTS, weekly, once], ["weekly"], ["monthly"]);
    await failing(t);
    await billedAt(t, APRIL_1 + 7 * DAY_MS);
    const grace = async (id: string) => (await rowOf(t, id))?.grace_ends_at;
    expect(await grace("weekly")).toBe(APRIL_1 + 14 * DAY_MS);
    await billedAt(t, APRIL_1 + 14 * DAY_MS);
    expect((await invoicesOf(t))[2]).toEqual([200, "uncollectible"]);
    await billedAt(t, MAY_1);
    expect(await grace("monthly")).toBe(MAY_1 + 7 * DAY_MS);
  });
});

describe("the cycle of a purchase", () => {
  const basic = (entity: string) => ({ product_id: "basic", entity_id: entity });

  it("4, 5: is the own entity's, else the customer's", async () => {
    const t = await openShop();
    await saveCard(t);
    await addEntities(t, "e", "f");
    await bought(t, basic("e"));
    setTime(APRIL_1 + 9 * DAY_MS);
    await bought(t, basic("f"));
    setTime(APRIL_16);
    const { total, next_cycle } = await shown(t, { product_ids: ["pro", "extra"] });
    expect([total, next_cycle?.starts_at]).toEqual([25, Date.UTC(2025, 4, 16)]);
    await bought(t, { product_id: "pro" });
    await bought(t, { product_id: "support" });
    const anchors = [await rowOf(t, "basic", "e"), await rowOf(t, "basic", "f")];
    anchors.push(await rowOf(t, "pro"), await rowOf(t, "support"));
    const days = anchors.map((row) => new Date(row?.anchor ?? 0).getUTCDate());
    expect(days).toEqual([1, 10, 16, 16]);
    expect((await invoicesOf(t)).map(([minor]) => minor)).toEqual([1000, 1000, 2000, 800]);
  });

  it("6: is joined by other intervals", async () => {
    const care = product("care", [{ price: 120, interval: "year" }], { group: "care" });
    const more = product("more", [{ price: 60, interval: "year" }], { is_add_on: true });
    const t = await shopWith([...PRODUCTS, care, more], ["basic"]);
    setTime(APRIL_16);
    expect(await shown(t, { product_id: "care" })).toMatchObject({
      total: 115.07,
      next_cycle: { starts_at: Date.UTC(2026, 3, 1), total: 120 },
    });
    expect((await shown(t, { product_id: "more" })).total).toBe(57.53);
  });

  it("7: is that of a trial for an add-on", async () => {
    const t = await shopWith(PRODUCTS, ["tried"]);
    await bought(t, { product_id: "extra" });
    const billed = await billedAt(t, APRIL_1 + 14 * DAY_MS);
    expect(billed.slice(-2)).toEqual([
      [3000, "paid"],
      [500, "paid"],
    ]);
  });
});

describe("use and units over a change of plan", () => {
  const change = async (included: number) => {
    const before = product("before", [monthly(10), calls(100)]);
    const after = product("after", [monthly(included > 100 ? 20 : 5), calls(included)]);
    const t = await shopWith([before, after], ["before"]);
    await use(t, "calls", 150);
    setTime(APRIL_16);
    await bought(t, { product_id: "after" });
    return t;
  };

  it("12: use that was billed is not carried to a larger plan", async () => {
    const t = await change(120);
    expect((await invoicesOf(t)).at(-1)).toEqual([500 + 250, "paid"]);
    expect((await usageOf(t, "calls"))[0]).toBe(100);
    expect((await billedAt(t, MAY_1)).at(-1)).toEqual([2000, "paid"]);
  });

  it("12: use of a smaller plan that begins at the end of the cycle is billed twice", async () => {
    const t = await change(50);
    expect((await billedAt(t, MAY_1)).slice(1)).toEqual([
      [250, "paid"],
      [500, "paid"],
    ]);
  });

  it("13: units fill whole packs of another size", async () => {
    const small = product("small", [monthly(5), packs(100, 10)]);
    const large = product("large", [monthly(20), packs(250, 20)]);
    const t = await openShop([small, large]);
    await saveCard(t);
    await bought(t, { product_id: "small", options: credits(300) });
    await bought(t, { product_id: "large" });
    expect((await usageOf(t, "credits"))[1]).toBe(500);
    expect((await shown(t, { product_id: "large" })).next_cycle?.total).toBe(20 + 40);
  });
});

describe("what checkout says of the next invoice", () => {
  const waiting = { ...CREDIT_PACKS, on_increase: "prorate_next_cycle" as const };
  const shop = withProduct("pro", { items: [monthly(20), waiting] });

  it("14: counts what waits on a plan that is kept", async () => {
    const items = PRODUCTS.find(({ id }) => id === "team")?.items ?? [];
    const later = items.map((item) => ({ ...item, on_increase: "prorate_next_cycle" as const }));
    const t = await openShop(withProduct("team", { items: later }));
    await saveCard(t);
    await bought(t, { product_id: "team" });
    setTime(APRIL_16);
    await use(t, "seats", 5);
    expect((await shown(t, { product_id: "team" })).next_cycle?.total).toBe(50);
    expect(await billedAt(t, MAY_1, 1)).toEqual([[5000, "paid"]]);
  });

  it("14: counts what waits when a quantity changes", async () => {
    const t = await openShop(shop);
    await saveCard(t);
    await bought(t, { product_id: "pro", options: credits(100) });
    setTime(APRIL_16);
    await bought(t, { product_id: "pro", options: credits(300) });
    expect((await shown(t, { product_id: "pro" })).next_cycle?.total).toBe(60);
    expect(await billedAt(t, MAY_1, 1)).toEqual([[6000, "paid"]]);
  });

  it("15: is of the bought product alone", async () => {
    const t = await shopWith(PRODUCTS, ["pro"]);
    await use(t, "calls", 150);
    expect((await shown(t, { product_id: "extra" })).next_cycle?.total).toBe(5);
    await bought(t, { product_id: "extra" });
    expect((await billedAt(t, MAY_1)).slice(-2)).toEqual([
      [2250, "paid"],
      [500, "paid"],
    ]);
  });

  it("16: calls an owned add-on new, and sells it again", async () => {
    const t = await shopWith(PRODUCTS, ["extra"]);
    const { product: extra, total } = await shown(t, { product_id: "extra" });
    expect([extra.scenario, total]).toEqual(["new", 5]);
    await bought(t, { product_id: "extra" });
    expect((await heldBy(t)).filter((row) => row === "extra active")).toHaveLength(2);
  });

  it("18: names each unpaid invoice, which attach charges first", async () => {
    const t = await shopWith(PRODUCTS, ["basic", "support"]);
    await failing(t);
    await billedAt(t, MAY_1);
    const before = await declined(t);
    const { lines, total } = await shown(t, { product_id: "extra" });
    expect([lines.map(({ amount }) => amount), total]).toEqual([[10, 8, 5], 23]);
    expect((await buy(t, { product_id: "extra" })).error?.code).toBe("payment_failed");
    expect((await declined(t)) - before).toBe(3);
  });
});

describe("a subscription that is moved or bought again", () => {
  it("19: takes what waits along to an entity", async () => {
    const waiting = { ...CREDIT_PACKS, on_increase: "prorate_next_cycle" as const };
    const t = await openShop(withProduct("pro", { items: [monthly(20), waiting] }));
    await saveCard(t);
    await addEntities(t, "e");
    await bought(t, { product_id: "pro", options: credits(100) });
    setTime(APRIL_16);
    await bought(t, { product_id: "pro", options: credits(200) });
    const params = { customer_id: ANA, product_id: "pro", to_entity_id: "e" };
    expect((await t.mutation(api.public.transferProduct, { params })).error).toBeNull();
    expect(await billedAt(t, MAY_1, 1)).toEqual([[4500, "paid"]]);
  });

  it("22: adds to a one-off, with one event for both", async () => {
    const t = await shopWith(PRODUCTS, ["pack"], ["pack"]);
    expect((await rowOf(t, "pack"))?.quantity).toBe(2);
    const events = await t.run((ctx) => ctx.db.query("events").take(50));
    const attached = events.filter(({ type, fields }) => {
      const { product_id: id } = fields as { product_id?: string };
      return type === "product.attached" && id === "pack";
    });
    expect(attached).toHaveLength(1);
    expect(await creditOf(t)).toBe(0);
  });
});
