import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { By } from "../../../contract/operatorResponses";
import { DAY_MS } from "../../../contract/time";
import type { MutationCtx } from "../../_generated/server";
import { openCustomer } from "../customers/customers";
import { isTrialing } from "../../rules/currentProducts";
import type { Balance } from "../../rules/model";
import { nextBoundary } from "../../rules/periods";
import type { SubscriptionRow } from "../../rules/schedule";
import { commit } from "../../store/commit";
import { balanceId, balancesOf, subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { MAX_DAYS, isDays } from "./grants";

interface Longer {
  customerId: string;
  productId: string;
  days: number;
}

/**
 * Lets a running trial end later. What shares the trial, and what is to follow it,
 * moves with it; units that were granted for it stay until its new end.
 */
export async function lengthenTrial(
  ctx: MutationCtx,
  { customerId, productId, days }: Longer,
  by: By,
): Promise<Result<{ product_id: string; from: number; to: number }>> {
  if (!isDays(days)) return fail("invalid_inputs", `days must be 1 to ${MAX_DAYS}`);
  const customerState = { ...(await openCustomer(ctx, { customerId })), by };
  const { subscriptions, now } = customerState;
  const row = subscriptions.find((held) => held.product.id === productId && isTrialing(held, now));
  const from = row?.trial_ends_at ?? null;
  if (!row || from === null) {
    return fail("invalid_request", `The customer has no running trial of ${productId}`);
  }
  const to = from + days * DAY_MS;
  for (const held of subscriptions) {
    const ends = held.entity_id === row.entity_id || row.entity_id === null;
    if (ends && held.trial_ends_at === from) await moveTrial(ctx, customerState, held, from, to);
    if (isSuccessor(held, row, from)) await moveStart(ctx, held, from, to);
  }
  await commit(ctx, customerState);
  return ok({ product_id: productId, from, to });
}

async function moveTrial(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  from: number,
  to: number,
): Promise<void> {
  const moved = (at: number | null) => (at === from ? to : at);
  await ctx.db.patch("subscriptions", subscriptionId(row), {
    trial_ends_at: to,
    anchor: row.anchor === from ? to : row.anchor,
    renews_at: moved(row.renews_at),
    ended_at: moved(row.ended_at),
  });
  for (const balanceRow of balancesOf(customerState, row)) {
    if (balanceRow.anchor === from) await moveReset(ctx, customerState, balanceRow, to);
  }
}

async function moveReset(
  ctx: MutationCtx,
  { now }: CustomerState,
  balanceRow: Balance,
  anchor: number,
): Promise<void> {
  const { interval, interval_count: count, next_reset_at: next } = balanceRow;
  const reset =
    interval === null || next === null ? next : nextBoundary(anchor, interval, count, now);
  await ctx.db.patch("balances", balanceId(balanceRow), { anchor, next_reset_at: reset });
}

/** What was to begin when the trial ended. */
function isSuccessor(held: SubscriptionRow, row: SubscriptionRow, from: number): boolean {
  return (
    held.status === "scheduled" &&
    held.starts_at === from &&
    held.entity_id === row.entity_id &&
    held.product.group === row.product.group
  );
}

async function moveStart(ctx: MutationCtx, row: SubscriptionRow, from: number, to: number) {
  await ctx.db.patch("subscriptions", subscriptionId(row), {
    starts_at: to,
    anchor: row.anchor === from ? to : row.anchor,
    renews_at: row.renews_at === from ? to : row.renews_at,
  });
}
