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
import { createEntities, seat, startWorkspace, track } from "../workspace";

function listLedger(t: Engine, over: Partial<WireParams<"listLedger">> = {}) {
  const params = { customer_id: ANA, ...over };
  return t.query(api.public.listLedger, { params, now: Date.now() });
}

describe("listLedger", () => {
  it("lists every change of a balance, newest first, with its cause and actor", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 3 });
    await track(t, { feature_id: "uploads", value: -1 });
    setTime(APRIL_1 + 31 * DAY_MS);
    await getCustomer(t);
    const { data } = await listLedger(t, { feature_id: "uploads" });
    expect(data?.list.map(({ cause, actor, amount }) => [cause, actor, amount])).toEqual([
      ["reset", "clock", 2],
      ["give_back", "caller", 1],
      ["use", "caller", -3],
      ["grant", "caller", 10],
    ]);
    expect(data?.next_cursor).toBeNull();
  });

  it("names the event, the product and the balance of each entry", async () => {
    const t = await startWorkspace();
    const event = (await track(t, { feature_id: "uploads", value: 3 })).data?.id;
    const { data } = await listLedger(t, { feature_id: "uploads" });
    const balanceRows = await t.run((ctx) => ctx.db.query("balances").take(20));
    const uploads = balanceRows.find(({ feature_id }) => feature_id === "uploads");
    expect(data?.list).toMatchObject([
      { cause_id: event, balance_id: uploads?._id, account: "balance", at: APRIL_1 },
      { cause_id: uploads?.subscription_id, balance_id: uploads?._id },
    ]);
  });

  it("continues where the page before ended, without gap or overlap", async () => {
    const t = await startWorkspace();
    for (let k = 1; k <= 5; k += 1) await track(t, { feature_id: "uploads", value: k / 10 });
    const all = (await listLedger(t)).data?.list ?? [];
    const paged: typeof all = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page += 1) {
      const { data } = await listLedger(t, { limit: 2, ...(cursor !== undefined && { cursor }) });
      paged.push(...(data?.list ?? []));
      if (data?.next_cursor == null) break;
      cursor = data.next_cursor;
    }
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(5);
  });

  it("pages one balance the same way, and ends with the last full page", async () => {
    const t = await startWorkspace();
    for (let k = 1; k <= 3; k += 1) await track(t, { feature_id: "uploads", value: k });
    const about = { feature_id: "uploads", limit: 2 };
    const first = (await listLedger(t, about)).data;
    const second = (await listLedger(t, { ...about, cursor: String(first?.next_cursor) })).data;
    const amounts = [first, second].flatMap((page) => page?.list.map(({ amount }) => amount));
    expect(amounts).toEqual([-3, -2, -1, 10]);
    expect(second?.next_cursor).toBeNull();
  });

  it("lists no other customer's entries", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads" });
    await getCustomer(t, "user_bob");
    const { data } = await listLedger(t, { customer_id: "user_bob", feature_id: "uploads" });
    expect(data?.list.map(({ cause }) => cause)).toEqual(["grant"]);
  });

  it.each([
    [{ limit: 0 }, "invalid_inputs"],
    [{ limit: 101 }, "invalid_inputs"],
    [{ limit: 1.5 }, "invalid_inputs"],
    [{ cursor: "here" }, "invalid_inputs"],
    [{ customer_id: "nobody" }, "customer_not_found"],
  ])("refuses %j with %s", async (over, code) => {
    const t = await startWorkspace();
    await getCustomer(t);
    expect((await listLedger(t, over)).error?.code).toBe(code);
  });
});

