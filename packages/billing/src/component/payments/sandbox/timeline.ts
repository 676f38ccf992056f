import { v } from "convex/values";
import { fail, ok, vResult } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import { query } from "../../_generated/server";
import { nowFor } from "../../platform/clock";
import { findCustomer, loadCustomerState } from "../../store/customers/customerState";
import { nextStep } from "../../rules/renewals/schedule";
import { refuseOutsideSandbox } from "../../platform/mode";
import { vTimeline } from "../../../contract/sandbox";
import type { Timeline } from "../../../contract/sandbox";

const MAX_EVENTS = 20;

/** A customer's time for developers: the clock, the next events and the past ones. */
export const read = query({
  args: { customerId: v.string(), now: v.number() },
  returns: vResult(vTimeline),
  handler: async (ctx, { customerId, now: real }): Promise<Result<Timeline>> => {
    const refusal = refuseOutsideSandbox();
    if (refusal) return refusal;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const now = nowFor(customer, real);
    const { subscriptions } = await loadCustomerState(ctx, customer, now);
    const injected = await ctx.db
      .query("injectedFailures")
      .withIndex("by_customer", (q) => q.eq("customer", customer._id))
      .first();
    const events = await ctx.db
      .query("paymentEvents")
      .withIndex("by_customer", (q) => q.eq("customer", customer._id))
      .order("desc")
      .take(MAX_EVENTS);
    return ok({
      now,
      is_test_clock: customer.clock_now !== undefined,
      next_due_at: customer.next_due_at,
      due: subscriptions
        .map((row) => nextStep([row]))
        .filter((step) => step !== null)
        .sort((a, b) => a.at - b.at)
        .map(({ at, kind, row }) => ({ at, what: kind, product: row.product.name })),
      next_charge_fails: injected && injected.code,
      events: events.map(({ event_id: id, at, status, minor }) => ({ id, at, status, minor })),
    });
  },
});
