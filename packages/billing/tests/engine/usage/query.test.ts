import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { Range } from "../../../src/contract/usageResponses";
import { casesOf } from "../../../../../tests/cases";
import { ANA, APRIL_1, DAY_MS, attached, getCustomer, saveCard, setTime } from "../harness";
import { casesFrom } from "../cases-from";
import type { Engine } from "../harness";
import { setUsage, startWorkspace, track } from "../workspace";

const HOUR_MS = 60 * 60 * 1000;

function query(t: Engine, featureId: string | string[], range?: Range, customerId = ANA) {
  const params = { customer_id: customerId, feature_id: featureId, ...(range && { range }) };
  return t.query(api.public.query, { params, now: Date.now() });
}

describe("query", () => {
  it("counts by the hour for a day, and by the day for longer, 0 where nothing was used", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 2 });
    setTime(APRIL_1 + 3 * HOUR_MS + 1);
    await track(t, { feature_id: "uploads", value: 0.5 });
    await track(t, { feature_id: "uploads", value: -1 });
    const day = (await query(t, "uploads", "24h")).data;
    expect(day?.list).toHaveLength(24);
    expect(day?.list.slice(-4)).toEqual([
      { period: APRIL_1, uploads: 2 },
      { period: APRIL_1 + HOUR_MS, uploads: 0 },
      { period: APRIL_1 + 2 * HOUR_MS, uploads: 0 },
      { period: APRIL_1 + 3 * HOUR_MS, uploads: -0.5 },
    ]);
    const week = (await query(t, "uploads", "7d")).data;
    expect(week?.list.map((row) => row.uploads)).toEqual([0, 0, 0, 0, 0, 0, 1.5]);
    expect(week?.total).toEqual({ uploads: { count: 3, sum: 1.5 } });
  });

  it.each([
    ["24h", 24, HOUR_MS],
    ["7d", 7, DAY_MS],
    ["30d", 30, DAY_MS],
    ["90d", 90, DAY_MS],
  ] as const)(
    "B43: shows %s as %d bins of UTC, the present one last",
    async (range, count, bin) => {
      const t = await startWorkspace();
      await getCustomer(t);
      const now = APRIL_1 + 10 * DAY_MS;
      setTime(now + 1);
      const periods = (await query(t, "uploads", range)).data?.list.map(({ period }) => period);
      expect(periods).toEqual(Array.from({ length: count }, (_, k) => now - (count - 1 - k) * bin));
    },
  );

  it("shows the running cycle by default: of the paid plan, else of the feature", async () => {
    const t = await startWorkspace();
    setTime(APRIL_1 + 4 * DAY_MS);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    setTime(APRIL_1 + 6 * DAY_MS);
    const paid = (await query(t, "uploads")).data?.list ?? [];
    expect(paid.map(({ period }) => period)).toEqual(
      [4, 5, 6].map((days) => APRIL_1 + days * DAY_MS),
    );
    await t.mutation(api.public.createCustomer, { params: { id: "user_bob" } });
    setTime(APRIL_1 + 7 * DAY_MS);
    expect((await query(t, "uploads", "last_cycle", "user_bob")).data?.list).toHaveLength(2);
  });

  it("shows no cycle of a plan that is over, though its end is not stored yet", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "studio_quarter" });
    await t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "studio_quarter" },
    });
    // In the second month of what would have been its next quarter.
    setTime(Date.UTC(2025, 7, 2));
    const list = (await query(t, "uploads")).data?.list ?? [];
    expect(list).toHaveLength(30);
  });

  it("shows a trial from its first day, though its periods start at its end", async () => {
    const t = await startWorkspace();
    setTime(APRIL_1 + 4 * DAY_MS);
    await saveCard(t);
    await attached(t, { product_id: "pro" });
    setTime(APRIL_1 + 6 * DAY_MS);
    const list = (await query(t, "uploads")).data?.list ?? [];
    expect(list.map(({ period }) => period)).toEqual(
      [4, 5, 6].map((days) => APRIL_1 + days * DAY_MS),
    );
  });

  it("counts a set use as its difference, and several features side by side", async () => {
    const t = await startWorkspace();
    await setUsage(t, "uploads", 6);
    await setUsage(t, "uploads", 4);
    await track(t, { event_name: "message.sent", value: 3 });
    const { list = [], total } =
      (await query(t, ["uploads", "messages", "exports"], "7d")).data ?? {};
    expect(list.at(-1)).toEqual({ period: APRIL_1, uploads: 4, messages: 3, exports: 3 });
    expect(total).toMatchObject({ uploads: { count: 2, sum: 4 } });
  });

  it("counts only the customer's own use", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 2 });
    await t.mutation(api.public.createCustomer, { params: { id: "user_bob" } });
    const { data } = await query(t, "uploads", "7d", "user_bob");
    expect(data?.total).toEqual({ uploads: { count: 0, sum: 0 } });
  });

  it.each([
    ["uploads", "nobody", "customer_not_found", 404],
    ["nothing", ANA, "feature_not_found", 404],
    [[], ANA, "invalid_inputs", 400],
  ])("refuses %j of %s with %s", async (featureId, customerId, code, statusCode) => {
    const t = await startWorkspace();
    await getCustomer(t);
    const answer = await query(t, featureId, "7d", customerId);
    expect(answer).toMatchObject({ error: { code }, statusCode });
  });

  it("sums all events, in any order of arrival", async () => {
    const uses = fc.array(
      fc.record({
        hours: fc.integer({ min: 0, max: 30 }),
        value: fc.integer({ min: -3, max: 9 }).map((tenths) => tenths / 10),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const begin = casesFrom(startWorkspace);
    await fc.assert(
      fc.asyncProperty(uses, (steps) =>
        begin(async (t) => {
          let at = APRIL_1;
          for (const { hours, value } of steps) {
            setTime((at += hours * HOUR_MS));
            await track(t, { feature_id: "uploads", value });
          }
          const events = await t.run((ctx) => ctx.db.query("usageEvents").take(100));
          const sum = events.reduce((all, event) => all + event.value, 0) / 1e6;
          const { total } = (await query(t, "uploads", "90d")).data ?? {};
          expect(total?.uploads).toEqual({ count: steps.length, sum });
        }),
      ),
      { numRuns: casesOf(200, 1_000) },
    );
  });

  it("adds hours that are stored in separate rows", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 2 });
    await t.run(async (ctx) => {
      const day = await ctx.db.query("usageTotals").first();
      if (!day) throw new Error("Nothing was counted");
      await ctx.db.patch("usageTotals", day._id, { hours: undefined });
      const { customer, feature_id, starts_at, sum, count } = day;
      const hour = { customer, feature_id, bin: "hour" as const, starts_at, sum, count };
      await ctx.db.insert("usageTotals", hour);
    });
    await track(t, { feature_id: "uploads", value: 1 });
    setTime(APRIL_1 + HOUR_MS);
    await track(t, { feature_id: "uploads", value: 0.5 });
    for (const range of ["24h", "7d"] as const) {
      const { list = [], total } = (await query(t, "uploads", range)).data ?? {};
      expect(total).toEqual({ uploads: { count: 3, sum: 3.5 } });
      expect(list.reduce((all, { uploads = 0 }) => all + uploads, 0)).toBe(3.5);
    }
    const { list = [] } = (await query(t, "uploads", "24h")).data ?? {};
    expect(list.slice(-2).map(({ uploads }) => uploads)).toEqual([3, 0.5]);
  });

  it("counts for a day the hours since this time yesterday, and none before", async () => {
    const t = await startWorkspace();
    await track(t, { feature_id: "uploads", value: 2 });
    setTime(APRIL_1 + HOUR_MS);
    await track(t, { feature_id: "uploads", value: 0.5 });
    setTime(APRIL_1 + DAY_MS);
    expect((await query(t, "uploads", "24h")).data?.total.uploads).toEqual({ count: 1, sum: 0.5 });
  });

  it("stores one row a day, however many events there are", async () => {
    const t = await startWorkspace();
    for (let k = 0; k < 20; k += 1) await track(t, { feature_id: "uploads", value: 0.1 });
    const totals = await t.run((ctx) => ctx.db.query("usageTotals").take(100));
    expect(totals).toHaveLength(1);
    expect((await query(t, "uploads", "7d")).data?.total.uploads).toEqual({ count: 20, sum: 2 });
  });
});
