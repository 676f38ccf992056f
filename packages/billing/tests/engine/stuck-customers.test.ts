import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../src/component/_generated/api";
import { delayAfter, setAside } from "../../src/component/store/customers/stuckCustomers";
import { APRIL_1, DAY_MS, attached, getCustomer, saveCard, setTime, startEngine } from "./harness";
import type { Engine } from "./harness";

const HOUR_MS = 60 * 60 * 1000;
const RENEWAL = APRIL_1 + 40 * DAY_MS;
const ANA = { customerId: "user_ana" };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const stuck = (t: Engine) => t.run((ctx) => ctx.db.query("stuckCustomers").take(9));

async function sweepAt(t: Engine, now: number): Promise<number> {
  setTime(now);
  const woken = await t.mutation(internal.lifecycle.renewals.processMissed, {});
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
  return woken;
}

/** A product that is not in the catalogue cannot be renewed. Removes it, or restores it. */
async function name(t: Engine, product_id: string): Promise<void> {
  await t.run(async (ctx) => {
    const subscriptions = await ctx.db.query("subscriptions").take(9);
    const paid = subscriptions.find(
      ({ status, renews_at }) => status === "active" && renews_at !== null,
    );
    if (!paid) throw new Error("Nothing renews");
    await ctx.db.patch("subscriptions", paid._id, { product_id });
  });
}

/** A customer whose renewal fails. */
async function startStuck(): Promise<Engine> {
  const t = await startEngine();
  await getCustomer(t);
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  await name(t, "nowhere");
  return t;
}

describe("a customer whose scheduled step fails", () => {
  it("is listed, retried at growing intervals, and removed from the list after a success", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const t = await startStuck();
    const tries: number[] = [];
    for (const hours of [0, 0.9, 1, 2.9, 3])
      tries.push(await sweepAt(t, RENEWAL + hours * HOUR_MS));
    expect(tries).toEqual([1, 0, 1, 0, 1]);
    const [row] = await stuck(t);
    expect(row).toMatchObject({ failures: 3, since: RENEWAL });
    expect(row?.next_try_at).toBe(RENEWAL + 7 * HOUR_MS);
    expect(row?.message).not.toBe("");
    expect(log.mock.calls.flat().filter((line) => String(line).includes("stuck"))).toHaveLength(3);
    await name(t, "creator");
    await sweepAt(t, RENEWAL + 7 * HOUR_MS);
    expect(await stuck(t)).toEqual([]);
  });

  it("is skipped by the sweep of resets too, until its next retry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const t = await startStuck();
    await sweepAt(t, RENEWAL);
    setTime(RENEWAL + 0.9 * HOUR_MS);
    await t.mutation(internal.lifecycle.resets.resetDue, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    expect(await stuck(t)).toMatchObject([{ failures: 1 }]);
  });

  it.each([
    [
      "an operator's replay",
      (t: Engine) => t.mutation(internal.lifecycle.reprocess.reprocess, ANA),
    ],
    ["a visit", async (t: Engine) => void (await getCustomer(t))],
  ])("is removed from the list after %s processed its step", async (_, take) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const t = await startStuck();
    await sweepAt(t, RENEWAL);
    await name(t, "creator");
    await take(t);
    expect(await stuck(t)).toEqual([]);
  });

  it("is listed without document contents of the error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const t = await startStuck();
    const [row] = await t.run((ctx) => ctx.db.query("customers").take(1));
    if (!row) throw new Error("No customer");
    const error = new Error('Does not match the schema.\nObject: {"email":"ana@example.com"}');
    await t.run(async (ctx) => setAside(ctx, row._id, error));
    expect(await stuck(t)).toMatchObject([{ message: "Does not match the schema." }]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [5, 16],
    [6, 24],
    [40, 24],
  ])("waits after %i failures for %i hours", (failures, hours) => {
    expect(delayAfter(failures)).toBe(hours * HOUR_MS);
  });
});
