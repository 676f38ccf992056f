import type { CustomerFeature } from "../../../contract/wire";
import { leftIn } from "./adjust";
import { resetBalance } from "./balances";
import { balancesInForce, isGranting, isLive, isSeenBy } from "../subscriptions/currentProducts";
import type { Balance, Catalogue, FeatureDefinition, Subscription, Rollover } from "../model";
import { fromMicros } from "../money/money";
import { deductionOrder } from "./order";
import { hasOpenOverage, usageCap } from "../usageCap";

/**
 * Describes what a customer may use: one wire object per feature that a
 * subscription in force grants.
 *
 * Balances are brought up to date first, so that the answer does not depend on
 * when a cron last ran. For an entity, its own balances and the customer's count;
 * for the customer, all of them do. A per-entity balance counts for its entity,
 * whichever owner has the subscription that granted it.
 *
 * @param balances - All stored balances.
 * @param subscriptions - All subscriptions; one that is not in force at `now`
 *   grants nothing.
 * @param entityId - Null: the customer.
 * @returns By feature id, in feature units.
 * @see Spec §3, "Feature (a customer's balance)"
 */
export function serializeFeatures({
  balanceRows,
  features,
  subscriptions,
  entityId,
  now,
}: {
  balanceRows: readonly Balance[];
  features: Catalogue["features"];
  subscriptions: readonly Subscription[];
  entityId: string | null;
  now: number;
}): Record<string, CustomerFeature> {
  const granting = subscriptions.filter((row) => isGranting(row, now));
  const inForce = balancesInForce({ subscriptions, balanceRows, now });
  const counting = inForce.map((balance) => resetBalance(balance, now));
  const balances = serializeBalances({ balanceRows: counting, features, entityId, now });
  const seen = granting.filter((row) => isSeenBy(row, entityId));
  for (const { feature_id: id } of seen.flatMap((row) => row.product.items)) {
    const feature = id === undefined ? undefined : features.get(id);
    if (feature?.type === "boolean") balances.set(feature.id, serializeStatic(feature));
  }
  return Object.fromEntries(balances);
}

/**
 * Sums balances by feature.
 *
 * @param balances - Balances in force, up to date.
 */
export function serializeBalances({
  balanceRows,
  features,
  entityId,
  now,
}: {
  balanceRows: readonly Balance[];
  features: Catalogue["features"];
  entityId: string | null;
  now: number;
}): Map<string, CustomerFeature> {
  const balances = new Map<string, CustomerFeature>();
  const seen = balanceRows
    .filter((balance) => isSeenBy(balance, entityId) && isLive(balance, now))
    .sort(deductionOrder(entityId));
  for (const id of new Set(seen.map((balance) => balance.feature_id))) {
    const feature = features.get(id);
    if (feature === undefined) continue;
    const own = seen.filter((balance) => balance.feature_id === id);
    balances.set(id, serializeBalance(feature, own, now));
  }
  return balances;
}

/**
 * A balance as a check shows it: without the feature's name.
 *
 * @param feature - As {@link serializeFeatures} describes it, or a part of that.
 */
export function balanceOf(
  feature: Partial<CustomerFeature>,
): Omit<Partial<CustomerFeature>, "id" | "name" | "type"> {
  const shown = { ...feature };
  delete shown.id;
  delete shown.name;
  delete shown.type;
  return shown;
}

function serializeStatic(feature: FeatureDefinition): CustomerFeature {
  return { ...serializeNothing(feature), type: "static" };
}

function serializeNothing({ id, name, type, credit_schema }: FeatureDefinition): CustomerFeature {
  return {
    id,
    name,
    type: type === "continuous_use" ? "continuous_use" : "single_use",
    unlimited: false,
    interval: null,
    interval_count: null,
    balance: 0,
    usage: 0,
    included_usage: 0,
    next_reset_at: null,
    overage_allowed: false,
    ...(type === "credit_system" && {
      credit_schema: (credit_schema ?? []).map((row) => ({
        feature_id: row.metered_feature_id,
        credit_amount: row.credit_cost,
      })),
    }),
  };
}

function serializeBalance(
  feature: FeatureDefinition,
  balanceRows: readonly Balance[],
  now: number,
): CustomerFeature {
  const nothing = serializeNothing(feature);
  if (balanceRows.some((balance) => balance.unlimited)) {
    const { usage } = serializeSums(balanceRows, now);
    // Unlimited use of a consumable feature is not counted.
    return { ...nothing, unlimited: true, usage: nothing.type === "continuous_use" ? usage : 0 };
  }
  const spans = new Set(balanceRows.map(spanOf));
  const [first] = balanceRows;
  const overageAllowed = balanceRows.some(hasOpenOverage);
  const limit = sum(balanceRows, usageCap);
  const included = sum(balanceRows, (balance) => balance.granted);
  const rollovers = balanceRows.flatMap((balance) => liveRollovers(balance, now));
  return {
    ...nothing,
    interval: spans.size > 1 ? "multiple" : (first?.interval ?? null),
    interval_count: spans.size > 1 || !first?.interval ? null : first.interval_count,
    ...serializeSums(balanceRows, now),
    ...(!overageAllowed && limit !== included && { usage_limit: fromMicros(limit) }),
    ...(balanceRows.some((balance) => balance.rollover !== null) && {
      rollovers: rollovers.map((row) => ({
        balance: fromMicros(row.balance),
        expires_at: row.expires_at,
      })),
    }),
    ...((spans.size > 1 || balanceRows.some((balance) => balance.expires_at !== null)) && {
      breakdown: [...spans].map((span) =>
        serializeRow(
          balanceRows.filter((balance) => spanOf(balance) === span),
          now,
        ),
      ),
    }),
  };
}

function serializeRow(balanceRows: readonly Balance[], now: number) {
  const [first] = balanceRows;
  return {
    interval: first?.interval ?? ("lifetime" as const),
    interval_count: first?.interval ? first.interval_count : 1,
    ...serializeSums(balanceRows, now),
    expires_at: soonest(listNextToExpire(balanceRows, now).map((balance) => balance.expires_at)),
  };
}

/** Balances with something left; when all are used up, all of them. */
function listNextToExpire(balanceRows: readonly Balance[], now: number): readonly Balance[] {
  const left = balanceRows.filter((balance) => leftIn(balance, now) > 0);
  return left.length > 0 ? left : balanceRows;
}

function serializeSums(balanceRows: readonly Balance[], now: number) {
  const rollovers = balanceRows.flatMap((balance) => liveRollovers(balance, now));
  const left =
    sum(balanceRows, (balance) => balance.balance) + sum(rollovers, (row) => row.balance);
  const used =
    sum(balanceRows, (balance) => balance.granted + balance.adjustment - balance.balance) +
    sum(
      balanceRows.flatMap((balance) => balance.rollovers),
      (row) => row.usage,
    );
  return {
    balance: fromMicros(left),
    usage: fromMicros(used),
    included_usage: fromMicros(sum(balanceRows, (balance) => balance.granted)),
    next_reset_at: soonest(balanceRows.map((balance) => balance.next_reset_at)),
    overage_allowed: balanceRows.some(hasOpenOverage),
  };
}

function liveRollovers(balance: Balance, now: number): Rollover[] {
  return balance.rollovers.filter((row) => row.balance > 0 && isLive(row, now));
}

function spanOf(balance: Balance): string {
  return balance.interval === null ? "lifetime" : `${balance.interval_count} ${balance.interval}`;
}

function soonest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function sum<T>(rows: readonly T[], amountOf: (row: T) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}
