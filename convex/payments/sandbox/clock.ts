import { v } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { internalMutation } from "../../_generated/server";
import { nowFor } from "../../engine/clock";
import { findCustomer, loadHoldings } from "../../engine/holdings";
import { processDue } from "../../engine/renewals";
import { refuseOutsideSandbox } from "../mode";

const MAX_ADVANCE_MS = 5 * 366 * 24 * 60 * 60 * 1000;

/**
 * Moves a customer's test clock, forward only, and takes every step that this
 * makes due. From then on the customer lives in that time.
 */
export const advance = internalMutation({
  args: { customerId: v.string(), to: v.number() },
  returns: vResult(v.object({ now: v.number() })),
  handler: async (ctx, { customerId, to }): Promise<Result<{ now: number }>> => {
    const refusal = refuseOutsideSandbox();
    if (refusal) return refusal;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const now = nowFor(customer);
    if (!(to >= now && to <= now + MAX_ADVANCE_MS)) {
      return fail("invalid_inputs", "The clock moves forward only, at most five years at a time");
    }
    await ctx.db.patch("customers", customer._id, { clock_now: to });
    await processDue(ctx, await loadHoldings(ctx, { ...customer, clock_now: to }, to));
    return ok({ now: to });
  },
});
