import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { currentProcessor } from "../payments/current";
import { materialiseResets } from "./buckets";
import { nowFor } from "./clock";
import { commit } from "./commit";
import { billOwed, renew } from "./cycle";
import { dropScheduled, end, hold, start } from "./held";
import { bucketsOf, heldId, loadHoldings, reload } from "./holdings";
import type { Holdings } from "./holdings";
import { writeOff } from "./invoices";
import { isActive } from "./rules/holdings";
import type { HeldEvent } from "./rules/lifecycle";
import type { Bucket } from "./rules/model";
import { isFree, isMain } from "./rules/product";
import { nextStep } from "./rules/schedule";
import type { DueStep, HeldRow } from "./rules/schedule";

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
    if (step === null || step.at > now) break;
    await takeStep(ctx, { ...holdings, now: step.at }, step);
    holdings = await reload(ctx, before);
  }
  const left = nextStep(holdings.held);
  // A step that had to wait for the next call sees its buckets as they are before it.
  await materialiseResets(ctx, holdings, left === null ? now : Math.min(now, left.at - 1));
  return { holdings: await commit(ctx, holdings), changed: true };
}

async function takeStep(ctx: MutationCtx, holdings: Holdings, step: DueStep): Promise<void> {
  switch (step.kind) {
    case "end":
      await finish(ctx, holdings, step.row, "end_reached");
      break;
    case "start":
      await start(ctx, holdings, step.row);
      break;
    case "renewal":
      if (await renew(ctx, currentProcessor(), holdings, step.row)) break;
      await finish(ctx, holdings, step.row, "trial_ended_unpaid");
      break;
    case "grace":
      await writeOff(ctx, holdings.customer._id, heldId(step.row));
      await finish(ctx, holdings, step.row, "grace_exhausted");
      break;
  }
}

/** A product ends, and what follows it begins: its successor, else the group's free default. */
async function finish(ctx: MutationCtx, holdings: Holdings, row: HeldRow, event: HeldEvent) {
  const at = holdings.now;
  const own = bucketsOf(holdings, row);
  // What the product still granted counts up to its end, not beyond.
  await materialiseResets(ctx, { ...holdings, buckets: own }, at - 1);
  const current = await reload(ctx, holdings);
  const from = bucketsOf(current, row);
  if (event === "end_reached") await billOwed(ctx, currentProcessor(), current, row);
  await end(ctx, current, row, event, at);
  if (isMain(row.product)) await follow(ctx, current, row, from);
}

async function follow(ctx: MutationCtx, holdings: Holdings, old: HeldRow, from: Bucket[]) {
  const at = holdings.now;
  const siblings = holdings.held.filter(
    (row) =>
      row.id !== old.id &&
      row.entity_id === old.entity_id &&
      row.product.group === old.product.group &&
      isMain(row.product),
  );
  const successor = siblings.find((row) => row.status === "scheduled");
  if (successor && successor.starts_at <= at) {
    await start(ctx, holdings, successor, from);
    return;
  }
  // A plan that ended early takes its plans for later with it.
  if (successor) await dropScheduled(ctx, successor);
  const fallback = freeDefault(holdings, old.product.group);
  if (!fallback || old.entity_id !== null || siblings.some(isActive)) return;
  const terms = { product: fallback, entityId: null, packs: [], startsAt: at, anchor: at };
  await hold(ctx, holdings, { ...terms, trialEndsAt: null }, from);
}

function freeDefault({ catalogue }: Holdings, group: string) {
  return [...catalogue.products.values()].find(
    (product) => product.is_default && product.group === group && isFree(product),
  );
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
      await ctx.scheduler.runAfter(0, internal.engine.renewals.wake, { customer: _id });
    }
    return late.length;
  },
});
