import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { casesOf } from "../../../../../tests/cases";
import { ANA, setTime } from "../../engine/harness";
import { jobsOf, startDueJobs, stuckJobs } from "../../engine/jobs";
import type { Shop } from "../shop";
import type { Fault } from "./fake-stripe";
import { reach } from "./reach";
import { beginWithoutStripe, casesFromShop, openStripeShop } from "./stripe-shop";

const { closeAccounts, sendCharge } = internal.payments.charges;
const MINUTE = 60_000;

beginWithoutStripe();

const remove = async ({ t }: Shop) =>
  await t.mutation(api.public.deleteCustomer, { params: { customer_id: ANA } });
const closures = ({ t }: Shop) => t.run((ctx) => ctx.db.query("accountClosures").take(5));
const stuck = async ({ t }: Shop) => await stuckJobs(t, "close_account");

/** Runs the crons of some minutes, and the functions that they schedule. */
async function wait(shop: Shop, minutes: number) {
  setTime(Date.now() + minutes * MINUTE);
  const [closing] = await jobsOf(shop.t, "close_account");
  await startDueJobs(shop.t);
  const charges = await shop.t.run((ctx) => ctx.db.query("charges").take(50));
  for (const { _id: charge } of charges) await shop.t.action(sendCharge.sendCharge, { charge });
  if (!closing || (closing.next_attempt_at ?? Infinity) > Date.now()) return;
  for (const { _id: closure } of await closures(shop))
    await shop.t.action(closeAccounts.close, { closure });
}

const BEFORE = ["card", "purchase", "unanswered purchase", "unanswered first page"] as const;

/** A shop with a customer whom Stripe knows; Stripe's responses may have been lost. */
async function openBefore(before: (typeof BEFORE)[number]) {
  const { stripe, shop } = await openStripeShop();
  if (before === "unanswered first page") stripe.network = "answers_are_lost";
  const paid = await shop.saveCard().catch(() => false);
  expect(paid).toBe(before !== "unanswered first page");
  if (before === "unanswered purchase") stripe.network = "answers_are_lost";
  if (before.endsWith("purchase")) await shop.attach({ productId: "creator" });
  return { stripe, shop };
}

describe("a deleted customer is deleted with Stripe too", () => {
  const schedule = fc.record({
    faults: fc.array(
      fc.constantFrom<Fault>(
        "none",
        "none",
        "unreachable",
        "lost",
        "busy",
        "broken",
        "broken_after",
      ),
      { minLength: 1, maxLength: 8 },
    ),
    before: fc.constantFrom(...BEFORE),
    /** Whether the job of the deletion dies. */
    dies: fc.boolean(),
  });

  it("whatever the network does, and the payments stay", async () => {
    const begin = {
      card: casesFromShop(() => openBefore("card")),
      purchase: casesFromShop(() => openBefore("purchase")),
      "unanswered purchase": casesFromShop(() => openBefore("unanswered purchase")),
      "unanswered first page": casesFromShop(() => openBefore("unanswered first page")),
    };
    await fc.assert(
      fc.asyncProperty(schedule, ({ faults, before, dies }) =>
        begin[before](async ({ stripe, shop }) => {
          const charged = stripe.charged.length;
          expect(charged).toBe(before.endsWith("purchase") ? 1 : 0);
          let asked = 0;
          stripe.fault = () => faults[asked++ % faults.length] ?? "none";
          expect((await remove(shop)).data).toEqual({ success: true });
          const [made] = await closures(shop);
          if (made && !dies) await shop.t.action(closeAccounts.close, { closure: made._id });
          await wait(shop, 1);
          stripe.network = "fine";
          for (let round = 0; round < 8 && (await closures(shop)).length > 0; round += 1)
            await wait(shop, 200);
          expect(stripe.customers.size).toBe(0);
          expect([...stripe.methods.values()].filter(({ customer }) => customer !== null)).toEqual(
            [],
          );
          expect(await closures(shop)).toEqual([]);
          expect(stripe.charged).toHaveLength(charged);
        }),
      ),
      { numRuns: casesOf(200, 1_000) },
    );
  });

  it("but nothing is asked for a customer whom Stripe never knew", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.customer();
    await remove(shop);
    expect([await closures(shop), stripe.requests]).toEqual([[], []]);
  });

  it("once their payments are answered: until then the account is needed", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard();
    stripe.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    await remove(shop);
    stripe.network = "fine";
    const [closure] = await closures(shop);
    if (!closure) throw new Error("No closure");
    await shop.t.action(closeAccounts.close, { closure: closure._id });
    expect(stripe.customers.size).toBe(1);
    expect(await stuck(shop)).toEqual([]);
    await wait(shop, 2);
    expect(stripe.customers.size).toBe(0);
  });

  it("and operators see when Stripe refuses it again and again", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard();
    stripe.fault = (path) => (path.startsWith("/v1/customers/") ? "broken" : "none");
    await remove(shop);
    await wait(shop, 1);
    await wait(shop, 2);
    const [job] = await stuck(shop);
    expect(job).toMatchObject({ customer_id: ANA, name: null, email: null, attempts: 3 });
    expect(job?.error).toContain("Oops");
    expect(job?.next_attempt_at).toBe(Date.now() + 4 * MINUTE);
    stripe.network = "fine";
    stripe.fault = () => "none";
    await wait(shop, 4);
    expect([await stuck(shop), stripe.customers.size]).toEqual([[], 0]);
  });

  it("or by hand, and operators dismiss the job with a reason", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard();
    stripe.fault = (path) => (path.startsWith("/v1/customers/") ? "broken" : "none");
    await remove(shop);
    await wait(shop, 1);
    // Another customer has the id by now, so the timeline must not show the event.
    await shop.customer();
    const [job] = await stuck(shop);
    const why = { operator: "bo", reason: "Deleted in the dashboard", key: "once" };
    const { dismiss } = api.lifecycle.stuckJobs;
    const dismissed = await shop.t.mutation(dismiss, { job: job?.job ?? "", ...why });
    expect(dismissed.data).toMatchObject({ kind: "close_account", about: null });
    expect([await stuck(shop), await closures(shop)]).toEqual([[], []]);
    const entries = await shop.t.run((ctx) => ctx.db.query("operatorEntries").take(2));
    expect(entries).toMatchObject([{ customer: null, name: "bo", reason: why.reason }]);
  });

  it("and operators see that it waits when Stripe is no longer set up", async () => {
    const { shop } = await openStripeShop();
    await shop.saveCard();
    reach(null);
    await remove(shop);
    await wait(shop, 2);
    expect((await stuck(shop))[0]?.error).toContain("No processor is set up");
  });
});
