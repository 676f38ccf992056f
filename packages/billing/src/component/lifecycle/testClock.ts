import { v } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, mutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { nowFor } from "../platform/clock";
import { findCustomer } from "../store/customers/customerState";
import { processDueSteps } from "../operations/renewal/dueSteps";
import { refuseOutsideSandbox } from "../platform/mode";
import { vDeclineCode } from "../../contract/sandbox";
import { takeInjectedFailure } from "../payments/sandbox/processor";
import { DAY_MS } from "../../contract/time";

const MAX_ADVANCE_MS = 5 * 366 * DAY_MS;
/** As far as one transaction goes: a quarter has at most some thirteen weekly cycles. */
const STRIDE_MS = 92 * DAY_MS;

/** `now`: the time of the clock. It is still moving while `now` is before the requested time. */
const vMoved = v.object({ now: v.number() });
type Moved = typeof vMoved.type;

/**
 * Moves a customer's test clock forward, and takes every step that becomes due, in
 * the order of time. A long way is split into strides, each a transaction of its
 * own; the customer's time is the new one from the first stride on.
 */
export const advance = mutation({
  args: { customerId: v.string(), to: v.number() },
  returns: vResult(vMoved),
  handler: async (ctx, { customerId, to }): Promise<Result<Moved>> => {
    const refusal = refuseOutsideSandbox();
    if (refusal) return refusal;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const now = nowFor(customer);
    if (!(to >= now && to <= now + MAX_ADVANCE_MS)) {
      return fail("invalid_inputs", "The clock moves forward only, at most five years at a time");
    }
    return ok({ now: await stride(ctx, customer, to) });
  },
});

/** The next stride of a long way. A clock that is ahead by now is not moved back. */
export const continueAdvance = internalMutation({
  args: { customer: v.id("customers"), to: v.number() },
  returns: v.null(),
  handler: async (ctx, { customer: id, to }): Promise<null> => {
    const customer = await ctx.db.get("customers", id);
    if (!customer || refuseOutsideSandbox() || nowFor(customer) > to) return null;
    await stride(ctx, customer, to);
    return null;
  },
});

/** The customer's next charge is declined, whatever the card. */
export const failNextCharge = mutation({
  args: { customerId: v.string(), code: vDeclineCode },
  returns: vResult(v.null()),
  handler: async (ctx, { customerId, code }): Promise<Result<null>> => {
    const refusal = refuseOutsideSandbox();
    if (refusal) return refusal;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    await takeInjectedFailure(ctx, customer._id);
    await ctx.db.insert("injectedFailures", { customer: customer._id, code });
    return ok(null);
  },
});

async function stride(ctx: MutationCtx, customer: Doc<"customers">, to: number): Promise<number> {
  const start = nowFor(customer);
  const { next_due_at: late } = customer;
  // Steps that an earlier stride left are taken before time moves on.
  const clock_now = late !== null && late <= start ? start : Math.min(to, start + STRIDE_MS);
  await ctx.db.patch("customers", customer._id, { clock_now });
  const { isMore } = await processDueSteps(ctx, { ...customer, clock_now }, clock_now);
  if (clock_now < to || isMore) {
    const next = { customer: customer._id, to };
    await ctx.scheduler.runAfter(0, internal.lifecycle.testClock.continueAdvance, next);
  }
  return clock_now;
}
