import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { MAX_UNITS } from "../../../src/contract/quantity";
import { gateFeature, isAllowed } from "../../../src/component/operations/usage/usage";
import { ANA, attached, gate, getCustomer, ledgerGaps, saveCard, startEngine } from "../harness";
import type { Engine } from "../harness";
import { createEntities, seat, startWorkspace } from "../workspace";

interface Tracked {
  feature_id?: string;
  event_name?: string;
  value?: number;
  idempotency_key?: string;
  properties?: Record<string, string | number>;
}

function track(t: Engine, params: Tracked) {
  return t.mutation(api.public.track, { params: { customer_id: ANA, ...params } });
}

function check(t: Engine, params: object) {
  return t.mutation(api.public.check, { params: { customer_id: ANA, ...params } });
}

describe("track", () => {
  it("stores event, ledger and balance together, and raises the revision by one", async () => {
    const t = await startEngine();
    const before = await getRow(t);
    const { data } = await track(t, {
      feature_id: "uploads",
      value: 3,
      properties: { from: "web" },
    });
    expect(data).toMatchObject({ code: "event_received", feature_id: "uploads" });
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(10));
    expect(events).toMatchObject([
      { _id: data?.id, value: 3_000_000, applied: 3_000_000, unapplied: 0 },
    ]);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 7, usage: 3 });
    expect((await getRow(t)).revision).toBe(before.revision + 1);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("applies what fits and stores the rest on the event", async () => {
    const t = await startEngine();
    await track(t, { feature_id: "uploads", value: 12 });
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(10));
    expect(events).toMatchObject([{ applied: 10_000_000, unapplied: 2_000_000 }]);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 0 });
  });

  it("undoes use, and no more than was used", async () => {
    const t = await startEngine();
    await track(t, { feature_id: "uploads", value: 2 });
    await track(t, { feature_id: "uploads", value: -5 });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 10, usage: 0 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("counts a key once, and refuses it for another value", async () => {
    const t = await startEngine();
    const use = { feature_id: "uploads", idempotency_key: `${ANA}:upload-1` };
    const first = await track(t, use);
    expect(await track(t, use)).toEqual(first);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 1 });
    expect(await track(t, { ...use, value: 2 })).toMatchObject({
      error: { code: "duplicate_idempotency_key" },
      statusCode: 409,
    });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 1 });
  });

  it.each([
    [{ feature_id: "uploads", value: NaN }, "invalid_inputs"],
    [{ feature_id: "uploads", value: Infinity }, "invalid_inputs"],
    [{ feature_id: "uploads", value: 1e10 }, "invalid_inputs"],
    [{ feature_id: "hd_upload" }, "invalid_inputs"],
    [{ feature_id: "__proto__" }, "feature_not_found"],
    [{ event_name: "nothing.happened" }, "invalid_event_name"],
    [{}, "invalid_inputs"],
    [{ feature_id: "uploads", event_name: "upload" }, "invalid_inputs"],
  ])("refuses %j with %s", async (params, code) => {
    const t = await startEngine();
    expect((await track(t, params)).error?.code).toBe(code);
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(1))).toEqual([]);
  });

  it("B49: answers a repeated key with its first answer, whatever else changed in between", async () => {
    const t = await startEngine();
    const use = { feature_id: "uploads", idempotency_key: "upload-1" };
    const first = await track(t, use);
    await track(t, { feature_id: "uploads" });
    expect(await track(t, use)).toEqual(first);
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(9))).toHaveLength(2);
  });

  it("B50: reads the value from the properties only when it is missing, and only a number", async () => {
    const t = await startEngine();
    await track(t, { feature_id: "uploads", value: 2, properties: { value: 7 } });
    await track(t, { feature_id: "uploads", properties: { value: 3 } });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 5 });
    const words = await track(t, { feature_id: "uploads", properties: { value: "3" } });
    expect(words.error?.code).toBe("invalid_inputs");
  });

  it("B50: stores an event of 0, and changes no balance", async () => {
    const t = await startEngine();
    await track(t, { feature_id: "uploads", value: 0 });
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(9));
    expect(events).toMatchObject([{ value: 0, applied: 0, unapplied: 0 }]);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 0 });
  });

  it("of a feature with a credit price uses credits, soonest expiry first", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await track(t, { feature_id: "boost", value: 6 });
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 40, usage: 60 });
  });
});

describe("setUsage", () => {
  it("counts only what is granted, however often more is requested", async () => {
    const t = await startEngine();
    const params = { customer_id: ANA, feature_id: "uploads", value: 25 };
    for (let asked = 0; asked < 2; asked += 1) {
      expect((await t.mutation(api.public.setUsage, { params })).error).toBeNull();
    }
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(9));
    expect(events).toMatchObject([{ value: 10_000_000, applied: 10_000_000, unapplied: 0 }]);
    expect(events).toHaveLength(1);
  });
});

