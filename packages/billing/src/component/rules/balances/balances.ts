import type { Interval } from "../../../contract/wire";
import { quantityOf } from "../subscriptions/currentProducts";
import type {
  Balance,
  Catalogue,
  FeatureDefinition,
  Subscription,
  ItemDefinition,
  NewBalance,
  Rollover,
  RolloverConfig,
} from "../model";
import { toMicros } from "../money/money";
import { addDuration, nextBoundary, periodAt } from "../periods/periods";
import { billingType } from "../products/product";

/** Intervals that keep their own start as anchor, whatever the subscription's is. */
const OWN_ANCHOR_INTERVALS = new Set<ItemDefinition["interval"]>(["minute", "hour", "day"]);

/** The granted amount, and its start. */
export interface GrantInput {
  subscription: Subscription;
  features: Catalogue["features"];
  /** A running trial: the balances reset when it ends. Null: none. */
  trialEndsAt: number | null;
  /** Live entities of the customer; a per-entity item grants one balance to each of its feature. */
  entities?: readonly { id: string; feature_id: string }[] | undefined;
}

/**
 * Plans the balances that a subscription grants from `starts_at` on: one per item
 * of a metered feature, or one per entity where the item says so.
 *
 * Features that stay in use (seats, storage) never reset. Prepaid packs are part
 * of the grant. The first reset is the first boundary after the start.
 *
 * @returns Full balances, in the order of the product's items.
 */
export function planBalances(input: GrantInput): NewBalance[] {
  const { subscription, features, entities = [] } = input;
  return subscription.product.items.flatMap((item) => {
    const feature = item.feature_id === undefined ? undefined : features.get(item.feature_id);
    if (feature === undefined || feature.type === "boolean") return [];
    if (item.entity_feature_id === undefined) {
      return [planBalance(item, feature, subscription.entity_id, input)];
    }
    return entities
      .filter((entity) => entity.feature_id === item.entity_feature_id)
      .map((entity) => planBalance(item, feature, entity.id, input));
  });
}

/**
 * Brings a balance up to date: applies every boundary up to now, one after the
 * other, so that a late reset has the same result as punctual ones.
 *
 * At a boundary unused units roll over where the item says so, expired rollovers
 * are dropped, the oldest are trimmed to the cap, and the grant is fresh.
 *
 * @param now - A boundary that equals it has passed.
 */
export function resetBalance<B extends NewBalance>(balance: B, now: number): B {
  const { interval, interval_count: count, anchor } = balance;
  if (interval === null) return balance;
  let current = skipForgotten(balance, interval, now);
  while (current.next_reset_at !== null && current.next_reset_at <= now) {
    const at = current.next_reset_at;
    // Without rollovers the boundaries in between have no effect: one step reaches now.
    const after = balance.rollover === null ? now : at;
    current = {
      ...current,
      balance: balance.granted,
      adjustment: 0,
      ...(balance.prepaid_spent !== undefined && { prepaid_spent: 0 }),
      rollovers: balance.rollover === null ? [] : rollOver(current, balance.rollover, at),
      next_reset_at: nextBoundary(anchor, interval, count, after),
    };
  }
  return current;
}

/** The balances at a time: reset if due, and without those that have expired. */
export function balancesAt(balanceRows: readonly Balance[], at: number): Balance[] {
  return balanceRows
    .filter(({ expires_at: end }) => end === null || end > at)
    .map((balance) => resetBalance(balance, at));
}

/**
 * Skips boundaries that leave nothing at the last one before now: their rollovers
 * have expired by then, and were trimmed before anything newer.
 */
function skipForgotten<B extends NewBalance>(balance: B, interval: Interval, now: number): B {
  const { rollover, next_reset_at: next, anchor, interval_count: count } = balance;
  if (rollover?.duration !== "month" || next === null) return balance;
  const last = periodAt(anchor, interval, count, now).start;
  const first = nextBoundary(
    anchor,
    interval,
    count,
    addDuration(last, -rollover.length - 1, "month"),
  );
  if (first <= next) return balance;
  return { ...balance, balance: balance.granted, adjustment: 0, next_reset_at: first };
}

