import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { matchEntityBalances } from "./balances/entityBalances";
import { reload } from "./customers/customerState";
import type { CustomerState } from "./customers/customerState";
import { nextDue } from "./customers/due";
import { nextChangeAt, nextStep } from "../rules/schedule";

/**
 * Ends a change to a customer: allowances follow the seats, the revision rises in
 * the same transaction, and the next step is planned. Every writing operation ends here, once.
 *
 * @returns The customerState as they are now.
 */
export async function commit(ctx: MutationCtx, before: CustomerState): Promise<CustomerState> {
  return await conclude(ctx, await matchEntityBalances(ctx, await reload(ctx, before)));
}

/**
 * The same, for who knows what is stored now without reading it again.
 *
 * @param customerState - As they are stored.
 */
export async function conclude(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  const { customer, now } = customerState;
  const { next_due_at, next_change_at } = await planNext(ctx, customerState);
  const changes = { revision: customer.revision + 1, next_change_at, next_due_at };
  await ctx.db.patch("customers", customer._id, changes);
  // What is due already is on its way. A test clock is moved by hand, and the call that moves it
  // takes the steps.
  const isNew = next_due_at !== customer.next_due_at && customer.clock_now === undefined;
  if (next_due_at !== null && next_due_at >= now && isNew) {
    const wake = internal.lifecycle.renewals.processDue;
    await ctx.scheduler.runAt(next_due_at, wake, { customer: customer._id });
  }
  return { ...customerState, customer: { ...customer, ...changes } };
}

/** When something is to be done next, and when the view changes: of a part, no later than that. */
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
