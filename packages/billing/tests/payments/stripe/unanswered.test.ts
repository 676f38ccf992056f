import { expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { ANA, setTime } from "../../engine/harness";
import { startDueJobs, stuckJobs } from "../../engine/jobs";
import type { Shop } from "../shop";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

const MINUTE = 60_000;

beginWithoutStripe();

const stuck = async ({ t }: Shop) => await stuckJobs(t, "settle_charge");

/** Looks up every charge, like the cron. */
async function ask(shop: Shop) {
  await startDueJobs(shop.t);
  await shop.t.action(api.payments.charges.sendCharge.poll, { customerId: ANA });
}

it("operators see a payment whose outcome is not known for long, until it is", async () => {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  stripe.network = "answers_are_lost";
  await shop.attach({ productId: "creator" });
  setTime(Date.now() + 14 * MINUTE);
  stripe.network = "down";
  await ask(shop);
  expect(await stuck(shop)).toEqual([]);
  setTime(Date.now() + 2 * MINUTE);
  await ask(shop);
  setTime(Date.now() + 10 * MINUTE);
  await ask(shop);
  const [job, ...others] = await stuck(shop);
  expect(others).toEqual([]);
  expect(job).toMatchObject({ customer_id: ANA, attempts: 4 });
  expect(job?.error).toContain("connection to Stripe");
  // It may still be paid, so it can't be dismissed.
  expect(job?.dismissible).toBe(false);
  const { dismiss } = api.lifecycle.stuckJobs;
  const why = { operator: "bo", reason: "Too old", key: "once" };
  const refused = await shop.t.mutation(dismiss, { job: job?.job ?? "", ...why });
  expect(refused.error?.code).toBe("invalid_request");
  expect(job?.next_attempt_at).toBeGreaterThan(Date.now());
  stripe.network = "fine";
  await ask(shop);
  expect([await stuck(shop), stripe.charged.length]).toEqual([[], 1]);
});

it("a page that its customer has not paid yet is no payment without an answer", async () => {
  const { shop } = await openStripeShop();
  const { data } = await shop.attach({ productId: "creator" });
  await shop.t.fetch(new URL(String(data?.checkout_url)).pathname, { redirect: "manual" });
  setTime(Date.now() + 60 * MINUTE);
  await ask(shop);
  expect(await stuck(shop)).toEqual([]);
});
