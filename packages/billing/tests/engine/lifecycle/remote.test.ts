import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { install } from "../../../src/component/store/catalogue/catalog";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, ledgerGaps, setTime } from "../harness";
import { jobsOf, startDueJobs } from "../jobs";
import { FakeStripe } from "../../payments/stripe/fake-stripe";
import { reach } from "../../payments/stripe/reach";
import {
  beginWithoutStripe,
  casesFromShop,
  lastCharge,
  openStripeShop,
  openStripeShopWithCard,
} from "../../payments/stripe/stripe-shop";
import { Shop } from "../../payments/shop";

beginWithoutStripe();

async function openShop(kind: "inline" | "remote"): Promise<Shop> {
  const remote = kind === "remote" ? new FakeStripe() : null;
  reach(remote);
  return await Shop.open(remote);
}

const FREE = ["free", "active", false];
const CREATOR = ["creator", "active", false];
const RENEWED = ["paid", 6];

describe.each(["inline", "remote"] as const)("a purchase, charged by the %s processor", (kind) => {
  it("without a card leads to a page, and the page completes it", async () => {
    const shop = await openShop(kind);
    const { data } = await shop.attach({ productId: "creator" });
    expect(data?.code).toBe("checkout_created");
    expect((await shop.summary()).products).toEqual([FREE]);
    expect(await shop.pay(String(data?.checkout_url))).toBe(true);
    const { products, invoices, card } = await shop.summary();
    expect(products).toEqual([CREATOR]);
    expect(invoices).toHaveLength(1);
    expect(card).toBe("4242");
    expect(await ledgerGaps(shop.t)).toEqual([]);
  });

  it("with a saved card is done at once", async () => {
    const shop = await openShop(kind);
    await shop.saveCard();
    const { data } = await shop.attach({ productId: "creator" });
    expect(data).toMatchObject({ code: "new_product_attached", invoice: { status: "paid" } });
    expect((await shop.summary()).products).toEqual([CREATOR]);
  });

  it("with a card that is declined changes nothing, and can be tried again", async () => {
    const shop = await openShop(kind);
    await shop.saveCard(CARDS.failsLater);
    const first = await shop.attach({ productId: "creator" });
    expect(first.error?.code).toBe("payment_failed");
    expect(await shop.summary()).toEqual({ products: [FREE], invoices: [], card: "0341" });
    await shop.saveCard();
    expect((await shop.attach({ productId: "creator" })).error).toBeNull();
    expect((await shop.summary()).invoices).toHaveLength(1);
  });

  it("is charged once, however often the request is sent", async () => {
    const shop = await openShop(kind);
    await shop.saveCard();
    const order = { productId: "print_pack", clientRequestId: "click-1" };
    const answers = [await shop.attach(order), await shop.attach(order)];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.data?.code).toBe("one_off_product_attached");
    expect((await shop.summary()).invoices).toHaveLength(1);
  });

  it("to another plan is prorated, and to a smaller one waits", async () => {
    const shop = await openShop(kind);
    await shop.saveCard();
    await shop.attach({ productId: "creator" });
    setTime(APRIL_1 + 15 * DAY_MS);
    const up = await shop.attach({ productId: "studio" });
    expect(up.data?.code).toBe("upgraded_to_new_product");
    const down = await shop.attach({ productId: "creator" });
    expect(down.data?.code).toBe("downgrade_scheduled");
    const { products, invoices } = await shop.summary();
    expect(products).toEqual([
      ["creator", "scheduled", false],
      ["studio", "active", false],
    ]);
    expect(invoices).toHaveLength(2);
  });

  it("renews at its boundary, and is past due while the card fails", async () => {
    const shop = await openShop(kind);
    await shop.saveCard();
    await shop.attach({ productId: "creator" });
    setTime(MAY_1);
    expect(await shop.summary()).toMatchObject({
      products: [CREATOR],
      invoices: [RENEWED, RENEWED],
    });
    await shop.saveCard(CARDS.failsLater);
    setTime(Date.UTC(2025, 5, 1));
    expect(await shop.summary()).toMatchObject({
      products: [["creator", "active", true]],
      invoices: [["open", 6], RENEWED, RENEWED],
    });
    await shop.saveCard();
    expect(await shop.summary()).toMatchObject({
      products: [CREATOR],
      invoices: [RENEWED, RENEWED, RENEWED],
    });
    expect(await ledgerGaps(shop.t)).toEqual([]);
  });

  it("of more packs, or on top of a plan, is charged as its preview says", async () => {
    const shop = await openShop(kind);
    await shop.saveCard();
    await shop.attach({ productId: "creator" });
    const options = [{ featureId: "credits", quantity: 300 }];
    const { data } = await shop.attach({ productId: "boost_pack", options });
    expect(data?.code).toBe("one_off_product_attached");
    const { features, invoices } = await shop.customer();
    expect(invoices?.[0]).toMatchObject({ status: "paid", total: 15 });
    expect(features["credits"]?.balance).toBeGreaterThanOrEqual(300);
    expect(await ledgerGaps(shop.t)).toEqual([]);
  });

  it("that needs approval waits for it and grants nothing before", async () => {
    const shop = await openShop(kind);
    await shop.saveCard("4000000000003063");
    const { data } = await shop.attach({ productId: "creator" });
    expect(data?.code).toBe("invoice_action_required");
    expect(data?.checkout_url).toMatch(/^https?:\/\//);
    expect(await shop.summary()).toMatchObject({ products: [FREE], invoices: [] });
  });
});

