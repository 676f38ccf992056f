import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { casesOf } from "../../../../../tests/cases";
import { internal } from "../../../src/component/_generated/api";
import { casesFrom } from "../cases-from";
import { APRIL_1, DAY_MS, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, openShop, product, stock } from "../shop";

/** Convex refuses what lies further ahead. */
const FARTHEST_MS = 5 * 366 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

const trialOf = (length: number, duration: "day" | "month" | "year") =>
  product("long", [{ price: 10, interval: "month" }], {
    free_trial: { length, duration, unique_fingerprint: false, card_required: true },
  });
const periodOf = (interval_count: number, interval: "month" | "quarter" | "year") =>
  product("long", [{ price: 10, interval, interval_count }]);

const count = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 1_000 }));
const products = fc.oneof(
  fc.tuple(count, fc.constantFrom("day", "month", "year")).map((args) => trialOf(...args)),
  fc.tuple(count, fc.constantFrom("month", "quarter", "year")).map((args) => periodOf(...args)),
);

async function startShop() {
  const t = await openShop([trialOf(1, "day")]);
  await saveCard(t);
  return t;
}

async function planned(t: Engine) {
  return await t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").take(100);
    const ahead = jobs.map((job) => job.scheduledTime - job._creationTime);
    const at = (await ctx.db.query("customers").first())?.next_due_at ?? null;
    const hasJob = jobs.some(({ name, scheduledTime }) => {
      return name.includes("renewals") && scheduledTime === at;
    });
    return { at, hasJob, ahead };
  });
}

describe("a purchase whose next step is far ahead", () => {
  const shopOf = casesFrom(startShop);

  it("schedules everything that Convex accepts, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(products, async (sold) => {
        await shopOf(async (t) => {
          await stock(t, [sold]);
          await bought(t, { product_id: "long" });
          const { at, hasJob, ahead } = await planned(t);
          expect(Math.max(0, ...ahead)).toBeLessThanOrEqual(FARTHEST_MS);
          expect(at).toBeGreaterThan(APRIL_1);
          expect(hasJob).toBe((at ?? 0) - APRIL_1 <= FARTHEST_MS);
        });
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("takes its step when it is due, because the cron finds it", async () => {
    const t = await startShop();
    await stock(t, [trialOf(6, "year")]);
    await bought(t, { product_id: "long" });
    const { processMissed } = internal.lifecycle.renewals;
    setTime(APRIL_1 + 5.9 * YEAR_MS);
    expect(await t.mutation(processMissed, {})).toBe(0);
    setTime(APRIL_1 + 6.1 * YEAR_MS);
    expect(await t.mutation(processMissed, {})).toBe(1);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    const paid = await t.run(async (ctx) => await ctx.db.query("invoices").order("desc").first());
    expect(paid).toMatchObject({ status: "paid", total_minor: 1_000 });
  });
});
