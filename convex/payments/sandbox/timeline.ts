import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../../packages/billing/src/contract/errors";
import type { Result } from "../../../packages/billing/src/contract/errors";
import { internalQuery } from "../../_generated/server";
import { nowFor } from "../../engine/platform/clock";
import { findCustomer, loadHoldings } from "../../engine/store/customers/holdings";
import { nextStep } from "../../../packages/billing/src/component/rules/schedule";
import { refuseOutsideSandbox } from "../mode";
import { vDeclineCode } from "./cards";

const MAX_EVENTS = 20;

export const vTimeline = v.object({
  now: v.number(),
  /** Whether the customer lives by a test clock. */
  is_test_clock: v.boolean(),
  /** When something is done by itself next; null: never. */
  next_due_at: v.union(v.number(), v.null()),
  /** What is to happen to the customer's products, soonest first. */
  due: v.array(v.object({ at: v.number(), what: v.string(), product: v.string() })),
  /** What the next charge is answered, if that was decided. */
  next_charge_fails: v.union(vDeclineCode, v.null()),
  /** What the processor did, newest first. */
  events: v.array(
    v.object({
      id: v.string(),
      at: v.number(),
      status: v.string(),
      minor: v.union(v.number(), v.null()),
    }),
  ),
});
export type Timeline = Infer<typeof vTimeline>;

/** What developers see of a customer's time: where it stands, what comes, what came. */
export const read = internalQuery({
  args: { customerId: v.string(), now: v.number() },
  returns: vResult(vTimeline),
  handler: async (ctx, { customerId, now: real }): Promise<Result<Timeline>> => {
    const refusal = refuseOutsideSandbox();
    if (refusal) return refusal;
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
    const now = nowFor(customer, real);
    const { held } = await loadHoldings(ctx, customer, now);
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
      due: held
        .map((row) => nextStep([row]))
        .filter((step) => step !== null)
        .sort((a, b) => a.at - b.at)
        .map(({ at, kind, row }) => ({ at, what: kind, product: row.product.name })),
      next_charge_fails: injected && injected.code,
      events: events.map(({ event_id: id, at, status, minor }) => ({ id, at, status, minor })),
    });
  },
});
