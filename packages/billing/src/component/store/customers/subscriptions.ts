import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { subscriptionId } from "./customerState";
import { statusAfter } from "../../rules/effects/effects";
import type { RowChanges } from "../../rules/effects/effects";
import type { SubscriptionEvent } from "../../rules/subscriptions/lifecycle";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/** Stores a planned subscription. */
export async function insertSubscription(
  ctx: MutationCtx,
  customer: Id<"customers">,
  row: SubscriptionRow,
): Promise<Id<"subscriptions">> {
  const { product, entity_id, status, canceled_at, starts_at, ended_at, trial_ends_at } = row;
  const { anchor, quantity, created_at, renews_at, grace_ends_at } = row;
  const { origin, options, paid, pending_lines, gone_spent } = row;
  return await ctx.db.insert("subscriptions", {
    ...{ customer, product_id: product.id, version: product.version, entity_id, status },
    ...{ canceled_at, starts_at, ended_at, trial_ends_at, anchor, quantity, created_at },
    ...{ renews_at, grace_ends_at, options: [...options] },
    ...(origin !== undefined && { origin: subscriptionId({ id: origin }) }),
    ...(paid && { paid: [...paid] }),
    ...(pending_lines && { pending_lines: [...pending_lines] }),
    ...(gone_spent && { gone_spent: [...gone_spent] }),
  });
}

/** Stores the fields that a plan sets. */
export async function changeSubscription(
  ctx: MutationCtx,
  id: string,
  { options, paid, pending_lines, ...changes }: RowChanges,
): Promise<void> {
  await ctx.db.patch("subscriptions", subscriptionId({ id }), {
    ...changes,
    ...(options && { options: [...options] }),
    ...(paid && { paid: [...paid] }),
    ...(pending_lines && { pending_lines: [...pending_lines] }),
  });
}

/**
 * Changes the status of a subscription, as the lifecycle allows.
 *
 * @param changes - Other fields to store with the new status.
 */
export async function transition(
  ctx: MutationCtx,
  row: SubscriptionRow,
  event: SubscriptionEvent,
  changes: Partial<Omit<Doc<"subscriptions">, "_id" | "_creationTime" | "status" | "is_expired">>,
): Promise<void> {
  const status = statusAfter(row, event);
  const mark = status === "expired" ? { is_expired: true as const } : {};
  await ctx.db.patch("subscriptions", subscriptionId(row), { ...changes, status, ...mark });
}
