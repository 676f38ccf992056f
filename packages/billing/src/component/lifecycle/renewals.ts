import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { nowFor } from "../platform/clock";
import { vPlace, nextBatch } from "../platform/walk";
import { processDueSteps } from "../operations/renewal/dueSteps";
import type { Id } from "../_generated/dataModel";
import { summaryOf } from "../platform/errorSummary";
import { failJob, findJob, finishJob } from "../store/jobs/jobs";

const BATCH = 50;

/**
 * Runs when the next step of one customer is due, so that open pages update. It
 * takes one step; the next one has a transaction of its own.
 */
export const processDue = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    // Several crons process customers. If a customer's step has failed, only its job retries it.
    if (!(await findJob(ctx, "process_due", args.customer))) await tryStep(ctx, args.customer);
    return null;
  },
});

/** Retries a customer's failed step. */
export const retryDue = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    const isTaken = await tryStep(ctx, args.customer);
    if (isTaken) await finishJob(ctx, "process_due", args.customer);
    return null;
  },
});

/** @returns False if the step failed; the customer then has a job. */
async function tryStep(ctx: MutationCtx, customer: Id<"customers">): Promise<boolean> {
  const { takeOne, processDue: again } = internal.lifecycle.renewals;
  try {
    const isMore = await ctx.runMutation(takeOne, { customer });
    if (isMore) await ctx.scheduler.runAfter(0, again, { customer });
    return true;
  } catch (error) {
    await failJob(ctx, "process_due", customer, summaryOf(error));
    return false;
  }
}

/** Takes the next step of a customer; a failure undoes its writes. @returns Whether more is due. */
export const takeOne = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.boolean(),
  handler: async (ctx, args): Promise<boolean> => {
    const customer = await ctx.db.get("customers", args.customer);
    if (!customer) return false;
    return (await processDueSteps(ctx, customer, nowFor(customer), 1)).isMore;
  },
});

/**
 * Processes customers whose due step was missed. Each customer gets a separate
 * transaction, all in one run, so a failure delays no other customer.
 *
 * @param args - `until`, in ms since 1970, and `place`: where the previous batch ended.
 * @returns How many customers this batch processed.
 */
export const processMissed = internalMutation({
  args: { until: v.optional(v.number()), place: v.optional(vPlace) },
  returns: v.number(),
  handler: async (ctx, { until = Date.now(), place = null }): Promise<number> => {
    const late = await nextBatch(place, BATCH, lateCustomers(ctx, until), (row) => row.next_due_at);
    const { processMissed: rest, processDue: wakeOne } = internal.lifecycle.renewals;
    let woken = 0;
    for (const { _id } of late.rows) {
      if (await findJob(ctx, "process_due", _id)) continue;
      await ctx.scheduler.runAfter(0, wakeOne, { customer: _id });
      woken += 1;
    }
    if (late.next) await ctx.scheduler.runAfter(0, rest, { until, place: late.next });
    return woken;
  },
});

function lateCustomers({ db }: MutationCtx, until: number) {
  return {
    same: async ({ at, created }: typeof vPlace.type, size: number) =>
      await db
        .query("customers")
        .withIndex("by_next_due_at", (q) => q.eq("next_due_at", at).gt("_creationTime", created))
        .take(size),
    later: async (after: number | null, size: number) =>
      await db
        .query("customers")
        .withIndex("by_next_due_at", (q) =>
          q.gt("next_due_at", after ?? 0).lte("next_due_at", until),
        )
        .take(size),
  };
}
