import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, CARDS, MAY_1, setTime } from "../../engine/harness";
import { startDueJobs } from "../../engine/jobs";
import { creditOf } from "../../engine/shop";
import type { Shop } from "../shop";
import type { FakeStripe } from "./fake-stripe";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

const DAY = 24 * 60 * 60_000;

beginWithoutStripe();

/** A plan whose renewal of 1 May was declined, and Stripe's payment for it. */
async function declinedRenewal() {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  await shop.customer();
  stripe.useCard(ANA, CARDS.failsLater);
  setTime(MAY_1);
  // The renewal is requested, and then confirmed.
  for (let call = 0; call < 2; call += 1) await shop.customer();
  await shop.deliver();
  expect((await shop.summary()).products).toEqual([["creator", "active", true]]);
  return { shop, stripe, payment: lastPayment(stripe) };
}

/** A purchase that was declined, and Stripe's payment for it. */
async function declinedPurchase() {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard(CARDS.failsLater);
  await shop.attach({ productId: "creator" });
  await shop.deliver();
  return { shop, stripe, payment: lastPayment(stripe) };
}

function lastPayment(stripe: FakeStripe) {
  const payment = [...stripe.payments.values()].at(-1);
  if (payment?.status !== "requires_payment_method") throw new Error("Nothing was declined");
  return payment;
}

const logged = () => vi.mocked(console.error).mock.calls.map(([line]) => String(line));

/** Sends waiting requests, like their scheduled runs. */
async function send({ t }: Shop) {
  await t.action(api.payments.charges.sendCharge.poll, { customerId: ANA });
}

/** The log lines for operators about money that moved back. */
async function moneyOf({ t }: Shop) {
  const asked = { customerId: ANA, now: Date.now() };
  const { data } = await t.query(api.operations.operators.timeline.timeline, asked);
  const list = data?.list ?? [];
  return list.flatMap((entry) =>
    entry.kind === "money" ? [[entry.what.cause, entry.what.by_card, entry.what.as_credit]] : [],
  );
}

describe("a renewal that was declined, and is paid after all", () => {
  it("pays its invoice, as a payment on time does, and asking charges nothing", async () => {
    const { shop, stripe, payment } = await declinedRenewal();
    stripe.succeedLate(payment);
    const asked = stripe.requests.length;
    await shop.deliver();
    expect(stripe.requests.slice(asked)).toEqual([`GET /v1/payment_intents/${payment.id}`]);
    const { products, invoices } = await shop.summary();
    expect(products).toEqual([["creator", "active", false]]);
    expect(invoices.map(([status]) => status)).toEqual(["paid", "paid"]);
    const events = await shop.t.run((ctx) => ctx.db.query("events").take(50));
    expect(events.filter(({ type }) => type === "invoice.paid")).toHaveLength(2);
    await shop.deliver([...stripe.events]);
    expect([stripe.charged.length, stripe.refunded, await creditOf(shop.t)]).toEqual([2, [], 0]);
  });

  it("is not believed from the report alone", async () => {
    const { shop, stripe, payment } = await declinedRenewal();
    stripe.succeedLate(payment);
    payment.status = "requires_payment_method";
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([["creator", "active", true]]);
  });

  it("pays at once while a second try waits, which then goes back in full, once", async () => {
    const { shop, stripe, payment } = await declinedRenewal();
    stripe.useCard(ANA, CARDS.ok);
    setTime(MAY_1 + 4 * DAY);
    stripe.network = "answers_are_lost";
    await shop.customer();
    stripe.network = "fine";
    expect(stripe.charged.map(({ minor }) => minor)).toEqual([600, 600]);
    stripe.succeedLate(payment);
    const [second, late] = stripe.reports.splice(0);
    await shop.deliver(late && [late]);
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
    await shop.deliver(second && [second]);
    for (let time = 0; time < 2; time += 1) {
      await send(shop);
      await shop.deliver([...stripe.events]);
    }
    const [, , other] = stripe.charged;
    expect(stripe.refunded).toHaveLength(1);
    expect(stripe.charged.map(({ key }) => key)).toContain(stripe.refunded[0]?.[0]);
    expect(other?.minor).toBe(600);
    expect(stripe.refunded[0]?.[1]).toBe(600);
    expect(await creditOf(shop.t)).toBe(0);
  });

  it("is not told as failed when a second try is declined after it", async () => {
    const { shop, stripe, payment } = await declinedRenewal();
    const failures = async () => {
      const events = await shop.t.run((ctx) => ctx.db.query("events").take(50));
      return events.filter(({ type }) => type === "invoice.failed").length;
    };
    setTime(MAY_1 + 4 * DAY);
    stripe.network = "answers_are_lost";
    await shop.customer();
    stripe.network = "fine";
    const before = await failures();
    stripe.succeedLate(payment);
    const [second, late] = stripe.reports.splice(0);
    await shop.deliver(late && [late]);
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
    await shop.deliver(second && [second]);
    const charges = await shop.t.run((ctx) => ctx.db.query("charges").order("desc").take(2));
    expect(charges.map(({ state }) => state)).toEqual(["declined", "paid"]);
    expect(await failures()).toBe(before);
  });

  it("goes back in full, once, where another try has paid", async () => {
    const { shop, stripe, payment } = await declinedRenewal();
    stripe.useCard(ANA, CARDS.ok);
    setTime(MAY_1 + 4 * DAY);
    for (let call = 0; call < 2; call += 1) await shop.customer();
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
    stripe.succeedLate(payment);
    for (let time = 0; time < 2; time += 1) {
      await shop.deliver([...stripe.events]);
      await send(shop);
    }
    expect(stripe.refunded).toEqual([[payment.metadata["spotlight_charge"], 600]]);
    expect(await creditOf(shop.t)).toBe(0);
    expect(await moneyOf(shop)).toEqual([["surplus", 6, 0]]);
    expect(logged().filter((line) => line.includes("surplus_returned"))).toHaveLength(1);
    // This payment did not pay for the plan, so a dispute about it removes nothing.
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
  });
});

