import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { failJob } from "../../../src/component/store/jobs/jobs";
import { summaryOf } from "../../../src/component/platform/errorSummary";
import { delayAfter } from "../../../src/component/rules/jobs";
import { APRIL_1, DAY_MS, attached, getCustomer, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { jobsOf, startDueJobs } from "../jobs";

const MINUTE_MS = 60 * 1000;
const RENEWAL = APRIL_1 + 40 * DAY_MS;
const ANA = { customerId: "user_ana" };

afterEach(() => void vi.restoreAllMocks());

const stuck = (t: Engine) => jobsOf(t, "process_due");

/** Everything that looks for missed steps. @returns How many jobs it started. */
async function sweepAt(t: Engine, now: number): Promise<number> {
  setTime(now);
  await t.mutation(internal.lifecycle.renewals.processMissed, {});
  await t.mutation(internal.lifecycle.resets.resetDue, {});
  const started = await startDueJobs(t);
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
  return started;
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
    for (const minutes of [0, 0.9, 1, 2.9, 3])
      tries.push(await sweepAt(t, RENEWAL + minutes * MINUTE_MS));
    expect(tries).toEqual([0, 0, 1, 0, 1]);
    const [row] = await stuck(t);
    expect(row).toMatchObject({ attempts: 3, state: "failing" });
    expect(row?.next_attempt_at).toBe(RENEWAL + 7 * MINUTE_MS);
    expect(row?.last_error).not.toBe("");
    const failed = log.mock.calls.flat().filter((line) => String(line).includes("job_failed"));
    expect(failed).toHaveLength(3);
    await name(t, "creator");
    await sweepAt(t, RENEWAL + 7 * MINUTE_MS);
    expect(await stuck(t)).toEqual([]);
  });

  it("has no job any more once its step has gone, or it is deleted", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const t = await startStuck();
    await sweepAt(t, RENEWAL);
    await t.run(async ({ db }) => {
      const customer = await db.query("customers").first();
      const never = { next_due_at: null, next_change_at: null };
      if (customer) await db.patch("customers", customer._id, never);
    });
    await sweepAt(t, RENEWAL + MINUTE_MS);
    expect(await stuck(t)).toEqual([]);
    const other = await startStuck();
    await sweepAt(other, RENEWAL);
    await other.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (customer) await failJob(ctx, "deliver_events", customer._id, "Not ready");
    });
    const all = async () => await other.run((ctx) => ctx.db.query("jobs").take(9));
    expect(await all()).toHaveLength(2);
    await other.mutation(api.public.deleteCustomer, { params: { customer_id: "user_ana" } });
    await other.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    expect(await all()).toEqual([]);
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

  it("is listed without document contents of the error", () => {
    const error = new Error('Does not match the schema.\nObject: {"email":"ana@example.com"}');
    expect(summaryOf(error)).toBe("Does not match the schema.");
  });

  it.each([
    [1, 1],
    [2, 2],
    [6, 32],
    [7, 60],
    [40, 60],
    [2_000, 60],
  ])("waits after %i attempts for %i minutes", (attempts, minutes) => {
    expect(delayAfter(attempts)).toBe(minutes * MINUTE_MS);
  });
});
