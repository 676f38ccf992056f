import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import type { MutationCtx } from "../../../src/component/_generated/server";
import type { WireParams } from "../../../src/contract/operations";
import { engineTables } from "../../../src/component/store/tables";
import { paymentTables } from "../../../src/component/payments/tables";
import {
  ANA,
  APRIL_1,
  attached,
  gate,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";
import { openBilling } from "../../../../../tests/convex/backend";

const { public: operations } = api;

const join = (t: Engine, params: WireParams<"createCustomer">) =>
  t.mutation(operations.createCustomer, { params });
const list = (t: Engine, params: WireParams<"listCustomers"> = {}) =>
  t.query(operations.listCustomers, { params, now: APRIL_1 });
const read = (t: Engine, params: WireParams<"getCustomer">) =>
  t.query(operations.getCustomer, { params, now: APRIL_1 });
const update = (t: Engine, params: WireParams<"updateCustomer">) =>
  t.mutation(operations.updateCustomer, { params });
const remove = (t: Engine, customer_id: string) =>
  t.mutation(operations.deleteCustomer, { params: { customer_id } });

describe("before anything is installed", () => {
  it("an empty catalogue is a normal state", async () => {
    vi.useFakeTimers({ now: APRIL_1 });
    vi.stubEnv("BILLING_MODE", "sandbox");
    const t = openBilling();
    expect((await join(t, { id: ANA })).data).toMatchObject({
      id: ANA,
      products: [],
      features: {},
    });
    const products = await t.query(operations.listProducts, { params: {}, now: APRIL_1 });
    expect(products.data).toEqual({ list: [] });
    const features = await t.query(operations.listFeatures, { params: {}, now: APRIL_1 });
    expect(features.data).toEqual({ list: [] });
    expect(await gate(t, "uploads")).toMatchObject({ error: { code: "feature_not_found" } });
  });
});

describe("createCustomer", () => {
  it("B20: creates one customer with one default product in two calls at once", async () => {
    const t = await startEngine();
    await Promise.all([join(t, { id: ANA }), join(t, { id: ANA }), gate(t, "uploads")]);
    expect((await list(t)).data).toMatchObject({ total: 1, total_count: 1 });
    expect((await getCustomer(t)).products.map(({ id }) => id)).toEqual(["free"]);
  });

  it("fills in what is empty and overwrites nothing", async () => {
    const t = await startEngine();
    await join(t, { id: ANA, email: "ana@example.com", metadata: { team: "a" } });
    const later = { name: "Ana", email: "other@example.com", metadata: { team: "b" } };
    expect((await join(t, { id: ANA, ...later })).data).toMatchObject({
      name: "Ana",
      email: "ana@example.com",
      metadata: { team: "a" },
    });
  });

  it("prefers explicit fields to the identity's own claims", async () => {
    const t = await startEngine();
    const said = { email: "ana@example.com", name: "Ana" };
    const { data } = await join(t, {
      id: ANA,
      ...said,
      customer_data: { email: "eve@example.com", name: "Eve", fingerprint: "device" },
    });
    expect(data).toMatchObject({ ...said, fingerprint: "device" });
  });

  it("finds a customer without an id by the email address, and only once", async () => {
    const t = await startEngine();
    const first = await join(t, { id: null, email: "ana@example.com" });
    expect(first.data).toMatchObject({ id: null, email: "ana@example.com" });
    await join(t, { email: "ana@example.com" });
    expect((await list(t)).data?.total).toBe(1);
  });

  it.each([undefined, null, ""])(
    "needs an email address instead of an id, not %j",
    async (email) => {
      const t = await startEngine();
      const answer = await join(t, { id: null, ...(email !== undefined && { email }) });
      expect(answer).toMatchObject({ error: { code: "invalid_customer" }, statusCode: 400 });
    },
  );

  it("gives a customer without an id the first id that comes with the address", async () => {
    const t = await startEngine();
    await join(t, { id: null, email: "ana@example.com", name: "Ana" });
    const named = await join(t, { id: ANA, email: "ana@example.com" });
    expect(named.data).toMatchObject({ id: ANA, name: "Ana" });
    expect((await list(t)).data?.total).toBe(1);
    // The address belongs to a customer with an id now: the next one is another customer.
    await join(t, { id: "user_bo", email: "ana@example.com" });
    expect((await list(t)).data?.total).toBe(2);
  });

  it("does not match an address of the identity's claims: it may be unverified", async () => {
    const t = await startEngine();
    await join(t, { id: null, email: "ana@example.com" });
    await join(t, { id: "user_eve", customer_data: { email: "ana@example.com" } });
    expect((await list(t)).data?.list.map(({ id }) => id)).toEqual(["user_eve", null]);
  });

  it.each(["", "a".repeat(129)])("refuses an id that is empty or too long", async (id) => {
    const t = await startEngine();
    expect((await join(t, { id })).error?.code).toBe("invalid_inputs");
  });
});

describe("listCustomers", () => {
  it("B47: reads one page, newest first, and counts all customers", async () => {
    const t = await startEngine();
    for (let index = 0; index < 12; index += 1) await join(t, { id: `user_${index}` });
    const first = (await list(t)).data;
    expect(first).toMatchObject({ total: 10, total_count: 12, limit: 10, offset: 0 });
    expect(first?.list[0]).toMatchObject({ id: "user_11", products: [{ id: "free" }] });
    const last = (await list(t, { offset: 10 })).data;
    expect(last?.list.map(({ id }) => id)).toEqual(["user_1", "user_0"]);
  });

  it.each<[WireParams<"listCustomers">, string | undefined]>([
    [{ limit: 1 }, undefined],
    [{ limit: 0 }, "limit: must be a whole number from 1 to 100"],
    [{ limit: 100 }, undefined],
    [{ limit: 101 }, "limit: must be a whole number from 1 to 100"],
    [{ limit: 1.5 }, "limit: must be a whole number from 1 to 100"],
    [{ offset: -1 }, "offset: must be a whole number from 0 to 5000"],
    [{ offset: 5000 }, undefined],
    [{ offset: 5001 }, "offset: must be a whole number from 0 to 5000"],
  ])("of %j", async (params, message) => {
    const t = await startEngine();
    expect((await list(t, params)).error?.message).toBe(message);
  });
});

describe("getCustomer", () => {
  it("returns 404 and creates no customer", async () => {
    const t = await startEngine();
    expect(await read(t, { customer_id: ANA })).toMatchObject({
      error: { code: "customer_not_found", message: `Customer ${ANA} not found` },
      statusCode: 404,
    });
    expect((await list(t)).data?.total).toBe(0);
  });

  it("adds what is expanded, and nothing else", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const plain = (await read(t, { customer_id: ANA })).data;
    const extra = ["invoices", "entities", "rewards", "referrals", "trials_used", "payment_method"];
    for (const field of extra) expect(plain).not.toHaveProperty(field);
    const { data } = await read(t, {
      customer_id: ANA,
      expand: ["invoices", "entities", "rewards", "referrals", "trials_used", "payment_method"],
    });
    expect(data).toMatchObject({
      invoices: [{ product_ids: ["creator"], total: 6 }],
      entities: [],
      rewards: { discounts: [] },
      referrals: [],
      trials_used: [],
      payment_method: { card: { last4: "4242" } },
    });
  });
});

