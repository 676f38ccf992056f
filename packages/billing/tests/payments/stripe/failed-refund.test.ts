import { expect, it } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { ANA } from "../../engine/harness";
import { stuckJobs } from "../../engine/jobs";
import type { Shop } from "../shop";
import type { FakeStripe } from "./fake-stripe";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

beginWithoutStripe();

async function refunded(prepare: (stripe: FakeStripe) => void) {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  await shop.customer();
  const invoice = await shop.t.run(async (ctx) => (await ctx.db.query("invoices").first())?.number);
  prepare(stripe);
  const asked = { customerId: ANA, invoice: String(invoice), amount: 2 };
  await shop.t.mutation(internal.operations.invoices.refunds.refund, asked);
  await shop.customer();
  return { shop, stripe, invoice };
}

const told = async ({ t }: Shop) =>
  (await t.run((ctx) => ctx.db.query("events").take(50))).filter(({ type }) =>
    ["credit_note.issued", "refund.failed"].includes(type),
  );

it("a refund that comes back after it was told is told once more", async () => {
  const { shop, stripe, invoice } = await refunded(() => undefined);
  expect((await told(shop)).map(({ type }) => type)).toEqual(["credit_note.issued"]);
  const [refund] = stripe.refunds.values();
  if (!refund) throw new Error("Nothing was refunded");
  stripe.failRefund(refund);
  const [report] = stripe.reports.slice(-1);
  await shop.deliver();
  if (report) await shop.post(report);
  await shop.process();
  const events = await told(shop);
  expect(events.map(({ type }) => type)).toEqual(["credit_note.issued", "refund.failed"]);
  expect(events[1]?.fields).toEqual({
    ...{ credit_note: expect.stringMatching(/^CN-/) as string, invoice, amount: 2 },
    ...{ currency: "usd", hosted_invoice_url: expect.stringContaining("/invoice/") as string },
  });
});

it("a refund that comes back while Stripe does not answer is told once it does", async () => {
  const { shop, stripe } = await refunded(() => undefined);
  const [refund] = stripe.refunds.values();
  if (!refund) throw new Error("Nothing was refunded");
  stripe.failRefund(refund);
  stripe.network = "down";
  await shop.deliver();
  // The refund counts as made, so only this report triggers another lookup.
  const [job] = await stuckJobs(shop.t, "process_report");
  expect(job?.about).toMatch(/^refund\.failed evt_/);
  expect(job?.error).toContain("connection to Stripe");
  stripe.network = "fine";
  await shop.process();
  expect((await told(shop)).map(({ type }) => type)).toContain("refund.failed");
  expect(await stuckJobs(shop.t, "process_report")).toEqual([]);
});

it("a refund that the card refuses at once was never told, and is not told of", async () => {
  const { shop } = await refunded((stripe) => (stripe.failsNextRefund = true));
  expect(await told(shop)).toEqual([]);
});
