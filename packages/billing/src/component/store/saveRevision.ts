import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { matchEntityBalances } from "./balances/entityBalances";
import { reload } from "./customers/customerState";
import type { CustomerState } from "./customers/customerState";
import { emitNotices } from "./events/notices";
import { nextDue } from "./customers/due";
import { nextChangeAt, nextStep } from "../rules/renewals/schedule";
import { DAY_MS } from "../../contract/time";

/** Convex refuses to schedule anything further ahead than five leap years. */
const FARTHEST_MS = 5 * 366 * DAY_MS;

/**
 * Ends a change to a customer: per-entity balances follow the seats, the revision
 * rises in the same transaction, and the next step is scheduled. Every writing
 * operation ends here, once.
 *
 * @returns The customer state after the change.
 */
export async function reloadAndSave(
  ctx: MutationCtx,
  before: CustomerState,
): Promise<CustomerState> {
  return await saveRevision(ctx, await matchEntityBalances(ctx, await reload(ctx, before)));
}

/**
 * Like the function above, for a caller that has the stored state and need not read
 * it again.
 *
 * @param customerState - The stored state.
 */
export async function saveRevision(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  const { customer, now } = customerState;
  const { next_due_at, next_change_at } = await planNext(ctx, customerState);
  const changes = { revision: customer.revision + 1, next_change_at, next_due_at };
  await ctx.db.patch("customers", customer._id, changes);
  await emitNotices(ctx, customerState);
  // A step that is due now is already scheduled, and the cron for missed steps finds one that is
  // too far ahead. A test clock is advanced by hand, and the call that advances it processes the
  // steps.
  const isNew = next_due_at !== customer.next_due_at && customer.clock_now === undefined;
  const isAhead = next_due_at !== null && next_due_at >= now && next_due_at - now <= FARTHEST_MS;
  if (isAhead && isNew) {
    const processDue = internal.lifecycle.renewals.processDue;
    await ctx.scheduler.runAt(next_due_at, processDue, { customer: customer._id });
  }
  return { ...customerState, customer: { ...customer, ...changes } };
}

/**
 * When the next step is due, and when the view changes: for a part of the state,
 * no later than that.
 */
async function planNext(ctx: MutationCtx, customerState: CustomerState) {
  const { customer, catalogue, subscriptions, balanceRows, owner, features } = customerState;
  const hasAllProducts = owner === undefined;
  const step = hasAllProducts
    ? nextStep(subscriptions)
    : await nextDue(ctx, customer._id, catalogue);
  const next_due_at = earliest([step?.at, customer.final_retry_at, customer.reward_due_at]);
  const isWhole = hasAllProducts && features === undefined;
  const known = isWhole ? [] : [customer.next_change_at];
  const next_change_at = earliest([
    nextChangeAt(subscriptions, balanceRows),
    next_due_at,
    ...known,
  ]);
  return { next_due_at, next_change_at };
}

/** The earliest of some times; null: never. */
function earliest(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((at) => typeof at === "number");
  return known.length === 0 ? null : Math.min(...known);
}
