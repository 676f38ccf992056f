import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { FakeStripe } from "../../payments/stripe/fake-stripe";
import { reach } from "../../payments/stripe/reach";
import { Shop } from "../../payments/shop";
import { DAY_MS } from "../../../src/contract/time";
import { ANA, CARDS, MAY_1 } from "../harness";

// Disputes are logged for the operator.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  reach(null);
});

const FREE = ["free", "active", false];
const CREATOR = ["creator", "active", false];

async function shopWithPlan() {
  const stripe = new FakeStripe();
  reach(stripe);
  const shop = await Shop.open(stripe);
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  const [payment] = stripe.payments.values();
  if (!payment) throw new Error("Nothing was charged");
  return { shop, stripe, payment };
}

const listed = async ({ t }: Shop, state: "open" | "won" | "lost") => {
  const rows = await t.query(internal.lifecycle.charges.disputes.list, { state });
  return rows.map(({ customer_id, minor, reason }) => [customer_id, minor, reason]);
};

describe("a disputed payment", () => {
  it("is listed and logged while it is open, and takes nothing away", async () => {
    const { shop, stripe, payment } = await shopWithPlan();
    stripe.dispute(payment);
    for (let time = 0; time < 2; time += 1) await shop.deliver([...stripe.reports]);
    expect(await listed(shop, "open")).toEqual([[ANA, 600, "fraudulent"]]);
    expect((await shop.summary()).products).toEqual([CREATOR]);
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes("dispute_open"))).toHaveLength(1);
  });

  it("that is won takes nothing away, and is closed", async () => {
    const { shop, stripe, payment } = await shopWithPlan();
    stripe.close(stripe.dispute(payment), "won");
    await shop.deliver();
    expect([await listed(shop, "open"), await listed(shop, "won")]).toEqual([
      [],
      [[ANA, 600, "fraudulent"]],
    ]);
    expect((await shop.summary()).products).toEqual([CREATOR]);
  });

  it("that is lost ends what it has paid for, once, without credit, in any order of reports", async () => {
    const { shop, stripe, payment } = await shopWithPlan();
    await shop.deliver();
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver([...stripe.reports].reverse());
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([FREE]);
    const [customer] = await shop.t.run((ctx) => ctx.db.query("customers").take(1));
    expect(customer?.credit_minor).toBe(0);
    await shop.attach({ productId: "creator" });
    await shop.deliver([...stripe.events]);
    expect((await shop.summary()).products).toEqual([CREATOR]);
  });
});

describe("a payment that is disputed late", () => {
  it("takes nothing from a plan that a later payment has paid for", async () => {
    const { shop, stripe, payment } = await shopWithPlan();
    await shop.deliver();
    await shop.t.mutation(api.public.cancel, {
      params: { customer_id: ANA, product_id: "creator", cancel_immediately: true },
    });
    expect((await shop.summary()).products).toEqual([FREE]);
    vi.setSystemTime(Date.now() + 40 * DAY_MS);
    await shop.attach({ productId: "creator" });
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([CREATOR]);
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([CREATOR]);
  });
});

describe("a lost payment of a plan that was renewed since", () => {
  it.each([
    ["of the period before ends nothing", 0, CREATOR],
    ["of this period ends the plan", 1, FREE],
  ])("%s, and operators see it", async (_, which, product) => {
    const { shop, stripe } = await shopWithPlan();
    await shop.deliver();
    vi.setSystemTime(MAY_1);
    for (let call = 0; call < 2; call += 1) await shop.customer();
    await shop.deliver();
    const payment = [...stripe.payments.values()][which];
    if (!payment || stripe.payments.size !== 2) throw new Error("There was no renewal");
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([product]);
    expect(await listed(shop, "lost")).toEqual([[ANA, 600, "fraudulent"]]);
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
    const ends = product === FREE ? '"ends":["creator"]' : '"ends":[]';
    expect(
      lines.filter((line) => line.includes("dispute_lost") && line.includes(ends)).length,
    ).toBe(1);
  });
});

describe("a lost payment of a change in the period", () => {
  it("leaves the plan where it paid for packs: another paid for the plan, and operators see it", async () => {
    const { shop, stripe } = await shopWithPlan();
    await shop.attach({ productId: "creator", options: [{ featureId: "credits", quantity: 100 }] });
    await shop.deliver();
    const payment = [...stripe.payments.values()].at(-1);
    if (!payment || stripe.payments.size !== 2) throw new Error("No packs were charged");
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([CREATOR]);
    expect(await listed(shop, "lost")).toEqual([[ANA, payment.amount, "fraudulent"]]);
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
    expect(lines.some((line) => line.includes("dispute_lost") && line.includes('"ends":[]'))).toBe(
      true,
    );
  });

  it("ends the plan where it paid for an upgrade", async () => {
    const { shop, stripe } = await shopWithPlan();
    await shop.attach({ productId: "studio" });
    await shop.deliver();
    const payment = [...stripe.payments.values()].at(-1);
    if (!payment || stripe.payments.size !== 2) throw new Error("No upgrade was charged");
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    expect((await shop.summary()).products).toEqual([FREE]);
  });
});

describe("a lost payment of something that is bought once", () => {
  it.each([
    ["leaves units, which may be used already", "print_pack", true],
    ["ends what has no units", "lifetime_badge", false],
  ])("%s", async (_, productId, stays) => {
    const { shop, stripe } = await shopWithPlan();
    await shop.attach({ productId });
    await shop.deliver();
    const [payment] = [...stripe.payments.values()].slice(-1);
    if (!payment) throw new Error("Nothing was charged");
    stripe.close(stripe.dispute(payment), "lost");
    await shop.deliver();
    const { products, features } = await shop.customer();
    expect(products.map(({ id }) => id).includes(productId)).toBe(stays);
    expect(features["prints"]?.balance).toBe(stays ? 5 : undefined);
  });
});

describe("the portal, where Stripe charges", () => {
  it("leads to Stripe's page for a card and back, and forgets a card that is removed", async () => {
    const { shop, stripe } = await shopWithPlan();
    const { data } = await shop.t.mutation(api.public.billingPortal, {
      params: { customer_id: ANA },
    });
    const path = new URL(String(data?.url)).pathname;
    expect(path).toMatch(/^\/portal\//);
    const read = async () => await (await shop.t.fetch(path, {})).text();
    const send = async (fields: Record<string, string>) => {
      const form_token = /name="form_token" value="(\w+)"/.exec(await read())?.[1] ?? "";
      const body = new URLSearchParams({ form_token, ...fields }).toString();
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      return await shop.t.fetch(path, { method: "POST", headers, body });
    };
    expect(await read()).not.toMatch(/Card number|Sandbox|test card/i);
    expect(
      (await send({ do: "add", number: CARDS.ok, expiry: "12 / 30", cvc: "123" })).status,
    ).toBe(404);
    const onward = await send({ do: "add_elsewhere" });
    const url = /url=(\S+)/.exec(onward.headers.get("Refresh") ?? "")?.[1] ?? "";
    expect(await shop.pay(url)).toBe(true);
    const cards = async () => await shop.t.run((ctx) => ctx.db.query("paymentMethods").take(5));
    const [first, second] = await cards();
    expect([first?.last4, second?.last4]).toEqual(["4242", "4242"]);
    await send({ do: "remove", method: String(first?._id) });
    await shop.t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await cards()).toHaveLength(1);
    expect(stripe.methods.get(first?.processor_id ?? "")?.customer).toBeNull();
  });
});
