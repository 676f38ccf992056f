import type { CustomerFeature, CustomerProduct } from "./wire";

const MILLION = 1_000_000;

/** The part of a feature's balance that the access rule reads. */
export type FeatureBalance = Pick<
  CustomerFeature,
  | "id"
  | "type"
  | "unlimited"
  | "overage_allowed"
  | "balance"
  | "included_usage"
  | "usage_limit"
  | "credit_schema"
  | "breakdown"
>;

export type FeatureAccess =
  | { allowed: true; source: FeatureBalance; required: number }
  | {
      allowed: false;
      reason: "not_granted" | "insufficient_balance";
      /** The balance that fell short; null when nothing grants the feature. */
      source: FeatureBalance | null;
      required: number;
    };

/**
 * Decides whether a customer may use `required` units of a feature.
 *
 * Static, unlimited or overage-allowed is allowed before anything else. Then
 * the feature's own balance, up to its usage limit. Only then credit systems
 * that price the feature, soonest expiry first, then by id: the first that can
 * pay `credit_amount × required` pays it all. Zero is allowed iff the feature
 * is owned. Nothing is consumed: recording usage is `track`'s job.
 *
 * @param features - The customer's balances, keyed by feature id.
 * @param featureId - Feature being used.
 * @param required - Units needed, finite and ≥ 0. Fractions are allowed.
 * @returns The balance that covers the use, and the amount in that balance's
 *   own unit (credits for a credit system); or why not.
 * @throws {RangeError} If `required` is negative or not finite.
 * @see Spec §6, "Feature access rule".
 */
export function decideFeatureAccess(
  features: Readonly<Record<string, FeatureBalance>>,
  featureId: string,
  required = 1,
): FeatureAccess {
  if (!Number.isFinite(required) || required < 0) {
    throw new RangeError(`required must be a finite number of at least 0, got ${String(required)}`);
  }
  const direct = Object.hasOwn(features, featureId) ? features[featureId] : undefined;
  if (direct && (required === 0 || covers(direct, required))) {
    return { allowed: true, source: direct, required };
  }
  let short: { source: FeatureBalance; required: number } | undefined;
  for (const { source, cost } of creditSystemsFor(features, featureId)) {
    const credits = toMillionths(cost * required) / MILLION;
    if (required === 0 || covers(source, credits)) {
      return { allowed: true, source, required: credits };
    }
    short ??= { source, required: credits };
  }
  if (direct) return { allowed: false, reason: "insufficient_balance", source: direct, required };
  if (short) return { allowed: false, reason: "insufficient_balance", ...short };
  return { allowed: false, reason: "not_granted", source: null, required };
}

/**
 * Decides whether a customer holds a product: some copy of it is `active`.
 *
 * @returns The status of the best copy (`active` first), or undefined when the
 *   customer does not have it.
 * @see Spec §6
 */
export function decideProductAccess(
  products: readonly Pick<CustomerProduct, "id" | "status">[],
  productId: string,
): { allowed: boolean; status: CustomerProduct["status"] | undefined } {
  let status: CustomerProduct["status"] | undefined;
  for (const product of products) {
    if (product.id !== productId) continue;
    if (product.status === "active") return { allowed: true, status: "active" };
    status ??= product.status;
  }
  return { allowed: false, status };
}

function covers(source: FeatureBalance, required: number): boolean {
  if (source.type === "static" || source.unlimited || source.overage_allowed) return true;
  // A cap above the grant leaves room to go over the grant, up to the cap.
  const { balance, included_usage, usage_limit = included_usage } = source;
  return toMillionths(balance + (usage_limit - included_usage)) >= toMillionths(required);
}

/** Balances are kept in whole millionths; compared as such, 0.1 × 3 is 0.3. */
function toMillionths(units: number): number {
  return Math.round(units * MILLION);
}

/** Credit systems that price the feature, in the order in which they are asked to pay. */
function creditSystemsFor(features: Readonly<Record<string, FeatureBalance>>, featureId: string) {
  const systems: { source: FeatureBalance; cost: number; expiry: number }[] = [];
  for (const source of Object.values(features)) {
    const price = source.credit_schema?.find((row) => row.feature_id === featureId);
    if (price) systems.push({ source, cost: price.credit_amount, expiry: soonestExpiry(source) });
  }
  return systems.sort((a, b) => compare(a.expiry, b.expiry) || compare(a.source.id, b.source.id));
}

function soonestExpiry(source: FeatureBalance): number {
  const rows = source.breakdown ?? [];
  return Math.min(Infinity, ...rows.map((row) => row.expires_at ?? Infinity));
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
