import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { Actor } from "../../../contract/operatorResponses";
import { DAY_MS } from "../../../contract/time";
import type { MutationCtx } from "../../_generated/server";
import { ensureCurrentCustomer } from "../customers/customers";
import type { Effect } from "../../rules/effects/effects";
import { isTrialing } from "../../rules/subscriptions/currentProducts";
import type { Balance } from "../../rules/model";
import { nextBoundary } from "../../rules/periods/periods";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { reloadAndSave } from "../../store/saveRevision";
import { storeEffects } from "../../store/effects";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { MAX_DAYS, isDays } from "./grants";

interface Longer {
  customerId: string;
  productId: string;
  days: number;
}

/**
 * Extends a running trial. Everything that shares the trial, or follows it, moves
 * with it; units that were granted for it stay until its new end.
 */
export async function lengthenTrial(
  ctx: MutationCtx,
  { customerId, productId, days }: Longer,
  actor: Actor,
): Promise<Result<{ product_id: string; from: number; to: number }>> {
  if (!isDays(days)) return fail("invalid_inputs", `days must be 1 to ${MAX_DAYS}`);
  const customerState = { ...(await ensureCurrentCustomer(ctx, { customerId })), actor };
  const { subscriptions, now } = customerState;
  const row = subscriptions.find((held) => held.product.id === productId && isTrialing(held, now));
  const from = row?.trial_ends_at ?? null;
  if (!row || from === null) {
    return fail("invalid_request", `The customer has no running trial of ${productId}`);
  }
  const to = from + days * DAY_MS;
  const effects = subscriptions.flatMap((held) => [
    ...(sharesTrial(held, row) ? moveTrial(customerState, held, from, to) : []),
    ...(isSuccessor(held, row, from) ? [moveStart(held, from, to)] : []),
  ]);
  await storeEffects(ctx, customerState, effects);
  await reloadAndSave(ctx, customerState);
  return ok({ product_id: productId, from, to });
}

/** An entity's product may share the customer's trial. */
function sharesTrial(held: SubscriptionRow, row: SubscriptionRow): boolean {
  const isOf = held.entity_id === row.entity_id || row.entity_id === null;
  return isOf && held.trial_ends_at === row.trial_ends_at;
}

function moveTrial(
  customerState: CustomerState,
  row: SubscriptionRow,
  from: number,
  to: number,
): Effect[] {
  const { id } = row;
  const moved = (at: number | null) => (at === from ? to : at);
  const changes = {
    trial_ends_at: to,
    anchor: row.anchor === from ? to : row.anchor,
    renews_at: moved(row.renews_at),
    ended_at: moved(row.ended_at),
  };
  const before = balancesOf(customerState, row);
  const after = before.map((balance) =>
    balance.anchor === from ? moveReset(balance, to, customerState.now) : balance,
  );
  return [
    { kind: "set", id, changes },
    { kind: "balances", cause: "adjustment", causeId: id, before, after },
  ];
}

function moveReset(balance: Balance, anchor: number, now: number): Balance {
  const { interval, interval_count: count, next_reset_at: next } = balance;
  const reset =
    interval === null || next === null ? next : nextBoundary(anchor, interval, count, now);
  return { ...balance, anchor, next_reset_at: reset };
}

/** The products that were scheduled for the end of the trial. */
function isSuccessor(held: SubscriptionRow, row: SubscriptionRow, from: number): boolean {
  return (
    held.status === "scheduled" &&
    held.starts_at === from &&
    held.entity_id === row.entity_id &&
    held.product.group === row.product.group
  );
}

function moveStart(row: SubscriptionRow, from: number, to: number): Effect {
  const changes = {
    starts_at: to,
    anchor: row.anchor === from ? to : row.anchor,
    renews_at: row.renews_at === from ? to : row.renews_at,
  };
  return { kind: "set", id: row.id, changes };
}
