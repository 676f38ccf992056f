import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, CARDS, setTime } from "../../engine/harness";
import { stuckJobs } from "../../engine/jobs";
import { creditOf } from "../../engine/shop";
import type { Shop } from "../shop";
import type { FakeStripe } from "./fake-stripe";
import type { PaymentIntent } from "./objects";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

beginWithoutStripe();

const MINUTE = 60_000;

const stuck = async ({ t }: Shop) => await stuckJobs(t, "settle_charge");
const mismatches = () =>
  vi.mocked(console.error).mock.calls.filter(([line]) => String(line).includes("amount_differs"));

/** Looks up every charge, repeatedly, like the cron and reports. */
async function ask(shop: Shop, stripe: FakeStripe) {
  for (let time = 0; time < 3; time += 1) {
    setTime(Date.now() + 10 * MINUTE);
    await shop.t.action(api.payments.charges.sendCharge.poll, { customerId: ANA });
    await shop.deliver([...stripe.events]);
  }
}

/** The last payment, which moved a different amount than requested. */
function spoil(stripe: FakeStripe, took: Partial<PaymentIntent>) {
  const payment = [...stripe.payments.values()].at(-1);
  if (!payment) throw new Error("Nothing was charged");
  Object.assign(payment, took);
  return payment;
}

/** Each way to pay: Stripe moved a different amount than requested, before its response arrives. */
const WAYS = {
  async "with a saved card"(shop: Shop, stripe: FakeStripe, took: Partial<PaymentIntent>) {
    await shop.saveCard();
    stripe.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    stripe.network = "fine";
    return spoil(stripe, took);
  },
  async "on Stripe's page"(shop: Shop, stripe: FakeStripe, took: Partial<PaymentIntent>) {
    const { data } = await shop.attach({ productId: "creator" });
    await shop.t.fetch(new URL(String(data?.checkout_url)).pathname, { redirect: "manual" });
    const [session] = stripe.sessions.values();
    if (session) stripe.pay(session, CARDS.ok);
    return spoil(stripe, took);
  },
  async "after it was declined"(shop: Shop, stripe: FakeStripe, took: Partial<PaymentIntent>) {
    await shop.saveCard(CARDS.failsLater);
    await shop.attach({ productId: "creator" });
    const [payment] = stripe.payments.values();
    if (payment) stripe.succeedLate(payment);
    return spoil(stripe, took);
  },
} as const;
type Way = keyof typeof WAYS;

const LESS = ["less", { amount_received: 599 }] as const;
const MORE = ["more", { amount_received: 601 }] as const;
const OTHER = ["another currency", { currency: "eur" }] as const;
const NOTHING = ["nothing", { amount_received: 0 }] as const;

it("Stripe's page asks for our currency, whatever the customer's is", async () => {
  const { stripe, shop } = await openStripeShop();
  const { data } = await shop.attach({ productId: "creator" });
  await shop.t.fetch(new URL(String(data?.checkout_url)).pathname, { redirect: "manual" });
  const [session] = stripe.sessions.values();
  expect(session).toMatchObject({ currency: "usd", adaptive_pricing: { enabled: false } });
});

describe("a payment that took something else than was asked for", () => {
  it.each<readonly [string, Partial<PaymentIntent>, Way]>([
    [...LESS, "with a saved card"],
    [...MORE, "with a saved card"],
    [...OTHER, "with a saved card"],
    [...NOTHING, "with a saved card"],
    [...LESS, "on Stripe's page"],
    [...OTHER, "after it was declined"],
  ])("(%s: %o, %s) pays nothing, and operators see it", async (_, took, way) => {
    const { stripe, shop } = await openStripeShop();
    const payment = await WAYS[way](shop, stripe, took);
    await ask(shop, stripe);
    const { products, invoices } = await shop.summary();
    expect(products).toEqual([["free", "active", false]]);
    expect(invoices.filter(([status]) => status === "paid")).toEqual([]);
    expect([stripe.refunded, await creditOf(shop.t)]).toEqual([[], 0]);
    const [job, ...more] = await stuck(shop);
    expect(more).toEqual([]);
    expect(job).toMatchObject({ customer_id: ANA });
    expect(job?.error).toContain(payment.id);
    expect(job?.error).toContain(`${payment.amount_received / 100} ${payment.currency}`);
    expect(mismatches()).toHaveLength(1);
    expect(stripe.charged).toHaveLength(1);
  });

  it("is not told as nothing to who comes back from Stripe's page", async () => {
    const { stripe, shop } = await openStripeShop();
    await WAYS["on Stripe's page"](shop, stripe, { amount_received: 599 });
    const charge = await shop.t.run((ctx) => ctx.db.query("charges").first());
    const page = await (await shop.t.fetch(`/payments/return/${charge?._id}`)).text();
    expect(page).toContain("we are looking at it");
    expect(page).not.toContain("Nothing was charged");
  });

  it("is dismissed by an operator, and counts as declined", async () => {
    const { stripe, shop } = await openStripeShop();
    const payment = await WAYS["with a saved card"](shop, stripe, { amount_received: 1 });
    await ask(shop, stripe);
    const charge = payment.metadata["spotlight_charge"] ?? "";
    const [job] = await stuck(shop);
    expect(job).toMatchObject({ about: charge, next_attempt_at: null, dismissible: true });
    const { dismiss: dismissJob, retry } = api.lifecycle.stuckJobs;
    const act = { job: job?.job ?? "", operator: "bo", reason: "It was sent back." };
    const dismiss = async (key: string, asked: Partial<typeof act> = {}) =>
      await shop.t.mutation(dismissJob, { ...act, key, ...asked });
    expect((await shop.t.mutation(retry, { job: act.job })).error?.code).toBe("invalid_request");
    const done = { job: act.job, kind: "settle_charge", about: charge, error: job?.error };
    expect((await dismiss("once")).data).toEqual(done);
    expect((await dismiss("once")).data).toEqual(done);
    expect((await dismiss("twice")).error?.code).toBe("invalid_request");
    expect(await stuck(shop)).toEqual([]);
    const entries = await shop.t.run((ctx) => ctx.db.query("operatorEntries").take(2));
    const customer = (await shop.t.run((ctx) => ctx.db.query("customers").first()))?._id;
    const entry = { action: "dismiss_job", name: "bo", details: done, customer };
    expect(entries).toMatchObject([entry]);
    const [row] = await shop.t.run((ctx) => ctx.db.query("charges").order("desc").take(1));
    expect(row).toMatchObject({ state: "declined", used_minor: 0 });
    await shop.attach({ productId: "creator", clientRequestId: "again" });
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
  });
});

it("a refund that moved something else stays pending, and operators see it", async () => {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  const invoice = await shop.t.run((ctx) => ctx.db.query("invoices").first());
  const asked = { customerId: ANA, invoice: String(invoice?.number), amount: 2 };
  await shop.t.mutation(internal.operations.invoices.refunds.refund, asked);
  stripe.network = "answers_are_lost";
  await shop.customer();
  stripe.network = "fine";
  for (const refund of stripe.refunds.values()) refund.amount = 150;
  await ask(shop, stripe);
  const [note] = await shop.t.run((ctx) => ctx.db.query("creditNotes").take(2));
  expect([note?.status, (await stuck(shop)).length, mismatches().length]).toEqual([
    "pending",
    1,
    1,
  ]);
});