describe("updateCustomer", () => {
  it("merges metadata: null deletes a key", async () => {
    const t = await startEngine();
    await join(t, { id: ANA, metadata: { team: "a", seat: "1" } });
    const { data } = await update(t, {
      customer_id: ANA,
      name: "Ana",
      metadata: { seat: null, city: "Lima" },
    });
    expect(data).toMatchObject({ name: "Ana", metadata: { team: "a", city: "Lima" } });
    expect(data?.metadata).not.toHaveProperty("seat");
  });

  it("changes the id, and leaves everything else with the customer", async () => {
    const t = await startEngine();
    await gate(t, "uploads", 3);
    const { data } = await update(t, { customer_id: ANA, id: "user_anna" });
    expect(data).toMatchObject({ id: "user_anna", features: { uploads: { balance: 7 } } });
    expect((await read(t, { customer_id: ANA })).statusCode).toBe(404);
  });

  it("gives a customer without an id one", async () => {
    const t = await startEngine();
    await join(t, { id: null, email: "ana@example.com" });
    const own = await t.run(async (ctx) => (await ctx.db.query("customers").first())?.customer_id);
    expect((await update(t, { customer_id: own ?? "", id: ANA })).data?.id).toBe(ANA);
  });

  it.each<[string, Partial<WireParams<"updateCustomer">>, string, number]>([
    ["an id that is taken", { id: "user_bo" }, "duplicate_customer_id", 409],
    ["no id", { id: null }, "invalid_update_customer_params", 400],
    ["an empty id", { id: "" }, "invalid_inputs", 400],
    ["an unknown customer", { customer_id: "user_no" }, "customer_not_found", 404],
  ])("refuses %s", async (_what, params, code, statusCode) => {
    const t = await startEngine();
    await join(t, { id: ANA });
    await join(t, { id: "user_bo" });
    const answer = await update(t, { customer_id: ANA, ...params });
    expect(answer).toMatchObject({ error: { code }, statusCode });
  });

  it("accepts the id that the customer has", async () => {
    const t = await startEngine();
    await join(t, { id: ANA });
    expect((await update(t, { customer_id: ANA, id: ANA })).error).toBeNull();
  });
});