const PENDING = "payment_pending";

async function setCredit(shop: Shop, credit_minor: number) {
  await shop.customer();
  await shop.t.run(async (ctx) => {
    const customer = await ctx.db.query("customers").first();
    if (!customer) throw new Error("There is no customer");
    await ctx.db.patch("customers", customer._id, { credit_minor });
  });
}

describe("a lost response", () => {
  it("leaves the purchase open until the webhook arrives, and charges once", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    const order = { productId: "creator", clientRequestId: "click-1" };
    expect((await shop.attach(order)).error?.code).toBe(PENDING);
    remote.network = "fine";
    expect(new Set(await shop.deliver())).toEqual(new Set([204]));
    expect((await shop.attach(order)).data?.code).toBe("new_product_attached");
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(remote.charged).toHaveLength(1);
  });

  it("is fetched by the sweep when no webhook arrives either", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    remote.network = "fine";
    setTime(APRIL_1 + 59_999);
    expect(await startDueJobs(shop.t)).toBe(0);
    setTime(APRIL_1 + 60_000);
    expect(await startDueJobs(shop.t)).toBe(1);
    await shop.t.action(internal.payments.charges.sendCharge.sendCharge, {
      charge: (await lastCharge(shop))._id,
    });
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(remote.charged).toHaveLength(1);
  });

  it("is asked about after a minute, and later on by the sweep of all that is overdue", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    const looks = async () =>
      await shop.t.run(async (ctx) => {
        const jobs = await ctx.db.system.query("_scheduled_functions").take(100);
        const reconciling = jobs.filter(({ name }) => name.includes("jobs:attempt"));
        return [...new Set(reconciling.map(({ scheduledTime }) => scheduledTime))];
      });
    expect(await looks()).toEqual([APRIL_1 + 60_000]);
    // Hours later, the next question is further away than the next sweep.
    setTime(APRIL_1 + 3 * 3_600_000);
    await shop.t.run(async ({ db }) => {
      const job = await db.query("jobs").first();
      if (job) await db.patch("jobs", job._id, { attempts: 4 });
    });
    expect(await startDueJobs(shop.t)).toBe(1);
    expect(await looks()).toEqual([APRIL_1 + 60_000]);
  });

  it("is fetched by sweep and operator once the customer has approved the charge", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    await shop.saveCard("4000000000003063");
    await shop.attach({ productId: "creator" });
    const { _id: charge, reference = "" } = await lastCharge(shop);
    const payment = remote.payments.get(reference);
    if (payment) remote.approve(payment, true);
    setTime(APRIL_1 + 60_000);
    expect(await startDueJobs(shop.t)).toBe(1);
    const { data } = await shop.t.mutation(internal.lifecycle.reprocess.reprocess, {
      customerId: ANA,
    });
    expect(data).toMatchObject({ charges: 1 });
    await shop.t.action(internal.payments.charges.sendCharge.sendCharge, { charge });
    expect((await shop.summary()).products).toEqual([CREATOR]);
  });

  it("blocks a second purchase of the same product", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    await shop.attach({ productId: "creator", clientRequestId: "click-1" });
    remote.network = "down";
    const second = await shop.attach({ productId: "creator", clientRequestId: "click-2" });
    expect(second.error?.code).toBe("lock_already_exists");
    remote.network = "fine";
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(remote.charged).toHaveLength(1);
  });

  it("is given up after a day when the processor does not know the request", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "down";
    const order = { productId: "creator", clientRequestId: "click-1" };
    await shop.attach(order);
    remote.network = "fine";
    setTime(APRIL_1 + DAY_MS);
    expect((await shop.summary()).products).toEqual([FREE]);
    expect(await lastCharge(shop)).toMatchObject({ state: "declined" });
    expect((await shop.attach(order)).error?.code).toBe("payment_failed");
    expect(remote.charged).toEqual([]);
  });
});

