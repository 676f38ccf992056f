import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { WireParams } from "../../../src/contract/operations";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attached,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import type { Engine } from "../harness";
import { amounts, createEntities, seat, setUsage, startWorkspace, track } from "../workspace";

type Targets = WireParams<"setBalances">["balances"];

async function setBalances(t: Engine, ...balances: Targets) {
  await getCustomer(t);
  const params = { customer_id: ANA, balances };
  return await t.mutation(api.public.setBalances, { params });
}

describe("setBalances", () => {
  it.each([50, 3, 0])(
    "INV-12: sets the balance to %d, and leaves the use unchanged",
    async (balance) => {
      const t = await startWorkspace();
      await track(t, { feature_id: "uploads", value: 4 });
      expect((await setBalances(t, { feature_id: "uploads", balance })).data).toEqual({
        success: true,
      });
      expect(await amounts(t, "uploads")).toEqual({ balance, usage: 4 });
      expect(await ledgerGaps(t)).toEqual([]);
    },
  );

  it("lasts until the reset", async () => {
    const t = await startWorkspace();
    await setBalances(t, { feature_id: "uploads", balance: 500 });
    setTime(APRIL_1 + 31 * DAY_MS);
    expect(await amounts(t, "uploads")).toEqual({ balance: 10, usage: 0 });
    await track(t, { feature_id: "uploads" });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("B23: sets all named balances, or none", async () => {
    const t = await startWorkspace();
    const both = await setBalances(
      t,
      { feature_id: "uploads", balance: 1 },
      { feature_id: "nothing", balance: 1 },
    );
    expect(both).toMatchObject({ error: { code: "feature_not_found" }, statusCode: 404 });
    expect(await amounts(t, "uploads")).toEqual({ balance: 10, usage: 0 });
    await setBalances(
      t,
      { feature_id: "uploads", balance: 1 },
      { feature_id: "uploads", balance: 7 },
    );
    expect(await amounts(t, "uploads")).toEqual({ balance: 7, usage: 0 });
  });

  it("sets one entity's balance when it names the entity", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    await setBalances(t, { feature_id: "messages", balance: 5, entity_id: "a" });
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 5, usage: 0 });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 100, usage: 0 });
  });

  it("leaves the customer's own grant, which all entities share, as it was", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    const shared = await setBalances(t, { feature_id: "uploads", balance: 3, entity_id: "a" });
    expect(shared.error).toEqual({
      code: "invalid_inputs",
      message: "Entity a has no balance of uploads of its own",
    });
    expect(await amounts(t, "uploads")).toEqual({ balance: 10, usage: 0 });
  });

  it("is recorded as an operator's adjustment", async () => {
    const t = await startWorkspace();
    await setBalances(t, { feature_id: "uploads", balance: 25 });
    const entries = await t.run((ctx) => ctx.db.query("ledgerEntries").order("desc").take(1));
    expect(entries).toMatchObject([
      { cause: "adjustment", actor: "operator", amount: 15_000_000, feature_id: "uploads" },
    ]);
  });

  it.each([
    ["nothing", [], "invalid_inputs"],
    ["an ungranted feature", [{ feature_id: "coins", balance: 5 }], "invalid_inputs"],
    ["less than nothing", [{ feature_id: "uploads", balance: -1 }], "invalid_inputs"],
    ["more than the largest amount", [{ feature_id: "uploads", balance: 1e12 }], "invalid_inputs"],
    [
      "an unknown customer",
      [{ feature_id: "uploads", balance: 1, entity_id: "x" }],
      "entity_not_found",
    ],
  ])("refuses %s", async (_what, balances, code) => {
    const t = await startWorkspace();
    expect((await setBalances(t, ...balances)).error?.code).toBe(code);
  });

  it("refuses an unlimited feature and an unknown customer", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "pro" });
    const unlimited = await setBalances(t, { feature_id: "uploads", balance: 5 });
    expect(unlimited.error?.code).toBe("invalid_inputs");
    const params = { customer_id: "nobody", balances: [{ feature_id: "uploads", balance: 5 }] };
    const unknown = await t.mutation(api.public.setBalances, { params });
    expect(unknown).toMatchObject({ error: { code: "customer_not_found" }, statusCode: 404 });
  });
});

describe("setUsage", () => {
  it("INV-11: sets the use, and repeating it changes nothing", async () => {
    const t = await startWorkspace();
    const answer = await setUsage(t, "uploads", 6);
    expect(answer.data).toEqual({
      success: true,
      code: "event_received",
      customer_id: ANA,
      feature_id: "uploads",
    });
    await setUsage(t, "uploads", 6);
    expect(await amounts(t, "uploads")).toEqual({ balance: 4, usage: 6 });
    await setUsage(t, "uploads", 2);
    expect(await amounts(t, "uploads")).toEqual({ balance: 8, usage: 2 });
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(9));
    expect(events.map(({ value }) => value)).toEqual([6_000_000, -4_000_000]);
  });

  it("is limited by the grant, and leaves the rest out when repeated", async () => {
    const t = await startWorkspace();
    await setUsage(t, "uploads", 99);
    await setUsage(t, "uploads", 99);
    expect(await amounts(t, "uploads")).toEqual({ balance: 0, usage: 10 });
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(9))).toHaveLength(1);
  });

  it("B16: counts prepaid packs as granted", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, {
      product_id: "creator",
      options: [{ feature_id: "credits", quantity: 300 }],
    });
    await setUsage(t, "credits", 350);
    expect(await amounts(t, "credits")).toEqual({ balance: 50, usage: 350 });
  });

  it("converts to credits, and refuses when a balance of its own exists beside them", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "purse" });
    await setUsage(t, "calls", 3);
    expect(await amounts(t, "coins")).toEqual({ balance: 70, usage: 30 });
    await attached(t, { product_id: "own_calls" });
    expect((await setUsage(t, "calls", 1)).error?.code).toBe("invalid_request");
  });

  it.each([
    ["uploads", -1, "invalid_inputs"],
    ["uploads", NaN, "invalid_inputs"],
    ["sso", 1, "invalid_inputs"],
    ["nothing", 1, "feature_not_found"],
  ])("refuses %s at %d with %s", async (featureId, value, code) => {
    const t = await startWorkspace();
    expect((await setUsage(t, featureId, value)).error?.code).toBe(code);
  });
});
