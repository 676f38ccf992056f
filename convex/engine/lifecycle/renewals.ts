import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { latestTry } from "../../payments/remote/requests";
import { materialiseResets } from "../balances/buckets";
import { nowFor } from "../clock";
import { commit } from "../commit";
import { renew, retryRenewal } from "./cycle";
import { awaitsDebt } from "./debt";
import { finish } from "./ending";
import { retryFinalInvoices } from "./finalInvoices";
import { start } from "./held";
import { loadHoldings, reload } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { openInvoices } from "../invoices/invoices";
import { nextStep } from "../rules/schedule";
import type { DueStep, HeldRow } from "../rules/schedule";

/** Far more steps than a year of weekly cycles has; what is left over waits for the next call. */
const MAX_STEPS = 200;
const SWEEP_BATCH = 50;

/**
 * Takes every step that is due for a customer, in the order of time, then
 * stores the resets up to now. Taking them late ends where taking them on time
 * would have.
 *
 * @returns The holdings as they are now, and whether anything happened.
 */
export async function processDue(
  ctx: MutationCtx,
  before: Holdings,
): Promise<{ holdings: Holdings; changed: boolean }> {
  const { now, customer } = before;
  if (customer.next_change_at === null || customer.next_change_at > now) {
    return { holdings: before, changed: false };
  }
  let holdings = before;
  for (let taken = 0; taken < MAX_STEPS; taken += 1) {
    const step = nextStep(holdings.held);
    const retryAt = holdings.customer.final_retry_at ?? null;
    if (retryAt !== null && retryAt <= now && (step === null || retryAt < step.at)) {
      const then: Holdings = { ...holdings, now: retryAt, by: "clock" };
      await retryFinalInvoices(ctx, currentProcessor(), then);
      holdings = await reload(ctx, before);
      continue;
    }
    if (step === null || step.at > now) break;
    const taking = await takeStep(ctx, { ...holdings, now: step.at, by: "clock" }, step);
    holdings = await reload(ctx, before);
    if (taking === "waits") break;
  }
  const left = nextStep(holdings.held);
  // A step that had to wait for the next call sees its buckets as they are before it.
  await materialiseResets(ctx, holdings, left === null ? now : Math.min(now, left.at - 1));
  return { holdings: await commit(ctx, holdings), changed: true };
}

/** @returns `waits`: for the answer to a charge. The step is still to be taken then. */
async function takeStep(
  ctx: MutationCtx,
  holdings: Holdings,
  step: DueStep,
): Promise<"taken" | "waits"> {
  const { row } = step;
  const processor = currentProcessor();
  switch (step.kind) {
    case "end":
      await finish(ctx, holdings, row, { event: "end_reached", prorate: false });
      break;
    case "start":
      await start(ctx, holdings, row);
      break;
    case "renewal":
      if (await renew(ctx, processor, holdings, row)) break;
      await finish(ctx, holdings, row, { event: "trial_ended_unpaid", prorate: false });
      break;
    case "retry":
      await retryRenewal(ctx, processor, holdings, row);
      break;
    case "grace": {
      const isPaid =
        !(await hadLastTry(ctx, holdings, row)) &&
        (await retryRenewal(ctx, processor, holdings, row));
      if (isPaid) break;
      if (await awaitsDebt(ctx, holdings)) return "waits";
      await finish(ctx, holdings, row, { event: "grace_exhausted", prorate: false });
      break;
    }
  }
  return "taken";
}

/** Whether the charge that the grace ends with was asked for, and declined. */
async function hadLastTry(
  ctx: MutationCtx,
  { customer, now }: Holdings,
  row: HeldRow,
): Promise<boolean> {
  const owed = await openInvoices(ctx, customer._id);
  const own = owed.filter(({ held_product }) => held_product === row.id);
  const tries = await Promise.all(own.map(({ key }) => latestTry(ctx, key)));
  return tries.some((last) => last?.state === "declined" && last.created_at >= now);
}

/** Runs when the next step of one customer is due, so that open pages hear of it. */
export const wake = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    const customer = await ctx.db.get("customers", args.customer);
    if (customer) await processDue(ctx, await loadHoldings(ctx, customer, nowFor(customer)));
    return null;
  },
});

/** Finds customers whose step was missed. Each is woken in a transaction of its own. */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const late = await ctx.db
      .query("customers")
      .withIndex("by_next_due_at", (q) => q.gt("next_due_at", 0).lte("next_due_at", Date.now()))
      .take(SWEEP_BATCH);
    for (const { _id } of late) {
      await ctx.scheduler.runAfter(0, internal.engine.lifecycle.renewals.wake, { customer: _id });
    }
    return late.length;
  },
});
