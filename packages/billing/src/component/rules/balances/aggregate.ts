import type { CustomerFeature } from "../../../contract/wire";
import { leftIn } from "./adjust";
import { resetBalance } from "./balances";
import { balancesInForce, isGranting, isLive, isSeenBy } from "../subscriptions/currentProducts";
import type { Balance, Catalogue, FeatureDefinition, Subscription, Rollover } from "../model";
import { fromMicros } from "../money/money";
import { deductionOrder } from "./order";

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
  const counting = inForce.map((balanceRow) => resetBalance(balanceRow, now));
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
    .filter((balanceRow) => isSeenBy(balanceRow, entityId) && isLive(balanceRow, now))
    .sort(deductionOrder(entityId));
  for (const id of new Set(seen.map((balanceRow) => balanceRow.feature_id))) {
    const feature = features.get(id);
    if (feature === undefined) continue;
    const own = seen.filter((balanceRow) => balanceRow.feature_id === id);
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
  if (balanceRows.some((balanceRow) => balanceRow.unlimited)) {
    const { usage } = serializeSums(balanceRows, now);
    // Unlimited use of a consumable feature is not counted.
    return { ...nothing, unlimited: true, usage: nothing.type === "continuous_use" ? usage : 0 };
  }
  const spans = new Set(balanceRows.map(spanOf));
  const [first] = balanceRows;
  const overageAllowed = balanceRows.some(hasOpenOverage);
  const limit = sum(balanceRows, capOf);
  const included = sum(balanceRows, (balanceRow) => balanceRow.granted);
  const rollovers = balanceRows.flatMap((balanceRow) => liveRollovers(balanceRow, now));
  return {
    ...nothing,
    interval: spans.size > 1 ? "multiple" : (first?.interval ?? null),
    interval_count: spans.size > 1 || !first?.interval ? null : first.interval_count,
    ...serializeSums(balanceRows, now),
    ...(!overageAllowed && limit !== included && { usage_limit: fromMicros(limit) }),
    ...(balanceRows.some((balanceRow) => balanceRow.rollover !== null) && {
      rollovers: rollovers.map((row) => ({
        balance: fromMicros(row.balance),
        expires_at: row.expires_at,
      })),
    }),
    ...((spans.size > 1 || balanceRows.some((balanceRow) => balanceRow.expires_at !== null)) && {
      breakdown: [...spans].map((span) =>
        serializeRow(
          balanceRows.filter((balanceRow) => spanOf(balanceRow) === span),
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
    expires_at: soonest(
      listNextToExpire(balanceRows, now).map((balanceRow) => balanceRow.expires_at),
    ),
  };
}

/** Balances with something left; when all are used up, all of them. */
function listNextToExpire(balanceRows: readonly Balance[], now: number): readonly Balance[] {
  const left = balanceRows.filter((balanceRow) => leftIn(balanceRow, now) > 0);
  return left.length > 0 ? left : balanceRows;
}

function serializeSums(balanceRows: readonly Balance[], now: number) {
  const rollovers = balanceRows.flatMap((balanceRow) => liveRollovers(balanceRow, now));
  const left =
    sum(balanceRows, (balanceRow) => balanceRow.balance) + sum(rollovers, (row) => row.balance);
  const used =
    sum(
      balanceRows,
      (balanceRow) => balanceRow.granted + balanceRow.adjustment - balanceRow.balance,
    ) +
    sum(
      balanceRows.flatMap((balanceRow) => balanceRow.rollovers),
      (row) => row.usage,
    );
  return {
    balance: fromMicros(left),
    usage: fromMicros(used),
    included_usage: fromMicros(sum(balanceRows, (balanceRow) => balanceRow.granted)),
    next_reset_at: soonest(balanceRows.map((balanceRow) => balanceRow.next_reset_at)),
    overage_allowed: balanceRows.some(hasOpenOverage),
  };
}

function liveRollovers(balanceRow: Balance, now: number): Rollover[] {
  return balanceRow.rollovers.filter((row) => row.balance > 0 && isLive(row, now));
}

function hasOpenOverage(balanceRow: Balance): boolean {
  return balanceRow.usage_allowed && balanceRow.usage_limit === null;
}

/** The most that may be used of a balance, unless its overage is open. */
function capOf({ usage_allowed, usage_limit, granted }: Balance): number {
  return usage_allowed ? (usage_limit ?? granted) : granted;
}

function spanOf(balanceRow: Balance): string {
  return balanceRow.interval === null
    ? "lifetime"
    : `${balanceRow.interval_count} ${balanceRow.interval}`;
}

function soonest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function sum<T>(rows: readonly T[], amountOf: (row: T) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}
