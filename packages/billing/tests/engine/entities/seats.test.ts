import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesFrom } from "../cases-from";
import {
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attached,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import type { Engine } from "../harness";
import { triesOf } from "../processors";
import { swapCards } from "../shop";
import {
  amounts,
  check,
  createEntities,
  deleteEntity,
  getEntity,
  seat,
  setUsage,
  startWorkspace,
  track,
} from "../workspace";

const MID_APRIL = APRIL_1 + 15 * DAY_MS;

/** A team with one seat included and $10 a month for each one more, mid-April. */
async function startTeam(productId = "team") {
  const t = await startWorkspace();
  await saveCard(t);
  await attached(t, { product_id: productId });
  setTime(MID_APRIL);
  return t;
}

/** What was invoiced after the plan itself, oldest first. */
async function charges(t: Engine) {
  const { invoices = [] } = await getCustomer(t);
  return invoices
    .filter(({ created_at }) => created_at > APRIL_1)
    .map(({ total }) => total)
    .reverse();
}

describe("a seat with a price", () => {
  it("P26: is charged for the rest of the period when it is added", async () => {
    const t = await startTeam();
    await createEntities(t, seat("a"));
    expect(await charges(t)).toEqual([]);
    await createEntities(t, seat("b"), seat("c"));
    expect(await charges(t)).toEqual([10]);
    expect(await amounts(t, "seats")).toEqual({ balance: -2, usage: 3 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("P28: is credited for the rest of the period when it is removed", async () => {
    const t = await startTeam();
    await createEntities(t, seat("a"), seat("b"));
    setTime(APRIL_1 + 24 * DAY_MS);
    await deleteEntity(t, "b");
    expect(await charges(t)).toEqual([5, -2]);
    expect(await amounts(t, "seats")).toEqual({ balance: 0, usage: 1 });
  });

  it("is charged by track, usage and check alike", async () => {
    const t = await startTeam();
    await track(t, { feature_id: "seats", value: 2 });
    await setUsage(t, "seats", 3);
    await check(t, { feature_id: "seats", send_event: true });
    expect(await charges(t)).toEqual([5, 5, 5]);
    await setUsage(t, "seats", 1);
    expect(await charges(t)).toEqual([5, 5, 5, -15]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is not added when the charge fails", async () => {
    const t = await startTeam();
    await createEntities(t, seat("a"));
    await saveCard(t, CARDS.failsLater);
    const refused = { error: { code: "invoice_payment_failed" }, statusCode: 400 };
    expect(await createEntities(t, seat("b"))).toMatchObject(refused);
    expect(await track(t, { feature_id: "seats" })).toMatchObject(refused);
    const used = await check(t, { feature_id: "seats", send_event: true });
    expect(used).toMatchObject(refused);
    expect(await amounts(t, "seats")).toEqual({ balance: 0, usage: 1 });
    expect((await getEntity(t, "b")).error?.code).toBe("entity_not_found");
    expect(await charges(t)).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("usageEvents").take(5))).toEqual([]);
  });

  it("is charged when it is requested again with a card that works", async () => {
    const t = await startTeam();
    await saveCard(t, CARDS.failsLater);
    expect((await track(t, { feature_id: "seats", value: 2 })).error).not.toBeNull();
    await swapCards(t);
    expect((await track(t, { feature_id: "seats", value: 2 })).error).toBeNull();
    expect(await charges(t)).toEqual([5]);
  });

  it("is never split: all units fit, or none is used", async () => {
    const t = await startTeam("capped");
    const refused = await track(t, { feature_id: "seats", value: 3 });
    expect(refused).toMatchObject({ error: { code: "usage_limit_exceeded" }, statusCode: 400 });
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 0 });
  });

  it("adds to the renewal only while it is in use", async () => {
    const t = await startTeam();
    await createEntities(t, seat("a"), seat("b"));
    setTime(MAY_1);
    const { invoices = [] } = await getCustomer(t);
    expect(invoices[0]).toMatchObject({ total: 30, created_at: MAY_1 });
  });

  it("stays paid and empty until the renewal where the plan says so", async () => {
    const t = await startTeam("keeping");
    await createEntities(t, seat("a"), seat("b"));
    await deleteEntity(t, "b");
    expect(await charges(t)).toEqual([5]);
    await createEntities(t, seat("c"));
    expect(await charges(t)).toEqual([5]);
    await deleteEntity(t, "c");
    setTime(MAY_1 + DAY_MS);
    await createEntities(t, seat("d"));
    expect(await charges(t)).toEqual([5, 9.68]);
  });

  it("is billed with the renewal where the plan says so", async () => {
    const t = await startTeam("later");
    await createEntities(t, seat("a"), seat("b"));
    expect(await charges(t)).toEqual([]);
    expect(await amounts(t, "seats")).toEqual({ balance: -1, usage: 2 });
    setTime(MAY_1);
    expect(await charges(t)).toEqual([15]);
  });

  it("is charged with the plan for entities that existed before", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await createEntities(t, seat("a"), seat("b"), seat("c"));
    const { invoice } = await attached(t, { product_id: "team" });
    expect(invoice?.total).toBe(4000);
    expect(await amounts(t, "seats")).toEqual({ balance: -2, usage: 3 });
  });
});

describe("INV-32", () => {
  const STEPS = fc.array(
    fc.record({ hours: fc.integer({ min: 1, max: 120 }), seats: fc.integer({ min: 0, max: 6 }) }),
    { minLength: 1, maxLength: 3 },
  );

  it("money for seats is the time they were in use, up to rounding", async () => {
    const begin = casesFrom(startTeam);
    await fc.assert(
      fc.asyncProperty(STEPS, (steps) =>
        begin(async (t) => {
          let [at, cost, seats] = [MID_APRIL, 0, 0];
          for (const step of steps) {
            await setUsage(t, "seats", step.seats);
            seats = step.seats;
            const until = Math.min(MAY_1 - 1, at + step.hours * 3_600_000);
            cost += Math.max(0, seats - 1) * 10 * ((until - at) / (30 * DAY_MS));
            at = until;
            setTime(at);
          }
          await setUsage(t, "seats", 0);
          const paid = (await charges(t)).reduce((sum, total) => sum + total, 0);
          expect(Math.abs(paid - cost)).toBeLessThanOrEqual(0.005 * (steps.length + 1) + 1e-9);
          expect(await ledgerGaps(t)).toEqual([]);
        }),
      ),
      { numRuns: triesOf(200) },
    );
  });
});