describe("a purchase that was declined, and is paid after all", () => {
  it("is not made, and its money goes back in full, once", async () => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    for (let time = 0; time < 2; time += 1) {
      await shop.deliver([...stripe.events]);
      await send(shop);
    }
    expect((await shop.summary()).products).toEqual([["free", "active", false]]);
    expect(stripe.refunded).toEqual([[payment.metadata["spotlight_charge"], 600]]);
    expect(await creditOf(shop.t)).toBe(0);
  });

  it("on a page that was closed meanwhile, goes back too", async () => {
    const { stripe, shop } = await openStripeShop();
    const { data } = await shop.attach({ productId: "creator" });
    await shop.t.fetch(new URL(String(data?.checkout_url)).pathname, { redirect: "manual" });
    const [session] = stripe.sessions.values();
    if (!session) throw new Error("There is no page");
    stripe.pay(session, CARDS.ok);
    session.status = "expired";
    await send(shop);
    const [charge] = await shop.t.run((ctx) => ctx.db.query("charges").take(1));
    expect(charge?.state).toBe("declined");
    await shop.deliver();
    await send(shop);
    expect([stripe.refunded, (await shop.summary()).products]).toEqual([
      [[charge?.request_key, 600]],
      [["free", "active", false]],
    ]);
  });

  it("becomes credit where the card takes nothing back", async () => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    stripe.failsNextRefund = true;
    await shop.deliver();
    for (let time = 0; time < 2; time += 1) {
      await send(shop);
      await shop.deliver([...stripe.events]);
    }
    expect([stripe.refunded, await creditOf(shop.t)]).toEqual([[], 600]);
    expect(await moneyOf(shop)).toEqual([
      ["surplus_kept", -6, 6],
      ["surplus", 6, 0],
    ]);
  });

  it.each([
    ["", 0, 600],
    [" as far as it is there", 400, 200],
  ])("loses that credit again with a lost dispute%s, once", async (_, spent, taken) => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    stripe.failsNextRefund = true;
    await shop.deliver();
    for (let time = 0; time < 2; time += 1) await send(shop);
    await shop.t.run(async (ctx) => {
      const customer = await ctx.db.query("customers").first();
      if (!customer) throw new Error("There is no customer");
      await ctx.db.patch("customers", customer._id, { credit_minor: 600 - spent });
    });
    for (let time = 0; time < 2; time += 1) {
      stripe.close(stripe.dispute(payment), "lost");
      await shop.deliver();
      expect(await creditOf(shop.t)).toBe(0);
      const credit = logged().filter((line) => line.includes("surplus_disputed"));
      expect(credit.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ customer: ANA, minor: taken, missing: spent }),
      ]);
    }
    expect((await moneyOf(shop))[0]).toEqual(["surplus_disputed", taken / 100, -taken / 100]);
  });

  it.each([
    ["", false],
    [", and stored by an earlier version", true],
  ])(
    "becomes no credit where a dispute was lost%s before its refund came back",
    async (_, isOld) => {
      const { shop, stripe, payment } = await declinedPurchase();
      stripe.succeedLate(payment);
      stripe.failsNextRefund = true;
      await shop.deliver();
      const dispute = stripe.dispute(payment);
      await shop.deliver();
      await shop.t.run(async (ctx) => {
        const row = await ctx.db.query("disputes").first();
        if (row && isOld) await ctx.db.patch("disputes", row._id, { charge: undefined });
      });
      stripe.close(dispute, "lost");
      await shop.deliver();
      for (let time = 0; time < 2; time += 1) {
        await send(shop);
        await shop.deliver([...stripe.events]);
      }
      expect([stripe.refunded, await creditOf(shop.t)]).toEqual([[], 0]);
      expect((await moneyOf(shop)).slice(0, 2)).toEqual([
        ["surplus_disputed", 6, -6],
        ["surplus_kept", -6, 6],
      ]);
    },
  );

  it("stays credit where the lost dispute was about another payment", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard();
    await shop.attach({ productId: "creator" });
    await shop.customer();
    const [first] = stripe.payments.values();
    if (!first) throw new Error("Nothing was paid");
    stripe.close(stripe.dispute(first), "lost");
    await shop.deliver();
    stripe.useCard(ANA, CARDS.failsLater);
    await shop.attach({ productId: "creator", clientRequestId: "again" });
    await shop.deliver();
    stripe.succeedLate(lastPayment(stripe));
    stripe.failsNextRefund = true;
    await shop.deliver();
    for (let time = 0; time < 2; time += 1) {
      await send(shop);
      await shop.deliver([...stripe.events]);
    }
    expect([stripe.refunded, await creditOf(shop.t)]).toEqual([[], 600]);
  });

  it.each([
    ["", 600],
    [" in part", 200],
  ])("becomes no credit where an operator sent it back by hand%s", async (_, minor) => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    await shop.deliver();
    stripe.refundByHand(payment, minor);
    for (let time = 0; time < 2; time += 1) {
      await send(shop);
      await shop.deliver([...stripe.events]);
    }
    expect(stripe.refunded.map(([, back]) => back)).toEqual([minor]);
    expect(await creditOf(shop.t)).toBe(0);
    expect(logged().filter((line) => line.includes("surplus_refused"))).toHaveLength(1);
  });

  it("of a customer who is deleted is recorded, and told to operators, no more", async () => {
    const { shop, stripe, payment } = await declinedPurchase();
    await shop.t.mutation(api.public.deleteCustomer, { params: { customer_id: ANA } });
    stripe.succeedLate(payment);
    await shop.deliver();
    const charges = await shop.t.run((ctx) => ctx.db.query("charges").take(9));
    expect(charges.map(({ state, via }) => [state, via])).toContainEqual(["paid", "saved_method"]);
    expect([charges.some(({ via }) => via === "refund"), stripe.refunded]).toEqual([false, []]);
    expect(logged().some((line) => line.includes("paid_of_nobody"))).toBe(true);
  });

  it("goes back, too, when its customer is deleted before the refund is sent", async () => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    await shop.deliver();
    await shop.t.mutation(api.public.deleteCustomer, { params: { customer_id: ANA } });
    const [charge] = await shop.t.run((ctx) => ctx.db.query("charges").order("desc").take(1));
    if (charge?.via !== "refund") throw new Error("Nothing goes back");
    const { sendCharge } = internal.payments.charges.sendCharge;
    for (let time = 0; time < 2; time += 1) {
      await shop.t.action(sendCharge, { charge: charge._id });
    }
    expect(stripe.refunded).toEqual([[payment.metadata["spotlight_charge"], 600]]);
  });

  it("is asked about, too, when it is declined while its report is processed", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard();
    stripe.reports = [];
    stripe.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    stripe.network = "fine";
    const [waiting] = await shop.t.run((ctx) => ctx.db.query("charges").order("desc").take(1));
    if (waiting?.state !== "open") throw new Error("Nothing waits");
    const answer = { status: "declined" as const, code: "lost", message: "" };
    const outcome = { answer, reference: null, card: null, moved: null };
    vi.spyOn(stripe, "fetch").mockImplementationOnce(async () => {
      const { applyOutcome } = internal.lifecycle.charges.settlement;
      await shop.t.mutation(applyOutcome, { charge: waiting._id, outcome });
      throw new TypeError("fetch failed");
    });
    await shop.deliver();
    await send(shop);
    expect(stripe.refunded).toEqual([[waiting.request_key, 600]]);
  });

  it("costs one request, where its report is the first answer", async () => {
    const { stripe, shop } = await openStripeShop();
    await shop.saveCard(CARDS.failsLater);
    stripe.reports = [];
    stripe.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    stripe.network = "fine";
    const asked = stripe.requests.length;
    await shop.deliver();
    expect(stripe.requests.slice(asked)).toEqual(["POST /v1/payment_intents"]);
  });

  it("is asked about again when Stripe does not answer", async () => {
    const { shop, stripe, payment } = await declinedPurchase();
    stripe.succeedLate(payment);
    stripe.network = "down";
    await shop.deliver();
    expect(stripe.refunded).toEqual([]);
    stripe.network = "fine";
    setTime(Date.now() + 60_000);
    expect(await startDueJobs(shop.t)).toBe(1);
    await shop.process();
    await send(shop);
    expect(stripe.refunded).toHaveLength(1);
  });
});
