import { describe, expect, it } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import type { ChargeAnswer } from "../../../src/component/payments/processor";
import {
  beginWithoutStripe,
  lastCharge,
  openStripeShopWithCard,
} from "../../payments/stripe/stripe-shop";
import type { Shop } from "../../payments/shop";
import { ANA, CARDS, MAY_1, getCustomer, setTime } from "../harness";
import { creditOf } from "../shop";

beginWithoutStripe();

const NO: ChargeAnswer = { status: "declined", code: "late", message: "No." };
const YES: ChargeAnswer = { status: "paid" };

async function apply(shop: Shop, ...answers: ChargeAnswer[]) {
  const { _id: charge, minor, currency } = await lastCharge(shop);
  for (const answer of answers) {
    const outcome = { answer, reference: null, card: null, moved: { minor, currency } };
    await shop.t.mutation(internal.lifecycle.charges.settlement.applyOutcome, { charge, outcome });
  }
}

describe("an outcome that comes after another", () => {
  it("takes nothing away from a payment", async () => {
    const { shop } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    await apply(shop, NO);
    expect(await lastCharge(shop)).toMatchObject({ state: "paid" });
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
  });

  it("makes what a refund that came back was refundable again, once", async () => {
    const { shop, stripe } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    const invoice = await shop.t.run((ctx) => ctx.db.query("invoices").first());
    const asked = { customerId: ANA, invoice: String(invoice?.number) };
    await shop.t.mutation(internal.operations.invoices.refunds.refund, asked);
    await shop.customer();
    expect([stripe.refunded.length, await creditOf(shop.t)]).toEqual([1, 0]);
    await apply(shop, NO, NO, YES);
    const [note] = await shop.t.run((ctx) => ctx.db.query("creditNotes").take(2));
    const kept = await shop.t.run((ctx) => ctx.db.query("invoices").first());
    expect([note?.status, kept?.refunds?.length]).toEqual(["void", 1]);
    expect(kept?.refunds?.[0]?.failed_at).toBeDefined();
  });
});

describe("a payment that its customer never approves", () => {
  it("is called off after a day, and the renewal is tried again", async () => {
    const { shop, stripe } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    stripe.useCard(ANA, "4000000000003063");
    setTime(MAY_1);
    expect((await shop.summary()).products).toEqual([["creator", "active", true]]);
    const charge = await lastCharge(shop);
    expect(charge.state).toBe("requires_action");
    expect(charge.url).toContain("/3ds/");
    setTime(MAY_1 + 24 * 60 * 60_000);
    await shop.t.action(internal.payments.charges.sendCharge.sendCharge, { charge: charge._id });
    expect(stripe.payments.get(charge.reference ?? "")?.status).toBe("canceled");
    expect(await shop.t.run((ctx) => ctx.db.get("charges", charge._id))).toMatchObject({
      state: "declined",
    });
  });
});

describe("a card that is saved while the old one is being charged", () => {
  it("pays the renewal that the old one did not", async () => {
    const { shop, stripe } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    stripe.useCard(ANA, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(shop.t);
    expect(await lastCharge(shop)).toMatchObject({ state: "open", via: "saved_method" });
    await shop.saveCard();
    // The first answer is the old card's, the second one the new card's.
    for (let answer = 0; answer < 2; answer += 1) await shop.customer();
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
    expect(stripe.charged.map(({ minor }) => minor)).toEqual([600, 600]);
  });
});
