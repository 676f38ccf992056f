import { internal } from "../../../src/component/_generated/api";
import type { openBilling } from "../../../../../tests/convex/backend";
import type { FakeStripe } from "./fake-stripe";
import type { StripeEvent } from "./objects";

type Engine = ReturnType<typeof openBilling>;

const MAX_ROWS = 100;

/** Stripe sends one report; the status of the answer. */
export async function postReport(t: Engine, stripe: FakeStripe, event: StripeEvent) {
  const request = await stripe.signed(event);
  const { pathname } = new URL(request.url);
  const { headers } = request;
  const body = await request.text();
  return (await t.fetch(pathname, { method: "POST", headers, body })).status;
}

/** Processes the reports that are stored, as their scheduled runs do. */
export async function processReports(t: Engine): Promise<void> {
  const due = await t.run((ctx) =>
    ctx.db
      .query("paymentEvents")
      .withIndex("by_due_at", (q) => q.gt("due_at", 0))
      .take(MAX_ROWS),
  );
  for (const { _id: event } of due) {
    await t.action(internal.payments.remote.reports.process, { event });
  }
}