describe("check", () => {
  it("of 0 is allowed and stores no event, and above the largest amount is refused", async () => {
    const t = await startEngine();
    const use = { feature_id: "uploads", send_event: true };
    expect((await check(t, { ...use, required_balance: 0 })).data?.allowed).toBe(true);
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(9))).toEqual([]);
    const tooMany = await check(t, { ...use, required_balance: MAX_UNITS + 1 });
    expect(tooMany.error?.code).toBe("invalid_inputs");
    expect((await check(t, { ...use, required_balance: MAX_UNITS })).data?.allowed).toBe(false);
  });

  it("checks credits, at their price, when the feature itself is not owned", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await track(t, { feature_id: "boost", value: 4 });
    const six = await check(t, { feature_id: "boost", required_balance: 6 });
    expect(six.data).toMatchObject({ allowed: true, feature_id: "credits", required_balance: 60 });
    const seven = await check(t, { feature_id: "boost", required_balance: 7 });
    expect(seven.data).toMatchObject({ allowed: false, required_balance: 70, balance: 60 });
  });

  it("answers for flags without balances, and for products by status", async () => {
    const t = await startEngine();
    expect((await check(t, { feature_id: "hd_upload" })).data).toEqual({
      allowed: false,
      code: "feature_found",
      customer_id: ANA,
      feature_id: "hd_upload",
      required_balance: 1,
    });
    expect((await check(t, { product_id: "free" })).data).toMatchObject({
      allowed: true,
      status: "active",
    });
    expect((await check(t, { product_id: "pro" })).data).toEqual({
      allowed: false,
      code: "product_found",
      customer_id: ANA,
      product_id: "pro",
    });
  });

  it("leaves the balance unchanged", async () => {
    const t = await startEngine();
    await check(t, { feature_id: "uploads", required_balance: 10 });
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 0 });
  });

  it("B50: of 0 says whether the feature is granted at all", async () => {
    const t = await startEngine();
    const none = { required_balance: 0 };
    expect((await check(t, { feature_id: "uploads", ...none })).data?.allowed).toBe(true);
    expect((await check(t, { feature_id: "credits", ...none })).data?.allowed).toBe(false);
  });

  it.each([
    [{ feature_id: "uploads", required_balance: -5 }, "invalid_inputs"],
    [{ feature_id: "uploads", required_balance: NaN }, "invalid_inputs"],
    [{ feature_id: "toString" }, "feature_not_found"],
    [{}, "invalid_inputs"],
  ])("refuses %j with %s", async (params, code) => {
    const t = await startEngine();
    expect((await check(t, params)).error?.code).toBe(code);
  });
});

describe("gate", () => {
  const use = { featureId: "uploads", value: 1, key: "upload-1" };

  it("counts one key once, in the caller's own transaction", async () => {
    const t = await startEngine();
    const first = await t.run((ctx) => gateFeature(ctx, { customerId: ANA }, use));
    const second = await t.run((ctx) => gateFeature(ctx, { customerId: ANA }, use));
    expect(second).toEqual(first);
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 1 });
  });

  it("records nothing when the caller's transaction fails", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const upload = t.run(async (ctx) => {
      await gateFeature(ctx, { customerId: ANA }, use);
      throw new Error("the file is broken");
    });
    await expect(upload).rejects.toThrow("the file is broken");
    expect((await getCustomer(t)).features.uploads).toMatchObject({ usage: 0 });
  });

  it("denies the whole use or none of it, and the same key passes once the plan allows it", async () => {
    const t = await startEngine();
    const many = { ...use, value: 11 };
    const denied = await t.run((ctx) => gateFeature(ctx, { customerId: ANA }, many));
    expect(denied.error?.code).toBe("insufficient_balance");
    expect((await getCustomer(t)).features.uploads).toMatchObject({ balance: 10 });
    await attached(t, { product_id: "pro" });
    const allowed = await t.run((ctx) => gateFeature(ctx, { customerId: ANA }, many));
    expect(allowed.data?.allowed).toBe(true);
  });

  it("counts the same key of another entity as another use", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    const send = { ...use, featureId: "messages" };
    const by = (entityId: string) =>
      t.run((ctx) => gateFeature(ctx, { customerId: ANA, entityId }, send));
    expect((await by("a")).data?.allowed).toBe(true);
    expect((await by("b")).error?.code).toBe("duplicate_idempotency_key");
  });

  it("separates the keys and balances of customers", async () => {
    const t = await startEngine();
    await t.run((ctx) => gateFeature(ctx, { customerId: ANA }, use));
    await t.run((ctx) => gateFeature(ctx, { customerId: "user_bob" }, use));
    for (const id of [ANA, "user_bob"]) {
      expect((await getCustomer(t, id)).features.uploads).toMatchObject({ usage: 1 });
    }
  });

  it("agrees with the query that checks before", async () => {
    const t = await startEngine();
    const ask = (required: number) =>
      t.run((ctx) =>
        isAllowed(ctx, { customerId: ANA }, { featureId: "uploads", required, now: Date.now() }),
      );
    expect(await ask(1)).toBe(false); // the customer does not exist yet
    await gate(t, "uploads", 4);
    expect([await ask(6), await ask(7)]).toEqual([true, false]);
    const nobody = { customerId: ANA, entityId: "nobody" };
    const use = { featureId: "uploads", required: 1, now: Date.now() };
    expect(await t.run((ctx) => isAllowed(ctx, nobody, use))).toBe(false);
  });
});

async function getRow(t: Engine) {
  await getCustomer(t);
  return await t.run(async (ctx) => {
    const row = await ctx.db.query("customers").first();
    if (!row) throw new Error("no customer");
    return row;
  });
}
