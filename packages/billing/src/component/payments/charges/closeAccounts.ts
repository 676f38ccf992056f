import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "../../../contract/wire";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import { finishJob, queueJob } from "../../store/jobs/jobs";

const BATCH = 100;

/**
 * Asks the processor to delete a deleted customer's name, address and cards. Nothing waits for it,
 * and a job repeats the request until it succeeds.
 */
export async function closeAccount(
  ctx: MutationCtx,
  { _id: customer, customer_id, processor_account: account }: Doc<"customers">,
): Promise<void> {
  if (account === undefined && !(await isWaiting(ctx, customer))) return;
  const closure = await ctx.db.insert("accountClosures", {
    ...{ customer, customer_id },
    ...(account !== undefined && { account }),
  });
  await queueJob(ctx, "close_account", closure);
  await ctx.scheduler.runAfter(0, internal.payments.charges.closeAccounts.close, { closure });
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
    const { find, forget } = internal.payments.charges.closeAccounts;
    const found = await ctx.runQuery(find, { closure });
    if (!found) return null;
    try {
      await closeAtProcessor(found);
      await ctx.runMutation(forget, { closure });
    } catch (error) {
      const failed = { kind: "close_account", subject: closure, error: summaryOf(error) } as const;
      await ctx.runMutation(internal.lifecycle.jobs.fail, failed);
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

/** Forgets the closure: the processor has closed the account, or an operator has. */
export const forget = internalMutation({
  args: { closure: v.id("accountClosures") },
  returns: v.null(),
  handler: async (ctx, { closure }): Promise<null> => {
    await forgetClosure(ctx, closure);
    return null;
  },
});

export async function forgetClosure(
  ctx: MutationCtx,
  closure: Id<"accountClosures">,
): Promise<void> {
  if (await ctx.db.get("accountClosures", closure)) await ctx.db.delete("accountClosures", closure);
  await finishJob(ctx, "close_account", closure);
}