describe("a deployment that was down during a renewal and its grace period", () => {
  const JUNE_20 = Date.UTC(2025, 5, 20);

  async function wokenWith(card: string) {
    const { shop } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    await shop.saveCard(card);
    setTime(JUNE_20);
    // Each answer advances time to the next charge.
    for (let answer = 0; answer < 4; answer += 1) await shop.customer();
    return await shop.summary();
  }

  it("charges before it ends the plan, and continues as if it had been running", async () => {
    const { products, invoices } = await wokenWith(CARDS.ok);
    expect(products).toEqual([CREATOR]);
    expect(invoices).toEqual([RENEWED, RENEWED, RENEWED]);
  });

  it("ends the plan once the charge is declined, and does not charge again", async () => {
    const { products, invoices } = await wokenWith(CARDS.failsLater);
    expect(products).toEqual([FREE]);
    expect(invoices).toEqual([["uncollectible", 6], RENEWED]);
  });
});

describe("a payment for a purchase that is no longer possible", () => {
  it("stays with the customer as credit, and pays the next purchase", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    const charge = await lastCharge(shop);
    await shop.t.run(async (ctx) => {
      if (charge.key.kind !== "intent") throw new Error("A purchase is an intent");
      await ctx.db.patch("intents", charge.key.id, { state: "expired" });
    });
    remote.network = "fine";
    await shop.deliver();
    const credit = await shop.t.run((ctx) => ctx.db.get("customers", charge.customer));
    expect(credit?.credit_minor).toBe(charge.minor);
    expect((await shop.attach({ productId: "creator" })).error).toBeNull();
    expect(remote.charged).toHaveLength(1);
  });
});

describe("a charge of a customer who is deleted before its answer", () => {
  async function deleted() {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    remote.network = "answers_are_lost";
    await shop.attach({ productId: "creator" });
    const charge = await lastCharge(shop);
    const params = { customer_id: ANA };
    await shop.t.mutation(api.public.deleteCustomer, { params });
    await shop.t.finishAllScheduledFunctions(vi.runAllTimers);
    remote.network = "fine";
    return { shop, charge, remote };
  }

  it("is only recorded when the answer arrives", async () => {
    const { shop } = await deleted();
    await shop.deliver();
    expect(await lastCharge(shop)).toMatchObject({ state: "paid" });
    expect(await shop.t.run((ctx) => ctx.db.query("subscriptions").take(5))).toEqual([]);
  });

  it("is given up by the sweep when Stripe has not charged it, and not asked about again", async () => {
    const { shop, charge, remote } = await deleted();
    remote.payments.clear();
    // It was asked about while the answers were lost.
    const jobs = () => jobsOf(shop.t, "settle_charge");
    setTime((await jobs())[0]?.next_attempt_at ?? 0);
    await startDueJobs(shop.t);
    await shop.t.finishAllScheduledFunctions(vi.runAllTimers);
    setTime(charge.created_at + DAY_MS);
    expect(await jobs()).toEqual([]);
    expect(await lastCharge(shop)).toMatchObject({ state: "declined" });
  });
});

