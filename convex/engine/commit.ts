import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { reload } from "./customers/holdings";
import type { Holdings } from "./customers/holdings";
import { nextChangeAt, nextStep } from "./rules/schedule";

/**
 * Ends a change to a customer: the revision rises in the same transaction, and
 * the next step is planned. Every writing operation ends here, once.
 *
 * @returns The holdings as they are now.
 */
export async function commit(ctx: MutationCtx, before: Holdings): Promise<Holdings> {
  return await conclude(ctx, await reload(ctx, before));
}

/**
 * The same, for who knows what is stored now without reading it again.
 *
 * @param holdings - As they are stored.
 */
export async function conclude(ctx: MutationCtx, holdings: Holdings): Promise<Holdings> {
  const { customer, held, buckets } = holdings;
  const { final_retry_at: retryAt = null } = customer;
  const step = nextStep(held);
  const next_due_at = earliest(step === null ? null : step.at, retryAt);
  const changes = {
    revision: customer.revision + 1,
    next_change_at: earliest(nextChangeAt(held, buckets), retryAt),
    next_due_at,
  };
  await ctx.db.patch("customers", customer._id, changes);
  // A test clock is moved by hand, and whoever moves it takes the steps.
  const isNew = next_due_at !== customer.next_due_at && customer.clock_now === undefined;
  if (next_due_at !== null && isNew) {
    const wake = internal.engine.lifecycle.renewals.wake;
    await ctx.scheduler.runAt(next_due_at, wake, { customer: customer._id });
  }
  return { ...holdings, customer: { ...customer, ...changes } };
}

/** The earlier of two times; null: never. */
function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