describe("a signed-in identity", () => {
  const ISSUER = "https://id";
  const person = (subject: string, issuer = ISSUER) => ({
    subject,
    issuer,
    tokenIdentifier: `${issuer}|${subject}`,
  });
  const idOf = (t: Engine, subject: string, issuer?: string) =>
    t
      .mutation(api.public.identifyCaller, { caller: { identity: person(subject, issuer) } })
      .then(({ data }) => data?.customerId);
  const identities = (t: Engine) => t.run((ctx) => ctx.db.query("identities").take(9));

  it("stays with the same customer under a new id", async () => {
    const t = await startEngine();
    expect(await idOf(t, ANA)).toBe(ANA);
    await gate(t, "uploads", 3);
    await update(t, { customer_id: ANA, id: "user_anna" });
    expect(await idOf(t, ANA)).toBe("user_anna");
    expect((await getCustomer(t, "user_anna")).features.uploads?.balance).toBe(7);
    // The old id is free for an identity of another issuer.
    expect(await idOf(t, ANA, "https://other")).toBe(ANA);
  });

  it("reserves its customer id, before it has bought anything", async () => {
    const t = await startEngine();
    await join(t, { id: ANA });
    await idOf(t, "user_bo");
    const taken = { error: { code: "duplicate_customer_id" }, statusCode: 409 };
    expect(await update(t, { customer_id: ANA, id: "user_bo" })).toMatchObject(taken);
    expect(await idOf(t, "user_bo")).toBe("user_bo");
  });

  it("is deleted with the customer, and starts anew", async () => {
    const t = await startEngine();
    await idOf(t, ANA);
    await idOf(t, "user_bo");
    await join(t, { id: ANA });
    await update(t, { customer_id: ANA, id: "user_anna" });
    await remove(t, "user_anna");
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect((await identities(t)).map(({ customerId }) => customerId)).toEqual(["user_bo"]);
    expect(await idOf(t, ANA)).toBe(ANA);
  });
});

/** What the catalogue of these tests does not store by itself: Bo and Ana invited one another. */
async function invite(ctx: MutationCtx) {
  const [bo, ana] = await ctx.db.query("customers").take(2);
  if (!bo || !ana) throw new Error("Bo and Ana are not there");
  const about = { program_id: "friends", created_at: APRIL_1 };
  const done = { triggered: true, applied: true, redeemer_applied: true };
  for (const [referrer, redeemer, code] of [
    [bo, ana, "BOBOBO"],
    [ana, bo, "ANAANA"],
  ] as const) {
    const own = { code, customer: referrer._id, redeemed: 1 };
    const id = await ctx.db.insert("referralCodes", { ...about, ...own });
    const parties = { code: id, referrer: referrer._id, redeemer: redeemer._id };
    await ctx.db.insert("redemptions", { ...about, ...done, ...parties });
  }
  const customer = ana._id;
  const half = { type: "percentage_discount" as const, discount_value: 50 };
  await ctx.db.insert("customerDiscounts", {
    ...{ customer, state: "active", starts_at: APRIL_1, ends_at: null },
    reward: {
      ...{ id: "half", name: "half", promo_codes: [] },
      ...{ ...half, duration_type: "forever", duration_value: 0 },
    },
  });
  await ctx.db.insert("promotionUses", { customer, reward_id: "half", used_at: APRIL_1 });
  const seat = { entity_id: "seat", name: null, feature_id: "collections" };
  await ctx.db.insert("entities", { customer, ...seat, created_at: APRIL_1, deleted_at: null });
  await ctx.db.insert("injectedFailures", { customer, code: "card_declined" });
}

