import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { casesOf } from "../../../../../tests/cases";
import { setTime } from "../../engine/harness";
import { startDueJobs, stuckJobs } from "../../engine/jobs";
import type { Shop } from "../shop";
import type { FakeStripe, Fault } from "./fake-stripe";
import { beginWithoutStripe, casesFromShop, openStripeShop } from "./stripe-shop";

const { missedReports } = internal.payments.charges;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MOST_MISSED = 24;
/** More than ten pages of a list. */
const LONG = { faults: ["none" as const], made: MOST_MISSED, page: 2, meanwhile: [3, 1] };

beginWithoutStripe();

/** A shop that Stripe's reports don't reach, and a payment to dispute. */
async function open() {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  await shop.customer();
  return { shop, stripe, payment: paymentOf(stripe) };
}

function paymentOf(stripe: FakeStripe) {
  const [payment] = stripe.payments.values();
  if (!payment) throw new Error("Nothing was paid");
  return payment;
}

const storedIds = async ({ t }: Shop) =>
  (await t.run((ctx) => ctx.db.query("paymentEvents").take(5_000))).map((row) => row.event_id);
const backfill = ({ t }: Shop) => t.run((ctx) => ctx.db.query("reportBackfill").unique());

/** Runs steps until the backfill has ended; a failing step counts as one more. */
async function fetchAll(shop: Shop, eachStep: () => Promise<unknown> | null = () => null) {
  for (let steps = 1; steps < 500; steps += 1) {
    await shop.t.action(missedReports.fetchMissed, {});
    const row = await backfill(shop);
    if (row && !row.running) return;
    await eachStep();
  }
  throw new Error("The backfill does not end");
}

describe("reports of a long outage", () => {
  it("are a stuck job while they can't be listed, and none afterwards", async () => {
    const { shop, stripe, payment } = await open();
    stripe.dispute(payment);
    const jobs = async () => await stuckJobs(shop.t, "backfill");
    expect(await jobs()).toEqual([]);
    stripe.fault = () => "broken";
    await shop.t.action(missedReports.fetchMissed, {});
    const next_attempt_at = Date.now() + MINUTE;
    expect(await jobs()).toMatchObject([{ customer_id: "", attempts: 1, next_attempt_at }]);
    setTime(next_attempt_at);
    await startDueJobs(shop.t);
    await shop.t.action(missedReports.fetchMissed, {});
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 2, next_attempt_at: Date.now() + 2 * MINUTE });
    expect(job).toMatchObject({ error: "Oops.", dismissible: false });
    stripe.fault = () => "none";
    await fetchAll(shop);
    expect(await jobs()).toEqual([]);
  });

  const drawn = fc.record({
    faults: fc.array(fc.constantFrom<Fault>("none", "none", "unreachable", "lost", "busy"), {
      minLength: 3,
      maxLength: 12,
    }),
    made: fc.integer({ min: 0, max: 16 }),
    page: fc.integer({ min: 2, max: 9 }),
    meanwhile: fc.array(fc.nat({ max: MOST_MISSED - 1 }), { maxLength: 10 }),
  });

  it("all arrive once, the oldest first, one page a step", async () => {
    const begin = casesFromShop(open);
    await fc.assert(
      fc.asyncProperty(drawn, ({ faults, made, page, meanwhile: drawnMeanwhile }) =>
        begin(async ({ shop, stripe }) => {
          const meanwhile = [...drawnMeanwhile];
          const payment = paymentOf(stripe);
          stripe.mostListed = page;
          for (let k = 0; k < made; k += 1) stripe.dispute(payment);
          const known = new Set(await storedIds(shop));
          let asked = 0;
          stripe.fault = () =>
            (faults.includes("none") ? faults[asked++ % faults.length] : null) ?? "none";
          let requests = stripe.requests.length;
          const posted = new Set<string>();
          await fetchAll(shop, async () => {
            expect(stripe.requests.length - requests).toBeLessThanOrEqual(1);
            requests = stripe.requests.length;
            // Stripe retries an old report, and creates new ones.
            const late = stripe.events[meanwhile.shift() ?? -1];
            if (!late) return;
            posted.add(late.id);
            await shop.post(late);
            stripe.dispute(payment);
          });
          const stored = await storedIds(shop);
          expect([...stored].sort()).toEqual(stripe.events.map(({ id }) => id).sort());
          const isFetched = (id: string) => !known.has(id) && !posted.has(id);
          const inOrder = stripe.events.map(({ id }) => id).filter(isFetched);
          expect(stored.filter(isFetched)).toEqual(inOrder);
        }),
      ),
      { numRuns: casesOf(200, 1_000), examples: [[LONG]] },
    );
  });

  it("are fetched though a later report came before", async () => {
    const { shop, stripe, payment } = await open();
    await fetchAll(shop);
    stripe.dispute(payment);
    setTime(Date.now() + 12 * HOUR);
    stripe.dispute(payment);
    await shop.post(stripe.events.at(-1) ?? never());
    await fetchAll(shop);
    expect((await storedIds(shop)).sort()).toEqual(stripe.events.map(({ id }) => id).sort());
  });

  it("are asked for anew when the cursor is no longer known", async () => {
    const { shop, stripe, payment } = await open();
    for (let made = 0; made < 250; made += 1) stripe.dispute(payment);
    await shop.t.action(missedReports.fetchMissed, {});
    const row = await backfill(shop);
    expect(row?.running?.cursor).toMatch(/^older:evt_/);
    stripe.network = "down";
    setTime(Date.now() + 25 * HOUR);
    await shop.t.action(missedReports.fetchMissed, {});
    expect((await backfill(shop))?.running?.cursor).toBeNull();
    stripe.network = "fine";
    await fetchAll(shop);
    expect(await storedIds(shop)).toHaveLength(stripe.events.length);
  });

  it("stay where they are when an earlier step ends late", async () => {
    const { shop, stripe, payment } = await open();
    for (let made = 0; made < 250; made += 1) stripe.dispute(payment);
    await shop.t.action(missedReports.fetchMissed, {});
    const before = await backfill(shop);
    const late = { cursor: null, events: [], next: null };
    await shop.t.mutation(missedReports.storePage, late);
    expect(await backfill(shop)).toEqual(before);
  });

  it("that are older than what Stripe keeps are logged as lost", async () => {
    const { shop } = await open();
    await fetchAll(shop);
    setTime(Date.now() + 40 * 24 * HOUR);
    await fetchAll(shop);
    expect(vi.mocked(console.error).mock.calls.flat()).toContainEqual(
      expect.stringContaining("payment_reports_expired"),
    );
  });
});

function never(): never {
  throw new Error("There is none");
}
