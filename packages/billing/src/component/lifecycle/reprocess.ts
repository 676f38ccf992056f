import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { nowFor } from "../platform/clock";
import { findCustomer } from "../store/customers/customerState";
import { processDueSteps } from "../operations/renewal/dueSteps";
import { reprocessCharges } from "../payments/charges/sendCharge";
import { isRemote } from "../hostedProvider/client";
import { reprocessIntents } from "../hostedProvider/intents";
import { requestRefresh } from "../hostedProvider/entitlementCacheRows";
import { reprocessUses } from "../hostedProvider/outbox";

/** The counts of reprocessed work. Calls to other services get their responses a moment later. */
const vReprocessed = v.object({
  /** Renewals, retries, ends and resets. */
  steps: v.union(v.literal("taken"), v.literal("none_due")),
  /** Charges and refunds to ask a payment processor about. */
  charges: v.number(),
  /** Calls that a hosted provider has not answered. */
  calls: v.number(),
  /** Uses that a hosted provider has not counted yet. */
  uses: v.number(),
});
type Reprocessed = Infer<typeof vReprocessed>;

/**
 * Processes everything that is due for one customer now, as the crons would later.
 * Each part is idempotent.
 *
 * @returns Failures: `customer_not_found`, unless a hosted provider keeps the
 *   books.
 */
export const reprocess = internalMutation({
  args: { customerId: v.string() },
  returns: vResult(vReprocessed),
  handler: async (ctx, { customerId }): Promise<Result<Reprocessed>> =>
    isRemote() ? ok(await reprocessRemote(ctx, customerId)) : await reprocessHere(ctx, customerId),
});

async function reprocessHere(ctx: MutationCtx, customerId: string): Promise<Result<Reprocessed>> {
  const customer = await findCustomer(ctx, customerId);
  if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const charges = await reprocessCharges(ctx, customer._id);
  const due = await processDueSteps(ctx, customer, nowFor(customer));
  if (due.isMore) {
    const processDue = internal.lifecycle.renewals.processDue;
    await ctx.scheduler.runAfter(0, processDue, { customer: customer._id });
  }
  return ok({ steps: due.changed ? "taken" : "none_due", charges, calls: 0, uses: 0 });
}

async function reprocessRemote(ctx: MutationCtx, customerId: string): Promise<Reprocessed> {
  const calls = await reprocessIntents(ctx, customerId);
  const uses = await reprocessUses(ctx, customerId);
  await requestRefresh(ctx, customerId);
  return { steps: "none_due", charges: 0, calls, uses };
}
