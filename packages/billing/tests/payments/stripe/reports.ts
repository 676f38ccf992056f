import { internal } from "../../../src/component/_generated/api";
import type { openBilling } from "../../../../../tests/convex/backend";
import type { Id } from "../../../src/component/_generated/dataModel";
import { jobsOf } from "../../engine/jobs";
import type { FakeStripe } from "./fake-stripe";
import type { StripeEvent } from "./objects";

type Engine = ReturnType<typeof openBilling>;

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
  for (const { subject } of await jobsOf(t, "process_report")) {
    const event = subject as Id<"paymentEvents">;
    await t.action(internal.payments.charges.reports.process, { event });
  }
}