/**
 * Changes how many prepaid units a balance grants, at once.
 *
 * @param deltaUnits - Feature units. A decrease never takes a consumable balance
 *   below 0.
 * @param staysInUse - True for seats and storage: they stay in use.
 */
export function changePacks<B extends NewBalance>(
  row: B,
  deltaUnits: number,
  staysInUse = false,
): B {
  const delta = toMicros(deltaUnits);
  const balance = row.balance + delta;
  const lowest = staysInUse ? -Infinity : Math.min(row.balance, 0);
  return {
    ...row,
    granted: row.granted + delta,
    balance: delta < 0 ? Math.max(lowest, balance) : balance,
  };
}

/**
 * Trims rollovers: live ones, within the cap, the soonest to expire go first.
 *
 * @param maxUnits - Feature units; null: no cap.
 * @param now - A rollover that expires now is gone.
 */
export function trimRollovers(
  rollovers: readonly Rollover[],
  maxUnits: number | null,
  now: number,
): Rollover[] {
  const live = rollovers
    .filter((row) => row.balance > 0 && (row.expires_at === null || row.expires_at > now))
    .sort((a, b) => expiryOf(a) - expiryOf(b));
  let excess = maxUnits === null ? 0 : sumOf(live) - toMicros(maxUnits);
  const kept: Rollover[] = [];
  for (const row of live) {
    const cut = Math.min(row.balance, Math.max(excess, 0));
    excess -= cut;
    if (cut < row.balance) kept.push({ ...row, balance: row.balance - cut });
  }
  return kept;
}

function planBalance(
  item: ItemDefinition,
  feature: FeatureDefinition,
  entityId: string | null,
  { subscription, trialEndsAt }: GrantInput,
): NewBalance {
  const type = billingType(item, feature.type);
  const granted = grantOf(item, type === "in_advance" ? subscription : null, feature.id);
  const interval = feature.type === "continuous_use" ? null : (item.interval ?? null);
  const count = item.interval_count ?? 1;
  const ownAnchor = OWN_ANCHOR_INTERVALS.has(interval ?? undefined);
  const anchor = ownAnchor ? subscription.starts_at : (trialEndsAt ?? subscription.anchor);
  const unlimited = item.included_usage === "inf";
  const months = item.expires_after_months;
  return {
    subscription_id: subscription.id,
    feature_id: feature.id,
    entity_id: entityId,
    is_add_on: subscription.product.is_add_on,
    unlimited,
    prepaid: type === "in_advance",
    granted,
    balance: granted,
    adjustment: 0,
    interval,
    interval_count: count,
    anchor,
    next_reset_at:
      interval === null || unlimited
        ? null
        : nextBoundary(anchor, interval, count, subscription.starts_at),
    usage_allowed: type === "in_arrear" || type === "allocated",
    usage_limit: item.usage_limit === undefined ? null : toMicros(item.usage_limit),
    rollover: item.rollover ?? null,
    rollovers: [],
    expires_at: months === undefined ? null : addDuration(subscription.starts_at, months, "month"),
    created_at: subscription.created_at,
  };
}

function grantOf(item: ItemDefinition, prepaid: Subscription | null, featureId: string): number {
  const included = item.included_usage === "inf" ? 0 : (item.included_usage ?? 0);
  const bought = prepaid === null ? 0 : quantityOf(prepaid.options, featureId);
  return toMicros(included + bought);
}

function rollOver(balance: NewBalance, config: RolloverConfig, at: number): Rollover[] {
  const unused: Rollover = {
    balance: balance.balance,
    usage: 0,
    expires_at: config.duration === "forever" ? null : addDuration(at, config.length, "month"),
  };
  return trimRollovers([...balance.rollovers, unused], config.max, at).map((row) => ({
    ...row,
    usage: 0,
  }));
}

function sumOf(rollovers: readonly Rollover[]): number {
  return rollovers.reduce((sum, row) => sum + row.balance, 0);
}

function expiryOf(row: Rollover): number {
  return row.expires_at ?? Number.MAX_SAFE_INTEGER;
}
