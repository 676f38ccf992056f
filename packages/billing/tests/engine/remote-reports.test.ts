import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChargeAnswer } from "../../src/component/payments/processor";
import { FakeRemote } from "../payments/fake-remote";
import { Shop } from "../payments/shop";
import { charging } from "./processors";

// A purchase without an answer is logged for the operator.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  charging.remote = null;
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A shop in which a purchase waits for the processor's answer, and the key of its request. */
async function shopThatWaits() {
  const remote = new FakeRemote();
  charging.remote = remote;
  const shop = await Shop.open(remote);
  await shop.saveCard();
  remote.network = "down";
  await shop.attach({ productId: "creator" });
  const charge = await shop.t.run((ctx) => ctx.db.query("charges").order("desc").first());
  if (!charge) throw new Error("Nothing was asked for");
  return { shop, key: charge.request_key };
}

describe("a webhook", () => {
  it.each(["", "Good", "good, good", "t=1,v1=00"])(
    "with the signature %j is refused unread, and nothing is stored",
    async (signature) => {
      const { shop, key } = await shopThatWaits();
      const noted = () => shop.t.run((ctx) => ctx.db.query("paymentEvents").take(50));
      const before = await noted();
      const body = JSON.stringify({ id: "evt", key, answer: { status: "paid" }, card: null });
      const headers = { "X-Signature": signature };
      const answer = await shop.t.fetch("/payments/events", { method: "POST", headers, body });
      expect(answer.status).toBe(400);
      expect(await noted()).toEqual(before);
      expect((await shop.summary()).products).toEqual([["free", "active", false]]);
    },
  );

  it("that is sent a hundred times at once has one effect; another event with its id has none", async () => {
    const { shop, key } = await shopThatWaits();
    const paid = () => shop.report(key, { status: "paid" }, null, "evt_one");
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await paid()).status),
    );
    expect(new Set(statuses)).toEqual(new Set([204]));
    const no: ChargeAnswer = { status: "declined", code: "late", message: "No." };
    expect((await shop.report(key, no, null, "evt_one")).status).toBe(204);
    const { products, invoices } = await shop.summary();
    expect([products, invoices.length]).toEqual([[["creator", "active", false]], 1]);
  });

  it("for an unknown charge creates no customer", async () => {
    const { shop } = await shopThatWaits();
    const customers = () => shop.t.run((ctx) => ctx.db.query("customers").take(5));
    const before = await customers();
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 };
    expect((await shop.report("another-shop", { status: "paid" }, card)).status).toBe(204);
    expect(await customers()).toEqual(before);
  });
});
