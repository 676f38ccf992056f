import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { matchEntityBalances } from "./balances/entityBalances";
import { reload } from "./customers/customerState";
import type { CustomerState } from "./customers/customerState";
import { tellNotices } from "./events/notices";
import { nextDue } from "./customers/due";
import { nextChangeAt, nextStep } from "../rules/schedule";

/**
 * Ends a change to a customer: per-entity balances follow the seats, the revision
 * rises in the same transaction, and the next step is scheduled. Every writing
 * operation ends here, once.
 *
 * @returns The customer state as it is now.
 */
export async function commit(ctx: MutationCtx, before: CustomerState): Promise<CustomerState> {
  return await conclude(ctx, await matchEntityBalances(ctx, await reload(ctx, before)));
}

/**
 * The same, for a caller that knows the stored state without reading it again.
 *
 * @param customerState - As it is stored.
 */
export async function conclude(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  const { customer, now } = customerState;
  const { next_due_at, next_change_at } = await planNext(ctx, customerState);
  const changes = { revision: customer.revision + 1, next_change_at, next_due_at };
  await ctx.db.patch("customers", customer._id, changes);
  await tellNotices(ctx, customerState);
  // A due step runs already. A test clock is moved by hand, and the call that moves it takes the
  // steps.
  const isNew = next_due_at !== customer.next_due_at && customer.clock_now === undefined;
  if (next_due_at !== null && next_due_at >= now && isNew) {
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
  const next_due_at = earliest([step?.at, customer.final_retry_at]);
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
