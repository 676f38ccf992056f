import type { FunctionHandle } from "convex/server";
import { v } from "convex/values";
import type { BillingEvent } from "../../contract/events";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { readHostSettings } from "../store/hostSettings";
import { delayAfterFailures } from "./backOff";

/**
 * Tells the host's handler a customer's oldest event, then the next one. The
 * handler is a mutation that runs within this one: either it and the mark are both
 * stored, or neither is, and it is tried again later. Later events of the customer
 * wait for it.
 */
export const deliver = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, { customer }): Promise<null> => {
    const { on_event: handler } = await readHostSettings(ctx);
    const event = await ctx.db
      .query("events")
      .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", "pending"))
      .first();
    const owner = await ctx.db.get("customers", customer);
    if (handler === undefined || !event || !owner || event.next_try_at > Date.now()) return null;
    const { deliver: again } = internal.events.deliver;
    try {
      // The host's install made the handle of a mutation with these arguments.
      const onEvent = handler as FunctionHandle<"mutation", { event: BillingEvent }>;
      await ctx.runMutation(onEvent, { event: asEvent(event, owner.customer_id) });
      await ctx.db.patch("events", event._id, { state: "delivered", is_failing: undefined });
      await ctx.scheduler.runAfter(0, again, { customer });
    } catch (error) {
      await postpone(ctx, event, error);
    }
    return null;
  },
});

async function postpone(ctx: MutationCtx, event: Doc<"events">, error: unknown): Promise<void> {
  const attempts = event.attempts + 1;
  const next_try_at = Date.now() + delayAfterFailures(attempts);
  const message = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "";
  const failing = { attempts, next_try_at, is_failing: true as const, message };
  await ctx.db.patch("events", event._id, failing);
  const customer: Id<"customers"> = event.customer;
  await ctx.scheduler.runAt(next_try_at, internal.events.deliver.deliver, { customer });
  const line = { event: "event_undelivered", customer, type: event.type, attempts, message };
  console.error(JSON.stringify(line));
}

function asEvent({ _id: id, type, fields, at }: Doc<"events">, customer_id: string): BillingEvent {
  // `emit` has typed the fields by the event's type.
  return { id, customer_id, at, type, ...(fields as object) } as BillingEvent;
}
