import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import type { Id } from "../../../src/component/_generated/dataModel";
import { ANA, APRIL_1, DAY_MS, getCustomer, setTime } from "../harness";
import type { Engine } from "../harness";
import { startWorkspace, track } from "../workspace";

afterEach(() => void vi.restoreAllMocks());

const audit = (t: Engine) => t.mutation(internal.lifecycle.audit.step, {});

/** Changes a balance without a ledger entry. */
async function forge(t: Engine, featureId: string, balance: number): Promise<Id<"balances">> {
  return await t.run(async (ctx) => {
    const rows = await ctx.db.query("balances").take(100);
    const row = rows.find(({ feature_id }) => feature_id === featureId);
    if (!row) throw new Error(`no balance of ${featureId}`);
    await ctx.db.patch("balances", row._id, { balance });
    return row._id;
  });
}

describe("the audit", () => {
  it("finds nothing wrong after ordinary use", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 3 });
    setTime(APRIL_1 + 31 * DAY_MS);
    await track(t, { feature_id: "uploads", value: 1 });
    const balanceRows = await t.run((ctx) => ctx.db.query("balances").take(100));
    expect(await audit(t)).toEqual({ checked: balanceRows.length, mismatches: [] });
  });

  it("reports a balance that differs from the sum of its ledger entries, as data and in the log", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 3 });
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const balance_id = await forge(t, "uploads", 99_000_000);
    const mismatch = { balance_id, account: "balance", stored: 99, summed: 7 };
    expect((await audit(t)).mismatches).toEqual([mismatch]);
    const logged: unknown[] = log.mock.calls.flat();
    expect(JSON.parse(String(logged[0]))).toEqual({ event: "ledger_mismatch", ...mismatch });
  });

  it("still finds an error after a completed round, and reads no entry twice", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 3 });
    await audit(t);
    await track(t, { feature_id: "uploads", value: 2 });
    await t.run(async (ctx) => {
      // Entries before a mark are not read again: they may be deleted.
      const first = await ctx.db.query("ledgerEntries").first();
      if (!first) throw new Error("There is no row");
      await ctx.db.delete("ledgerEntries", first._id);
    });
    expect((await audit(t)).mismatches).toEqual([]);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await forge(t, "uploads", 0);
    expect((await audit(t)).mismatches).toMatchObject([{ stored: 0, summed: 5 }]);
  });

  it("goes through more balances than one step reads, and starts again at the end", async () => {
    const t = await startWorkspace();
    for (let k = 0; k < 30; k += 1) await getCustomer(t, `${ANA}_${k}`);
    const balanceRows = (await t.run((ctx) => ctx.db.query("balances").take(1000))).length;
    expect(balanceRows).toBeGreaterThan(50);
    let checked = 0;
    for (let step = 0; step < Math.ceil(balanceRows / 50); step += 1)
      checked += (await audit(t)).checked;
    expect(checked).toBe(balanceRows);
    expect((await audit(t)).checked).toBe(50);
  });

  it("compares a balance with too many new entries for one step in a later step", async () => {
    const t = await startWorkspace();
    const rows = () => t.run((ctx) => ctx.db.query("balances").take(200));
    for (let k = 0; (await rows()).length <= 55; k += 1) await getCustomer(t, `${ANA}_${k}`);
    const balanceRows = await rows();
    // The first of the second step.
    const { _id: balance_id, customer, feature_id } = balanceRows[50] ?? {};
    await t.run(async (ctx) => {
      if (!balance_id || !customer || feature_id === undefined) throw new Error("Too few balances");
      const entry = { customer, balance_id, feature_id, account: "balance" as const };
      const rest = { ...entry, cause: "adjustment" as const, cause_id: balance_id, at: APRIL_1 };
      // The difference is 0: the balance equals the sum of its entries.
      for (let k = 0; k < 1_100; k += 1) {
        await ctx.db.insert("ledgerEntries", { ...rest, amount: k % 2 === 0 ? 1 : -1 });
      }
    });
    const steps = [await audit(t), await audit(t), await audit(t)];
    expect(steps.map(({ mismatches }) => mismatches)).toEqual([[], [], []]);
    expect(steps.map(({ checked }) => checked)).toEqual([50, 0, balanceRows.length - 50]);
  });

  it("goes through all balances once a day, in one round at a time", async () => {
    const t = await startWorkspace();
    for (let k = 0; k < 30; k += 1) await getCustomer(t, `${ANA}_${k}`);
    const balanceRows = await t.run((ctx) => ctx.db.query("balances").take(1000));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const last = balanceRows.at(-1);
    if (!last) throw new Error("There is no row");
    await t.run((ctx) => ctx.db.patch("balances", last._id, { balance: 1 }));
    const round = () => t.mutation(internal.lifecycle.audit.round, {});
    await round();
    await audit(t);
    await round();
    const steps = await t.run((ctx) => ctx.db.system.query("_scheduled_functions").take(9));
    expect(steps).toHaveLength(1);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    const logged = vi.mocked(console.error).mock.calls.flat().join("");
    expect(logged).toContain(`"balance_id":"${String(last._id)}"`);
    setTime(Date.now() + DAY_MS);
    await round();
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(2);
  });

  it("deletes its mark together with the balance", async () => {
    const t = await startWorkspace();
    await getCustomer(t);
    await audit(t);
    await t.run(async (ctx) => {
      const subscriptions = await ctx.db.query("subscriptions").first();
      const customer = await ctx.db.query("customers").first();
      if (!subscriptions || !customer) throw new Error("There is no subscription");
      await ctx.db.patch("subscriptions", subscriptions._id, {
        canceled_at: 1,
        ended_at: APRIL_1 + 1,
      });
      const due = { next_due_at: APRIL_1 + 1, next_change_at: APRIL_1 + 1 };
      await ctx.db.patch("customers", customer._id, due);
    });
    setTime(APRIL_1 + DAY_MS);
    await getCustomer(t);
    const marks = await t.run((ctx) => ctx.db.query("ledgerMarks").take(100));
    expect(marks).toEqual([]);
  });
});
