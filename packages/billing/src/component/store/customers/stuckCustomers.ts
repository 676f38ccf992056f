import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { HOUR_MS } from "../../../contract/time";
import { summaryOf } from "../../platform/errorSummary";

const FIRST_DELAY_MS = HOUR_MS;
const LONGEST_DELAY_MS = 24 * FIRST_DELAY_MS;

/**
 * When a failed step is tried again, by the number of failures in a row: after 1,
 * 2, 4 … hours, at most a day.
 */
export function delayAfter(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);
}

/** Stores a customer whose step failed, for operators. Crons skip it until the next try. */
export async function setAside(
  ctx: MutationCtx,
  customer: Id<"customers">,
  error: unknown,
): Promise<void> {
  const now = Date.now();
  const known = await findStuck(ctx, customer);
  const failures = (known?.failures ?? 0) + 1;
  const message = summaryOf(error);
  const row = { failures, message, next_try_at: now + delayAfter(failures) };
  if (known) await ctx.db.patch("stuckCustomers", known._id, row);
  else await ctx.db.insert("stuckCustomers", { customer, since: now, ...row });
  console.error(JSON.stringify({ event: "customer_stuck", customer, failures, message }));
}

/** Deletes the entry of a customer, once a step has succeeded. */
export async function clearStuck(ctx: MutationCtx, customer: Id<"customers">): Promise<void> {
  const row = await findStuck(ctx, customer);
  if (row) await ctx.db.delete("stuckCustomers", row._id);
}

/** Whether a customer waits for its next try. */
export async function isAside(ctx: QueryCtx, customer: Id<"customers">): Promise<boolean> {
  const row = await findStuck(ctx, customer);
  return row !== null && row.next_try_at > Date.now();
}

async function findStuck(ctx: QueryCtx, customer: Id<"customers">) {
  return await ctx.db
    .query("stuckCustomers")
    .withIndex("by_customer", (q) => q.eq("customer", customer))
    .unique();
}
