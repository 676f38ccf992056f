import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { install } from "../../../src/component/store/catalogue/catalog";
import type { ItemDefinition, ProductDefinition } from "../../../src/component/rules/model";
import { openBilling } from "../../../../../tests/convex/backend";
import { ANA, APRIL_1, DAY_MS, enterMode, getCustomer, setTime } from "../harness";
import type { Engine } from "../harness";

const prints: ItemDefinition = { feature_id: "prints", interval: "month", included_usage: 3 };
const product = (id: string, over: Partial<ProductDefinition> = {}): ProductDefinition => ({
  ...{ id, name: id, group: "", is_add_on: false, is_default: false, archived: false },
  ...{ items: [prints], free_trial: null },
  ...over,
});
const FREE = product("free", { is_default: true });
const PRO = product("pro", { items: [{ price: 9, interval: "month" }, prints] });
const TRIAL = product("trial", {
  ...{ is_default: true, items: [{ price: 9, interval: "month" }] },
  free_trial: { length: 7, duration: "day", unique_fingerprint: false, card_required: false },
});
const GIFT = product("gift", { is_add_on: true, is_default: true, group: "gifts" });

const catalogue = (products: ProductDefinition[]) => ({
  currency: "usd",
  features: [{ id: "prints", name: "Prints", type: "single_use" as const, archived: false }],
  products,
});
const installing = (t: Engine, ...products: ProductDefinition[]) =>
  t.run((ctx) => install(ctx, catalogue(products), Date.now()));

/** A deployment on which nothing was installed yet, with one customer. */
async function startEmpty() {
  enterMode("sandbox");
  const t = openBilling();
  await getCustomer(t);
  return t;
}

/** A deployment with products, and a customer who came after them. */
async function startWith(...products: ProductDefinition[]) {
  enterMode("sandbox");
  const t = openBilling();
  await installing(t, ...products);
  await getCustomer(t);
  return t;
}

async function productsOf(t: Engine) {
  const { products } = await getCustomer(t);
  return products.map(({ id, status }) => `${id} ${status}`).sort();
}

const about = { customer_id: ANA, feature_id: "prints" };
const attach = (t: Engine, product_id: string) =>
  t.mutation(api.public.attach, { params: { customer_id: ANA, product_id } });

describe("a customer from before the first catalogue", () => {
  it("gets what a new customer gets, trial and free add-on included, at the next load", async () => {
    const t = await startEmpty();
    await installing(t, FREE, TRIAL, GIFT);
    expect(await productsOf(t)).toEqual(["gift active", "trial active"]);
    setTime(APRIL_1 + 8 * DAY_MS);
    expect(await productsOf(t)).toEqual(["free active", "gift active"]);
  });

  it("gets it once, and is not new again after a later installation", async () => {
    const t = await startEmpty();
    await installing(t, FREE);
    await Promise.all([getCustomer(t), getCustomer(t)]);
    expect(await productsOf(t)).toEqual(["free active"]);
    await installing(t, FREE, TRIAL, GIFT);
    expect(await productsOf(t)).toEqual(["free active"]);
  });

  it.each([
    ["check", (t: Engine) => t.mutation(api.public.check, { params: about })],
    ["track", (t: Engine) => t.mutation(api.public.track, { params: about })],
    ["gate", (t: Engine) => t.mutation(api.public.gate, { ...use, who: { customerId: ANA } })],
  ] as const)("has the free plan's balance already in %s", async (_name, call) => {
    const t = await startEmpty();
    await installing(t, FREE);
    const { data } = await call(t);
    expect(data).not.toBeNull();
    const { prints: balance } = (await getCustomer(t)).features;
    expect(balance?.included_usage).toBe(3);
    expect(data).not.toMatchObject({ allowed: false });
  });
});

const use = { featureId: "prints", value: 1, key: "print-1" };

describe("a free default that joins the catalogue later", () => {
  it("goes to a customer without a plan in its group", async () => {
    const t = await startWith(PRO);
    expect(await productsOf(t)).toEqual([]);
    await installing(t, PRO, FREE);
    expect(await productsOf(t)).toEqual(["free active"]);
  });

  it.each([
    ["a plan of the group", product("hobby"), ["hobby active"]],
    ["a plan of another group", product("club", { group: "club" }), ["club active", "free active"]],
    ["an add-on alone", product("frame", { is_add_on: true }), ["frame active", "free active"]],
  ])("beside %s", async (_what, held, expected) => {
    const t = await startWith(held);
    expect((await attach(t, held.id)).error).toBeNull();
    await installing(t, held, FREE);
    expect(await productsOf(t)).toEqual(expected);
  });

  it("is not replaced by the default that follows it in its group", async () => {
    const t = await startWith(FREE);
    await installing(t, { ...FREE, is_default: false }, product("basic", { is_default: true }));
    expect(await productsOf(t)).toEqual(["free active"]);
  });

  it("is no trial and no add-on: those are for new customers", async () => {
    const t = await startWith(PRO);
    await installing(t, PRO, TRIAL, GIFT);
    expect(await productsOf(t)).toEqual([]);
  });

  it("is written by the first call alone", async () => {
    const t = await startWith(PRO);
    await installing(t, PRO, FREE);
    const revision = async () => {
      await getCustomer(t);
      return await t.run(async (ctx) => (await ctx.db.query("customers").unique())?.revision);
    };
    const first = await revision();
    expect(await revision()).toBe(first);
  });
});

