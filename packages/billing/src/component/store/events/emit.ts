import type { BillingEvent, BillingEventType } from "../../../contract/events";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { readHostSettings } from "../hostSettings";

type Fields<Type extends BillingEventType> = Omit<
  Extract<BillingEvent, { type: Type }>,
  "id" | "customer_id" | "at" | "type"
>;

/** An event that happened at a customer's time. */
export interface NewEvent<Type extends BillingEventType> {
  type: Type;
  fields: Fields<Type>;
  at: number;
  /** Names the cause: a row, and the moment if it can happen to the row again. */
  cause: string;
}

/**
 * Stores an event in the transaction of its cause, and sends it to the host's handler
 * after the commit.
 */
export async function emit<Type extends BillingEventType>(
  ctx: MutationCtx,
  customer: Id<"customers">,
  { type, fields, at, cause }: NewEvent<Type>,
): Promise<void> {
  const { on_event: handler } = await readHostSettings(ctx);
  const state = handler === undefined ? ("unheard" as const) : ("pending" as const);
  await ctx.db.insert("events", { customer, type, fields, at, cause: `${type}:${cause}`, state });
  if (handler === undefined) return;
  await ctx.scheduler.runAfter(0, internal.events.deliver.deliver, { customer });
}

/** Emits an event for a cause that may be met more than once: only the first time counts. */
export async function emitOnce<Type extends BillingEventType>(
  ctx: MutationCtx,
  customer: Id<"customers">,
  event: NewEvent<Type>,
): Promise<void> {
  const cause = `${event.type}:${event.cause}`;
  const known = await ctx.db
    .query("events")
    .withIndex("by_customer_and_cause", (q) => q.eq("customer", customer).eq("cause", cause))
    .first();
  if (!known) await emit(ctx, customer, event);
}
