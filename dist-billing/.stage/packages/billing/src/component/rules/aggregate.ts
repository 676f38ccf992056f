import type { CustomerFeature } from "../../contract/wire";
import { leftIn } from "./adjust";
import { resetBucket } from "./buckets";
import { isGranting, isLive, isSeenBy } from "./holdings";
import type { Bucket, Catalogue, FeatureDefinition, HeldProduct, Rollover } from "./model";
import { fromMicros } from "./money";
import { deductionOrder } from "./order";

/**
 * Describes what a customer may use: one wire object per feature that
 * something in force grants.
 *
 * Buckets are brought up to date first, so that the answer does not depend on
 * when a sweep last ran. For an entity, its own buckets and the customer's
 * count; for the customer, all of them do. A slot counts for its entity whoever
 * holds the product that granted it: transferred, it leaves nobody without.
 *
 * @param buckets - Stored buckets of everything held.
 * @param held - Everything held; what is not in force at `now` grants nothing.
 * @param entityId - Null: the customer.
 * @returns By feature id, in feature units.
 * @see Spec §3, "Feature (a customer's balance)"
 */
export function describeFeatures({
  buckets,
  features,
  held,
  entityId,
  now,
}: {
  buckets: readonly Bucket[];
  features: Catalogue["features"];
  held: readonly HeldProduct[];
  entityId: string | null;
  now: number;
}): Record<string, CustomerFeature> {
  const granting = held.filter((row) => isGranting(row, now));
  const ids = new Set(granting.map((row) => row.id));
  const counting = buckets
    .filter((bucket) => ids.has(bucket.held_product_id))
    .map((bucket) => resetBucket(bucket, now));
  const balances = describeBalances({ buckets: counting, features, entityId, now });
  const seen = granting.filter((row) => isSeenBy(row, entityId));
  for (const { feature_id: id } of seen.flatMap((row) => row.product.items)) {
    const feature = id === undefined ? undefined : features.get(id);
    if (feature?.type === "boolean") balances.set(feature.id, describeStatic(feature));
  }
  return Object.fromEntries(balances);
}

/**
 * Sums buckets into balances, one per feature.
 *
 * @param buckets - Buckets in force, up to date.
 */
export function describeBalances({
  buckets,
  features,
  entityId,
  now,
}: {
  buckets: readonly Bucket[];
  features: Catalogue["features"];
  entityId: string | null;
  now: number;
}): Map<string, CustomerFeature> {
  const balances = new Map<string, CustomerFeature>();
  const seen = buckets
    .filter((bucket) => isSeenBy(bucket, entityId) && isLive(bucket, now))
    .sort(deductionOrder(entityId));
  for (const id of new Set(seen.map((bucket) => bucket.feature_id))) {
    const feature = features.get(id);
    if (feature === undefined) continue;
    const own = seen.filter((bucket) => bucket.feature_id === id);
    balances.set(id, describeBalance(feature, own, now));
  }
  return balances;
}

/**
 * A balance as a check shows it: without what names the feature.
 *
 * @param feature - As {@link describeFeatures} describes it, or what is known of it.
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

function describeStatic(feature: FeatureDefinition): CustomerFeature {
  return { ...describeNothing(feature), type: "static" };
}

function describeNothing({ id, name, type, credit_schema }: FeatureDefinition): CustomerFeature {
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

function describeBalance(
  feature: FeatureDefinition,
  buckets: readonly Bucket[],
  now: number,
): CustomerFeature {
  const nothing = describeNothing(feature);
  if (buckets.some((bucket) => bucket.unlimited)) {
    const { usage } = describeSums(buckets, now);
    // What is consumed without a limit is not counted.
    return { ...nothing, unlimited: true, usage: nothing.type === "continuous_use" ? usage : 0 };
  }
  const spans = new Set(buckets.map(spanOf));
  const [first] = buckets;
  const overageAllowed = buckets.some(hasOpenOverage);
  const limit = sum(buckets, capOf);
  const included = sum(buckets, (bucket) => bucket.granted);
  const rollovers = buckets.flatMap((bucket) => liveRollovers(bucket, now));
  return {
    ...nothing,
    interval: spans.size > 1 ? "multiple" : (first?.interval ?? null),
    interval_count: spans.size > 1 || !first?.interval ? null : first.interval_count,
    ...describeSums(buckets, now),
    ...(!overageAllowed && limit !== included && { usage_limit: fromMicros(limit) }),
    ...(buckets.some((bucket) => bucket.rollover !== null) && {
      rollovers: rollovers.map((row) => ({
        balance: fromMicros(row.balance),
        expires_at: row.expires_at,
      })),
    }),
    ...((spans.size > 1 || buckets.some((bucket) => bucket.expires_at !== null)) && {
      breakdown: [...spans].map((span) =>
        describeRow(
          buckets.filter((bucket) => spanOf(bucket) === span),
          now,
        ),
      ),
    }),
  };
}

function describeRow(buckets: readonly Bucket[], now: number) {
  const [first] = buckets;
  return {
    interval: first?.interval ?? ("lifetime" as const),
    interval_count: first?.interval ? first.interval_count : 1,
    ...describeSums(buckets, now),
    expires_at: soonest(listNextToExpire(buckets, now).map((bucket) => bucket.expires_at)),
  };
}

/** Those with something left to lose; when all are used up, all of them. */
function listNextToExpire(buckets: readonly Bucket[], now: number): readonly Bucket[] {
  const left = buckets.filter((bucket) => leftIn(bucket, now) > 0);
  return left.length > 0 ? left : buckets;
}

function describeSums(buckets: readonly Bucket[], now: number) {
  const rollovers = buckets.flatMap((bucket) => liveRollovers(bucket, now));
  const left = sum(buckets, (bucket) => bucket.balance) + sum(rollovers, (row) => row.balance);
  const used =
    sum(buckets, (bucket) => bucket.granted + bucket.adjustment - bucket.balance) +
    sum(
      buckets.flatMap((bucket) => bucket.rollovers),
      (row) => row.usage,
    );
  return {
    balance: fromMicros(left),
    usage: fromMicros(used),
    included_usage: fromMicros(sum(buckets, (bucket) => bucket.granted)),
    next_reset_at: soonest(buckets.map((bucket) => bucket.next_reset_at)),
    overage_allowed: buckets.some(hasOpenOverage),
  };
}

function liveRollovers(bucket: Bucket, now: number): Rollover[] {
  return bucket.rollovers.filter((row) => row.balance > 0 && isLive(row, now));
}

function hasOpenOverage(bucket: Bucket): boolean {
  return bucket.usage_allowed && bucket.usage_limit === null;
}

/** The most that may be used of a bucket, unless its overage is open. */
function capOf({ usage_allowed, usage_limit, granted }: Bucket): number {
  return usage_allowed ? (usage_limit ?? granted) : granted;
}

function spanOf(bucket: Bucket): string {
  return bucket.interval === null ? "lifetime" : `${bucket.interval_count} ${bucket.interval}`;
}

function soonest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function sum<T>(rows: readonly T[], amountOf: (row: T) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}