describe("a late free default of a customer with entities", () => {
  const features = [
    ...catalogue([]).features,
    { id: "seats", name: "Seats", type: "continuous_use" as const, archived: false },
  ];
  const seats: ItemDefinition = { feature_id: "seats", included_usage: 10 };
  const perSeat: ItemDefinition = { ...prints, entity_feature_id: "seats" };
  const CLUB = product("club", { group: "club", items: [seats] });
  const installWith = (t: Engine, ...products: ProductDefinition[]) =>
    t.run((ctx) => install(ctx, { currency: "usd", features, products }, Date.now()));

  async function startWithSeats(...plans: ProductDefinition[]) {
    enterMode("sandbox");
    const t = openBilling();
    await installWith(t, ...plans);
    await getCustomer(t);
    for (const { id } of plans) expect((await attach(t, id)).error).toBeNull();
    const entities = ["a", "b", "c"].map((id) => ({ id, feature_id: "seats" }));
    const { error } = await t.mutation(api.public.createEntity, {
      params: { customer_id: ANA, entities },
    });
    expect(error).toBeNull();
    return t;
  }

  const FIRST_CALLS: [string, (t: Engine) => Promise<unknown>][] = [
    ["of the customer", (t) => getCustomer(t)],
    ["about an entity", (t) => track(t, "b", 1)],
    ["that gates for an entity", (t) => gateFor(t, "b")],
    ["that checks for an entity", (t) => checkFor(t, "b")],
  ];
  const track = (t: Engine, entity_id: string, value: number) =>
    t.mutation(api.public.track, { params: { ...about, entity_id, value } });
  const gateFor = (t: Engine, entityId: string) =>
    t.mutation(api.public.gate, { ...use, who: { customerId: ANA, entityId } });
  const checkFor = (t: Engine, entity_id: string) =>
    t.mutation(api.public.check, { params: { ...about, entity_id } });
  const ofEntity = async (t: Engine, entity_id: string) => {
    const { data } = await t.query(api.public.getEntity, {
      params: { customer_id: ANA, entity_id },
      now: Date.now(),
    });
    return data?.features["prints"];
  };

  it.each(FIRST_CALLS)("grants to each entity with the first call %s", async (_name, call) => {
    const t = await startWithSeats(CLUB);
    await installWith(t, CLUB, product("free", { is_default: true, items: [perSeat] }));
    await call(t);
    await call(t);
    const balances = await Promise.all(["a", "b", "c"].map((id) => ofEntity(t, id)));
    expect(balances.map((balance) => balance?.included_usage)).toEqual([3, 3, 3]);
    expect(await productsOf(t)).toEqual(["club active", "free active"]);
    expect((await getCustomer(t)).features["seats"]).toMatchObject({ usage: 3, balance: 7 });
  });

  it.each(FIRST_CALLS)("counts each seat in use once, with the first call %s", async (_n, call) => {
    const t = await startWithSeats(CLUB);
    await installWith(t, CLUB, product("free", { is_default: true, items: [seats, perSeat] }));
    await call(t);
    expect((await getCustomer(t)).features["seats"]).toMatchObject({
      ...{ usage: 3, balance: 17, included_usage: 20 },
    });
    const balances = await Promise.all(["a", "b", "c"].map((id) => ofEntity(t, id)));
    expect(balances.map((balance) => balance?.included_usage)).toEqual([3, 3, 3]);
  });

  it("does not start beside a plan that the customer has, in a call about an entity", async () => {
    const t = await startWithSeats(CLUB);
    await installWith(
      t,
      CLUB,
      product("free", { group: "club", is_default: true, items: [seats] }),
    );
    await track(t, "b", 1);
    expect(await productsOf(t)).toEqual(["club active"]);
  });

  it("counts seats that no plan grants any more", async () => {
    const t = await startWithSeats(CLUB);
    await t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "club", cancel_immediately: true },
    });
    await installWith(t, CLUB, product("free", { is_default: true, items: [seats, perSeat] }));
    await track(t, "b", 1);
    expect((await getCustomer(t)).features["seats"]).toMatchObject({ usage: 3, balance: 7 });
    const balances = await Promise.all(["a", "b", "c"].map((id) => ofEntity(t, id)));
    expect(balances.map((balance) => balance?.included_usage)).toEqual([3, 3, 3]);
  });
});
