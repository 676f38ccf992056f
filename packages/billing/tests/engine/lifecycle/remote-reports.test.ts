import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { FakeStripe } from "../../payments/stripe/fake-stripe";
import { reach } from "../../payments/stripe/reach";
import { Shop } from "../../payments/shop";
import { setTime } from "../harness";
import { jobsOf, startDueJobs, stuckJobs } from "../jobs";

// A purchase without an answer is logged for the operator.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  reach(null);
});

const FREE = ["free", "active", false];
const CREATOR = ["creator", "active", false];

/** A shop in which a purchase was paid, and its answer was lost; and the report of it. */
async function shopThatWaits() {
  const stripe = new FakeStripe();
  reach(stripe);
  const shop = await Shop.open(stripe);
  await shop.saveCard();
  stripe.reports = [];
  stripe.network = "answers_are_lost";
  await shop.attach({ productId: "creator" });
  const [report] = stripe.reports;
  if (!report) throw new Error("Stripe has reported nothing");
  return { shop, stripe, report };
}

const stored = ({ t }: Shop) => t.run((ctx) => ctx.db.query("paymentEvents").take(50));

const stuck = async ({ t }: Shop) => await stuckJobs(t, "process_report");

describe("a report", () => {
  it("of four minutes ago is taken", async () => {
    const { shop, stripe, report } = await shopThatWaits();
    stripe.skew = -4 * 60_000;
    expect(await shop.post(report)).toBe(204);
  });

  it("that is sent a hundred times at once has one effect", async () => {
    const { shop, stripe, report } = await shopThatWaits();
    stripe.network = "fine";
    const sent = Array.from({ length: 100 }, () => shop.post(report));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([204]));
    expect((await stored(shop)).filter(({ event_id: id }) => id === report.id)).toHaveLength(1);
    await shop.process();
    const { products, invoices } = await shop.summary();
    expect([products, invoices.length]).toEqual([[CREATOR], 1]);
  });

  it("whose processing fails is stored, and processed again by the cron", async () => {
    const { shop, stripe, report } = await shopThatWaits();
    stripe.network = "down";
    expect(await shop.post(report)).toBe(204);
    await shop.process();
    expect((await shop.summary()).products).toEqual([FREE]);
    stripe.network = "fine";
    const dispute = stripe.dispute(Array.from(stripe.payments.values())[0] ?? never());
    stripe.network = "down";
    await shop.post(stripe.reports.at(-1) ?? never());
    expect(await stuck(shop)).toEqual([]);
    await shop.process();
    expect(await stuck(shop)).toEqual([
      expect.objectContaining({
        about: expect.stringMatching(/^charge\.dispute\.created evt_/) as string,
        error: expect.stringContaining("connection to Stripe") as string,
        attempts: 1,
        next_attempt_at: Date.now() + 60_000,
        dismissible: true,
      }),
    ]);
    stripe.network = "fine";
    setTime(Date.now() + 60_000);
    // The report's job, and that of the charge without an answer.
    expect(await startDueJobs(shop.t)).toBe(2);
    await shop.process();
    const rows = await shop.t.query(internal.lifecycle.charges.disputes.list, {});
    expect(rows.map((row) => row.dispute)).toEqual([dispute.id]);
    const events = await shop.t.run((ctx) => ctx.db.query("events").take(50));
    expect(events.filter(({ type }) => type === "payment.disputed")).toHaveLength(1);
    expect(await jobsOf(shop.t, "process_report")).toEqual([]);
  });

  it("that never came is fetched within the hour", async () => {
    const { shop, stripe } = await shopThatWaits();
    stripe.network = "fine";
    stripe.dispute(Array.from(stripe.payments.values())[0] ?? never());
    await shop.t.action(internal.payments.charges.missedReports.fetchMissed, {});
    await shop.process();
    expect(await shop.t.query(internal.lifecycle.charges.disputes.list, {})).toHaveLength(1);
  });
});

function never(): never {
  throw new Error("There is none");
}
