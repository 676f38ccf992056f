import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "../../../contract/wire";
import { MINUTE_MS } from "../../../contract/time";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { delayAfterFailures } from "../../events/backOff";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";

/** A run that dies is followed by the cron's. */
const FALLBACK_MS = MINUTE_MS;
/** How long a closure waits for payments that are not answered yet. */
const WAIT_MS = 10 * MINUTE_MS;
const BATCH = 100;

/**
 * Lets the processor forget a deleted customer: the name, the address and the cards. It is a job
 * of its own, which nothing waits for, and which is repeated until the processor has done it.
 */
export async function closeAccount(
  ctx: MutationCtx,
  { _id: customer, customer_id, processor_account: account }: Doc<"customers">,
): Promise<void> {
  if (account === undefined && !(await isWaiting(ctx, customer))) return;
  const closure = await ctx.db.insert("accountClosures", {
    ...{ customer, customer_id, failures: 0, message: null },
    ...(account !== undefined && { account }),
    next_try_at: Date.now() + FALLBACK_MS,
  });
  await ctx.scheduler.runAfter(0, internal.payments.remote.closeAccounts.close, { closure });
}

const vClosure = v.object({
  /** Null: it may have been opened, without an answer. */
  account: nullable(v.string()),
  customer: v.object({ id: v.id("customers"), customerId: v.string() }),
});

/** Closes one account. Idempotent. */
export const close = internalAction({
  args: { closure: v.id("accountClosures") },
  returns: v.null(),
  handler: async (ctx, { closure }): Promise<null> => {
    const { find, forget, postpone } = internal.payments.remote.closeAccounts;
    const found = await ctx.runQuery(find, { closure });
    if (!found) return null;
    try {
      await closeAtProcessor(found);
      await ctx.runMutation(forget, { closure });
    } catch (error) {
      await ctx.runMutation(postpone, { closure, message: summaryOf(error) });
    }
    return null;
  },
});

async function closeAtProcessor({ account, customer }: Infer<typeof vClosure>): Promise<void> {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") throw new Error("No processor is set up to delete it there");
  // Asked again, the opening names the same account: without a name and an address this time.
  const nobody = { ...customer, name: null, email: null };
  await processor.closeAccount(account ?? (await processor.openAccount(nobody)));
}

/** Null: it is closed, or waits until every payment of the customer has its answer. */
export const find = internalQuery({
  args: { closure: v.id("accountClosures") },
  returns: nullable(vClosure),
  handler: async (ctx, { closure: id }): Promise<Infer<typeof vClosure> | null> => {
    const closure = await ctx.db.get("accountClosures", id);
    if (!closure || (await isWaiting(ctx, closure.customer))) return null;
    const { customer, customer_id: customerId, account } = closure;
    const known = account ?? (await accountOfCharges(ctx, customer));
    return { account: known, customer: { id: customer, customerId } };
  },
});

/** An answer that came after the customer was deleted is on the charge alone. */
async function accountOfCharges(ctx: QueryCtx, customer: Id<"customers">) {
  const charges = await ctx.db
    .query("charges")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer))
    .take(BATCH);
  return charges.find(({ account }) => account !== undefined)?.account ?? null;
}

/** Whether a payment of the customer is not answered yet. */
async function isWaiting(ctx: QueryCtx, customer: Id<"customers">): Promise<boolean> {
  for (const state of ["open", "requires_action"] as const) {
    const charge = await ctx.db
      .query("charges")
      .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", state))
      .first();
    if (charge) return true;
  }
  return false;
}

export const forget = internalMutation({
  args: { closure: v.id("accountClosures") },
  returns: v.null(),
  handler: async (ctx, { closure }): Promise<null> => {
    if (await ctx.db.get("accountClosures", closure))
      await ctx.db.delete("accountClosures", closure);
    return null;
  },
});

export const postpone = internalMutation({
  args: { closure: v.id("accountClosures"), message: v.string() },
  returns: v.null(),
  handler: async (ctx, { closure: id, message }): Promise<null> => {
    const closure = await ctx.db.get("accountClosures", id);
    if (!closure) return null;
    const failures = closure.failures + 1;
    const next_try_at = Date.now() + delayAfterFailures(failures);
    const row = { failures, message, next_try_at, is_failing: true as const };
    await ctx.db.patch("accountClosures", id, row);
    const { customer_id: customer } = closure;
    console.error(JSON.stringify({ event: "account_not_closed", customer, failures, message }));
    return null;
  },
});

/** Takes up the closures that are due. */
export const retry = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const now = Date.now();
    const due = await ctx.db
      .query("accountClosures")
      .withIndex("by_next_try_at", (q) => q.lte("next_try_at", now))
      .take(BATCH);
    for (const { _id: closure } of due) {
      await ctx.db.patch("accountClosures", closure, { next_try_at: now + WAIT_MS });
      await ctx.scheduler.runAfter(0, internal.payments.remote.closeAccounts.close, { closure });
    }
    return due.length;
  },
});
