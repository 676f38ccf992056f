import { describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import {
  beginWithoutStripe,
  lastCharge,
  openStripeShopWithCard,
} from "../../payments/stripe/stripe-shop";
import { ANA } from "../harness";

beginWithoutStripe();

describe("a refund whose answer", () => {
  async function refunding(network: "answers_are_lost" | "down") {
    const { shop, stripe: remote } = await openStripeShopWithCard();
    await shop.attach({ productId: "creator" });
    const { request_key: charge, customer } = await lastCharge(shop);
    remote.network = network;
    const invoice = await shop.t.run((ctx) => ctx.db.query("invoices").first());
    const refund = async (amount: number) => {
      const asked = { customerId: ANA, invoice: String(invoice?.number), amount };
      const { data } = await shop.t.mutation(internal.operations.invoices.refunds.refund, asked);
      expect(data).toMatchObject({ refunded: amount, by_card: amount });
      await shop.customer();
    };
    const stored = async () =>
      await shop.t.run(async (ctx) => ({
        credit: (await ctx.db.get("customers", customer))?.credit_minor,
        refunds: (await ctx.db.query("invoices").first())?.refunds,
      }));
    return { shop, remote, charge, refund, stored };
  }

  it.each(["answers_are_lost", "down"] as const)(
    "is lost (%s) is asked for again, and the money is refunded once",
    async (network) => {
      const { shop, remote, charge, refund, stored } = await refunding(network);
      await refund(6);
      remote.network = "fine";
      const replay = () =>
        shop.t.mutation(internal.lifecycle.reprocess.reprocess, { customerId: ANA });
      expect((await replay()).data).toMatchObject({ charges: 1 });
      await shop.customer();
      expect((await replay()).data).toMatchObject({ charges: 0 });
      expect(remote.refunded).toEqual([[charge, 600]]);
      expect(await stored()).toMatchObject({ credit: 0, refunds: [{ by_card_minor: 600 }] });
    },
  );

  it("is a failure leaves all of it refundable, and logs it for the operator", async () => {
    const { shop, remote, refund, stored } = await refunding("down");
    await refund(6);
    remote.network = "fine";
    remote.failsNextRefund = true;
    await shop.customer();
    for (let time = 0; time < 2; time += 1) await shop.deliver([...remote.reports]);
    const failed = { minor: 600, by_card_minor: 600, failed_at: expect.any(Number) as number };
    expect(await stored()).toMatchObject({ credit: 0, refunds: [failed] });
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes("refund_declined"))).toHaveLength(1);
  });

  it("is a failure leaves another refund of the same invoice on its way to the card", async () => {
    const { shop, remote, refund, stored } = await refunding("down");
    await refund(2);
    await refund(5);
    remote.network = "fine";
    remote.failsNextRefund = true;
    await shop.customer();
    const refunds = [
      { minor: 200, failed_at: expect.any(Number) as number },
      { minor: 300, by_card_minor: 300 },
    ];
    expect(await stored()).toMatchObject({ credit: 0, refunds });
  });
});