describe("a page of the processor's", () => {
  it("leaves the rest to the saved card when credit was spent meanwhile", async () => {
    const shop = await openShop("remote");
    await setCredit(shop, 250);
    const { data } = await shop.attach({ productId: "creator" });
    const url = String(data?.checkout_url);
    await shop.t.fetch(new URL(url).pathname, { redirect: "manual" });
    await setCredit(shop, 0);
    await shop.pay(url);
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(shop.remote?.charged.map(({ minor }) => minor)).toEqual([350, 250]);
  });

  it("asks for the rest after credit once, and for nothing while it is unpaid", async () => {
    const shop = await openShop("remote");
    await setCredit(shop, 250);
    const { data } = await shop.attach({ productId: "creator" });
    const url = String(data?.checkout_url);
    for (let opened = 0; opened < 2; opened += 1) {
      await shop.t.fetch(new URL(url).pathname, { redirect: "manual" });
    }
    const charge = await lastCharge(shop);
    expect(await shop.t.run((ctx) => ctx.db.query("charges").take(5))).toEqual([charge]);
    const opened = [...(shop.remote?.sessions.values() ?? [])];
    expect(opened.map(({ amount_total }) => amount_total)).toEqual([350]);
    setTime(APRIL_1 + 60_000);
    await shop.t.action(internal.payments.charges.sendCharge.sendCharge, { charge: charge._id });
    expect(await lastCharge(shop)).toMatchObject({ state: "open", via: "page" });
    expect(await shop.pay(url)).toBe(true);
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(shop.remote?.charged.map(({ minor }) => minor)).toEqual([350]);
  });

  it("is not opened any more for a purchase at another price", async () => {
    const shop = await openShop("remote");
    const { data } = await shop.attach({ productId: "creator" });
    const path = new URL(String(data?.checkout_url)).pathname;
    const open = async () => (await shop.t.fetch(path, { redirect: "manual" })).status;
    expect(await open()).toBe(303);
    const products = SPOTLIGHT_CATALOGUE.products.map((product) => ({
      ...product,
      items: product.items.map((item) => (item.price === 6 ? { ...item, price: 7 } : item)),
    }));
    const dearer = { ...SPOTLIGHT_CATALOGUE, products };
    await shop.t.run((ctx) => install(ctx, dearer, APRIL_1));
    expect(await open()).toBe(404);
  });

  it("saves its card once, however often it is reported", async () => {
    const shop = await openShop("remote");
    const { data } = await shop.attach({ productId: "creator" });
    await shop.t.fetch(new URL(String(data?.checkout_url)).pathname, { redirect: "manual" });
    const [session] = shop.remote?.sessions.values() ?? [];
    if (session) expect(shop.remote?.pay(session, CARDS.ok)).toBe(true);
    const reports = shop.remote?.reports ?? [];
    for (let time = 0; time < 2; time += 1) await shop.deliver([...reports].reverse());
    expect(await shop.t.run((ctx) => ctx.db.query("paymentMethods").take(5))).toHaveLength(1);
  });
});

/** Every sequence of one to four of two reports. */
const ORDERS = [1, 2, 3, 4].flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, code) =>
    Array.from({ length }, (_, place) => (code >> place) & 1),
  ),
);

describe("a report", () => {
  it("with a forged signature is refused, and one about an unknown charge is acknowledged", async () => {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    const forged = { method: "POST", headers: { "Stripe-Signature": "forged" }, body: "{}" };
    expect((await shop.t.fetch("/payments/events", forged)).status).toBe(400);
    const [known] = remote.events;
    if (!known) throw new Error("Stripe has reported nothing");
    const object = { id: "pi_other", metadata: { spotlight_charge: "unknown" } };
    expect(await shop.post({ ...known, id: "evt_other", data: { object } })).toBe(204);
    reach(null);
    expect((await shop.t.fetch("/payments/events", forged)).status).toBe(404);
  });

  it.each([
    ["approved", true, CREATOR],
    ["refused", false, FREE],
  ] as const)(
    "of a payment that is %s at last has the same result in any order, however often it is sent",
    async (_, approves, expected) => {
      const begin = casesFromShop(async () => {
        const { shop, stripe } = await openStripeShop();
        await shop.saveCard("4000000000003063");
        stripe.reports = [];
        await shop.attach({ productId: "creator" });
        return { shop, stripe };
      });
      for (const order of ORDERS)
        await begin(async ({ shop, stripe: remote }) => {
          const [payment] = remote.payments.values();
          if (!payment) throw new Error("Nothing was charged");
          remote.approve(payment, approves);
          const said = [...remote.reports];
          expect(said).toHaveLength(2);
          await shop.deliver(order.flatMap((index) => said[index] ?? []));
          const sent = `after ${String(order)}`;
          expect(await lastCharge(shop), sent).toMatchObject({
            state: approves ? "paid" : "declined",
          });
          const { products, invoices } = await shop.summary();
          expect(products, sent).toEqual([expected]);
          expect(invoices, sent).toHaveLength(approves ? 1 : 0);
        });
    },
  );
});