describe("deleteCustomer", () => {
  /** These stay: requests to and reports of a processor, approvals that expire, a job that ends. */
  const KEPT = [
    ...["charges", "disputes", "paymentEvents", "accountClosures"],
    ...["challenges", "portalSessions"],
  ];
  const OWNED = Object.entries({ ...engineTables, ...paymentTables })
    .filter(([name, table]) => "customer" in fieldsOf(table) && !KEPT.includes(name))
    // The list names tables of the schema.
    .map(([name]) => name as "balances");

  const left = (t: Engine) =>
    t.run(async (ctx) => {
      const counts = OWNED.map(async (name) => [
        name,
        (await ctx.db.query(name).take(5000)).length,
      ]);
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
    });

  it("deletes everything of the customer, however much it is, and nothing of others", async () => {
    const t = await startEngine();
    await join(t, { id: "user_bo" });
    const others = await left(t);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await gate(t, "uploads", 1, `${ANA}:once`);
    await t.run(async (ctx) => {
      const customer = await ctx.db
        .query("customers")
        .withIndex("by_customer_id", (q) => q.eq("customer_id", ANA))
        .unique();
      if (!customer) throw new Error("Ana is not there");
      const event = { entity_id: null, feature_id: "uploads", event_name: null, value: 1 };
      const rest = { applied: 1, unapplied: 0, properties: {}, timestamp: APRIL_1 };
      for (let index = 0; index < 500; index += 1) {
        await ctx.db.insert("usageEvents", { customer: customer._id, ...event, ...rest });
      }
    });
    expect((await left(t)).usageEvents).toBeGreaterThan(500);
    await t.mutation(internal.lifecycle.audit.step, {});
    setTime(APRIL_1 + 1);
    const params = { customer_id: ANA };
    const twice = { params, idempotencyKey: `${ANA}:delete` };
    const answer = await t.mutation(operations.deleteCustomer, twice);
    expect(answer.data).toEqual({ success: true });
    expect((await read(t, { customer_id: ANA })).statusCode).toBe(404);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await left(t)).toEqual(others);
    const audited = await t.run(async (ctx) => {
      const marks = await ctx.db.query("ledgerMarks").take(50);
      return await Promise.all(marks.map(({ balance_id }) => ctx.db.get("balances", balance_id)));
    });
    expect(audited).not.toContain(null);
    expect((await list(t)).data).toMatchObject({ total: 1, total_count: 1 });
    const keys = await t.run((ctx) => ctx.db.query("idempotencyKeys").take(5));
    expect(keys.map(({ operation }) => operation)).toEqual(["deleteCustomer"]);
    expect(await t.mutation(operations.deleteCustomer, twice)).toEqual(answer);
  });

  it("leaves no row of any table, on either side of an invitation", async () => {
    const t = await startEngine();
    await join(t, { id: "user_bo" });
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await gate(t, "uploads", 1);
    await t.run(invite);
    const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(1));
    const refunded = { customerId: ANA, invoice: invoice?.number ?? "none" };
    await t.mutation(internal.operations.invoices.refunds.refund, refunded);
    await t.run(async ({ db }) => {
      if (!invoice) throw new Error("Nothing was sold");
      const entry = { customer: invoice.customer, action: "suspend", details: {}, at: APRIL_1 };
      await db.insert("operatorEntries", { ...entry, name: "olga", reason: "Copied works" });
      const rows = await db.query("subscriptions").take(10);
      const row = rows.find(({ customer }) => customer === invoice.customer);
      if (!row) throw new Error("Nothing is held");
      const seat = { entity_id: "e", entity_feature_id: "seats", grants: [], until: APRIL_1 };
      const { customer, _id: subscription } = row;
      await db.insert("usedGrants", { ...seat, customer, subscription });
    });
    const before = await left(t);
    expect(Object.keys(before).filter((name) => before[name] === 0)).toEqual([]);
    await remove(t, ANA);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    const owners = await t.run(async (ctx) => {
      const [bo] = await ctx.db.query("customers").take(2);
      const kinds = OWNED.map(async (name) => {
        const rows = await ctx.db.query(name).take(100);
        return rows.every(({ customer }) => customer === bo?._id) ? [] : [name];
      });
      return (await Promise.all(kinds)).flat();
    });
    expect(owners).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("redemptions").take(5))).toEqual([]);
    const codes = await t.run((ctx) => ctx.db.query("referralCodes").take(5));
    expect(codes.map(({ code }) => code)).toEqual(["BOBOBO"]);
  });

  it("frees the id: the next customer with it starts anew", async () => {
    const t = await startEngine();
    await gate(t, "uploads", 3);
    await remove(t, ANA);
    expect((await getCustomer(t)).features.uploads?.balance).toBe(10);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect((await getCustomer(t)).features.uploads?.balance).toBe(10);
    expect((await remove(t, "user_no")).statusCode).toBe(404);
  });
});

function fieldsOf(table: { validator: object }): object {
  return "fields" in table.validator && typeof table.validator.fields === "object"
    ? (table.validator.fields ?? {})
    : {};
}