describe("the ledger", () => {
  it("distinguishes changes by time from changes by the customer", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "creator" },
    });
    setTime(APRIL_1 + 30 * DAY_MS);
    await getCustomer(t);
    const { data } = await listLedger(t, { feature_id: "uploads" });
    expect(data?.list.map(({ cause, actor }) => [cause, actor])).toEqual([
      ["grant", "clock"],
      ["expiry", "clock"],
      ["grant", "caller"],
      ["expiry", "caller"],
      ["grant", "caller"],
    ]);
  });

  it("distinguishes expired units from removed ones", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "welcome_credits" });
    setTime(Date.UTC(2025, 6, 1));
    await getCustomer(t);
    const { data } = await listLedger(t, { feature_id: "credits" });
    expect(data?.list.map(({ cause, actor, amount }) => [cause, actor, amount])).toEqual([
      ["expiry", "clock", -20],
      ["grant", "caller", 20],
    ]);
  });

  it("contains resets, rollovers and expiries", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "rolling" });
    await createEntities(t, seat("a"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 10 });
    setTime(APRIL_1 + 31 * DAY_MS);
    await getCustomer(t);
    setTime(APRIL_1 + 31 * DAY_MS + 1);
    await attached(t, { product_id: "creator" });
    const { data } = await listLedger(t, { limit: 100 });
    const causes = new Set(data?.list.map(({ cause }) => cause));
    expect([...causes].sort()).toEqual(["expiry", "grant", "reset", "rollover", "use"]);
    expect(await ledgerGaps(t)).toEqual([]);
  });
});

describe("explainCheck", () => {
  const explain = (
    t: Engine,
    featureId: string,
    over: { required?: number; entityId?: string } = {},
  ) =>
    t.query(api.public.explainCheck, {
      params: {
        customer_id: ANA,
        feature_id: featureId,
        ...(over.required !== undefined && { required_balance: over.required }),
        ...(over.entityId !== undefined && { entity_id: over.entityId }),
      },
      now: Date.now(),
    });

  it("names the balance that pays, and the amount from each balance", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "purse" });
    await attached(t, { product_id: "own_calls" });
    const three = (await explain(t, "calls", { required: 3 })).data;
    expect(three).toMatchObject({
      allowed: true,
      sources: [
        { feature_id: "calls", verdict: "pays", needed: 3, balance: 5 },
        { feature_id: "coins", verdict: "spare", needed: 30, balance: 100 },
      ],
      takes: [{ feature_id: "calls", from: "balance", amount: 3 }],
    });
    const eight = (await explain(t, "calls", { required: 8 })).data;
    expect(eight?.takes).toMatchObject([{ feature_id: "coins", from: "balance", amount: 80 }]);
  });

  it("applies resets and ends that are due and not stored yet", async () => {
    const t = await startWorkspace();
    for (const product_id of ["purse", "own_calls"]) await attached(t, { product_id });
    await track(t, { feature_id: "uploads", value: 10 });
    await t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "own_calls" },
    });
    expect((await explain(t, "uploads")).data?.allowed).toBe(false);
    setTime(Date.UTC(2025, 4, 1));
    const uploads = (await explain(t, "uploads", { required: 4 })).data;
    expect(uploads?.takes).toMatchObject([{ feature_id: "uploads", amount: 4 }]);
    const calls = (await explain(t, "calls", { required: 3 })).data;
    expect(calls?.takes).toMatchObject([{ feature_id: "coins", amount: 30 }]);
  });

  it("says why no balance pays", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "purse" });
    expect((await explain(t, "calls", { required: 11 })).data).toEqual({
      allowed: false,
      reason: "insufficient_balance",
      sources: [{ feature_id: "coins", verdict: "short", needed: 110, balance: 100 }],
      takes: [],
    });
    expect((await explain(t, "sso")).data).toEqual({
      allowed: false,
      reason: "not_granted",
      sources: [],
      takes: [],
    });
  });

  it("changes nothing, and answers for an entity from its own balance", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    const asked = (await explain(t, "messages", { required: 150, entityId: "a" })).data;
    expect(asked).toMatchObject({ allowed: false, reason: "insufficient_balance" });
    const one = (await explain(t, "messages", { entityId: "b" })).data;
    expect(one?.takes).toMatchObject([{ entity_id: "b", amount: 1 }]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it.each([
    ["uploads", { required: -1 }, "invalid_inputs"],
    ["uploads", { entityId: "x" }, "entity_not_found"],
    ["none", {}, "feature_not_found"],
  ])("refuses %s %j with %s", async (featureId, over, code) => {
    const t = await startWorkspace();
    await getCustomer(t);
    expect((await explain(t, featureId, over)).error?.code).toBe(code);
  });
});
