import type { FunctionHandle } from "convex/server";
import { v } from "convex/values";
import type { BillingEvent } from "../../contract/events";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { summaryOf } from "../platform/errorSummary";
import { readHostSettings } from "../store/hostSettings";
import { failJob, findJob, finishJob } from "../store/jobs/jobs";

/**
 * Calls the host's handler with a customer's oldest event, then with the next one. The
 * handler is a mutation that runs within this one: either it and the mark are both
 * stored, or neither is, and a job retries it. Later events of the customer wait for it.
 */
export const deliver = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, { customer }): Promise<null> => {
    if (!(await findJob(ctx, "deliver_events", customer))) await deliverOldest(ctx, customer);
    return null;
  },
});

/** Retries the delivery of a customer's oldest event. */
export const redeliver = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, { customer }): Promise<null> => {
    const isDelivered = await deliverOldest(ctx, customer);
    if (isDelivered) await finishJob(ctx, "deliver_events", customer);
    return null;
  },
});

/** @returns False if the handler failed; the customer then has a job. */
async function deliverOldest(ctx: MutationCtx, customer: Id<"customers">): Promise<boolean> {
  const { on_event: handler } = await readHostSettings(ctx);
  const event = await oldestPending(ctx, customer);
  const owner = await ctx.db.get("customers", customer);
  if (handler === undefined || !event || !owner) return true;
  try {
    // The host's install made the handle of a mutation with these arguments.
    const onEvent = handler as FunctionHandle<"mutation", { event: BillingEvent }>;
    await ctx.runMutation(onEvent, { event: asEvent(event, owner.customer_id) });
    await ctx.db.patch("events", event._id, { state: "delivered" });
    await ctx.scheduler.runAfter(0, internal.events.deliver.deliver, { customer });
    return true;
  } catch (error) {
    await failJob(ctx, "deliver_events", customer, summaryOf(error));
    return false;
  }
}

/** The event that blocks a customer's later ones; null if all are delivered. */
export async function oldestPending(
  ctx: QueryCtx,
  customer: Id<"customers">,
): Promise<Doc<"events"> | null> {
  return await ctx.db
    .query("events")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", "pending"))
    .first();
}

/** Skips a customer's oldest pending event, and delivers the next. The host never receives it. */
export async function skipOldest(ctx: MutationCtx, customer: Id<"customers">): Promise<void> {
  const event = await oldestPending(ctx, customer);
  if (event) await ctx.db.patch("events", event._id, { state: "skipped" });
  await ctx.scheduler.runAfter(0, internal.events.deliver.deliver, { customer });
}

function asEvent({ _id: id, type, fields, at }: Doc<"events">, customer_id: string): BillingEvent {
  // `emit` has typed the fields by the event's type.
  return { id, customer_id, at, type, ...(fields as object) } as BillingEvent;
}
