import { isPlan } from "../products/product";
import type { Balance, SubscriptionOption, Subscription, ProductDefinition } from "../model";

/** A customer's subscriptions that matter when attaching a product. */
export interface CurrentProducts {
  /** The active plan of the target's group. */
  main: Subscription | null;
  /** The target itself, in any version, active or scheduled. */
  owned: Subscription | null;
  /** The plan of the target's group that is to start later. */
  scheduled: Subscription | null;
}

/**
 * Finds a customer's subscriptions in the target's place.
 *
 * Only rows of the very same entity count (or of none, when there is none). When
 * the target is both active and scheduled, `owned` is the active one; of an add-on
 * bought several times, the one that is about to end.
 *
 * @param subscriptions - All subscriptions of the customer, in any status.
 * @param target - The product to be attached.
 * @param entityId - The entity it is for; null: the customer.
 */
export function currentProducts(
  subscriptions: readonly Subscription[],
  target: ProductDefinition,
  entityId: string | null,
): CurrentProducts {
  const rows = subscriptions.filter((row) => row.entity_id === entityId);
  const group = rows.filter((row) => row.product.group === target.group && isPlan(row.product));
  const copies = rows.filter((row) => row.product.id === target.id);
  return {
    main: group.find(isActive) ?? null,
    owned: copies.find(isCanceling) ?? copies.find(isActive) ?? copies.find(isScheduled) ?? null,
    scheduled: group.find(isScheduled) ?? null,
  };
}

/** Whether the row is in force; a failed renewal inside its grace period still is. */
export function isActive(row: Pick<Subscription, "status">): boolean {
  return row.status === "active" || row.status === "past_due";
}

/** Whether the row is in force and its trial still runs. */
export function isTrialing(row: Subscription, now: number): boolean {
  return isActive(row) && row.trial_ends_at !== null && row.trial_ends_at > now;
}

/**
 * When access ends unless a renewal is paid or a cancellation undone: the scheduled
 * end or the end of the grace period, whichever comes first.
 *
 * @returns Null when neither is set.
 */
export function endOfAccess(row: Pick<Subscription, "ended_at" | "grace_ends_at">): number | null {
  const ends = [row.ended_at, row.grace_ends_at].filter((at) => typeof at === "number");
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Whether the row grants anything at this moment, whether or not its due steps were processed. */
export function isGranting(row: Subscription, now: number): boolean {
  return isActive(row) && row.starts_at <= now && now < (endOfAccess(row) ?? Infinity);
}

/** The balances of products that grant something at this moment. */
export function balancesInForce({
  subscriptions,
  balanceRows,
  now,
}: {
  subscriptions: readonly Subscription[];
  balanceRows: readonly Balance[];
  now: number;
}): Balance[] {
  const ids = new Set(subscriptions.filter((row) => isGranting(row, now)).map(({ id }) => id));
  return balanceRows.filter((row) => ids.has(row.subscription_id));
}

/** Whether a row counts for an owner; another entity's never does. */
export function isSeenBy(row: { entity_id: string | null }, entityId: string | null): boolean {
  return entityId === null || row.entity_id === null || row.entity_id === entityId;
}

/** Whether a grant has not expired. */
export function isLive(grant: { expires_at: number | null }, now: number): boolean {
  return grant.expires_at === null || grant.expires_at > now;
}

/** Prepaid units of a feature; 0 when there are none. */
export function quantityOf(options: readonly SubscriptionOption[], featureId: string): number {
  return options.find((option) => option.feature_id === featureId)?.quantity ?? 0;
}

function isCanceling(row: Subscription): boolean {
  return isActive(row) && row.canceled_at !== null;
}

function isScheduled(row: Subscription): boolean {
  return row.status === "scheduled";
}
