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
      /** The balance that was too low; null if nothing grants the feature. */
      source: FeatureBalance | null;
      required: number;
    };

/** A balance that may pay for a feature. */
interface Payer {
  source: FeatureBalance;
  /** Credits that one unit of the feature costs; null for the feature's own balance. */
  price: number | null;
  /** The most that it can pay, in millionths of its unit. */
  left: number;
}

/**
 * Decides whether a customer may use `required` units of a feature.
 *
 * Flags, unlimited balances and open overage allow before anything else. Then the
 * feature's own balance, up to its usage limit. Only then credit systems that
 * price the feature, soonest expiry first, then by id: the first that can pay
 * `credit_amount × required` pays it all. Zero is allowed if and only if the
 * customer has the feature. Nothing is consumed: recording usage is `track`'s job.
 *
 * @param features - The customer's balances, keyed by feature id.
 * @param featureId - Feature being used.
 * @param required - Units needed, finite and ≥ 0. Fractions are allowed.
 * @returns The balance that covers the use, and the amount in that balance's own
 *   unit (credits for a credit system); or why not.
 * @throws {RangeError} If `required` is negative or not finite.
 * @see Spec §6, "Feature access rule".
 */
export function decideFeatureAccess(
  features: Readonly<Record<string, FeatureBalance>>,
  featureId: string,
  required = 1,
): FeatureAccess {
  return decideAccess(listPayers(features, rankCreditSystems(features), featureId), required);
}

/** The decision of {@link decideFeatureAccess}, for known payers. */
export function decideAccess(payers: readonly Payer[], required: number): FeatureAccess {
  assertUnits(required);
  for (const payer of payers) {
    if (pays(payer, required)) {
      return { allowed: true, source: payer.source, required: unitsOf(payer, required) };
    }
  }
  const [first] = payers;
  return first
    ? {
        allowed: false,
        reason: "insufficient_balance",
        source: first.source,
        required: unitsOf(first, required),
      }
    : { allowed: false, reason: "not_granted", source: null, required };
}

/** The same decision as a boolean, without allocations. */
export function isAllowed(payers: readonly Payer[], required: number): boolean {
  assertUnits(required);
  for (const payer of payers) if (pays(payer, required)) return true;
  return false;
}

/**
 * Lists the possible payers of a feature, in order: its own balance, then the
 * credit systems that price it.
 *
 * @param ranked - Of the same balances, by {@link rankCreditSystems}.
 */
export function listPayers(
  features: Readonly<Record<string, FeatureBalance>>,
  ranked: readonly FeatureBalance[],
  featureId: string,
): Payer[] {
  const direct = Object.hasOwn(features, featureId) ? features[featureId] : undefined;
  const payers: Payer[] = direct ? [{ source: direct, price: null, left: leftOf(direct) }] : [];
  for (const source of ranked) {
    const priced = source.credit_schema?.find((row) => row.feature_id === featureId);
    if (priced) payers.push({ source, price: priced.credit_amount, left: leftOf(source) });
  }
  return payers;
}

/** The credit systems among some balances: soonest expiry first, then by id. */
export function rankCreditSystems(
  features: Readonly<Record<string, FeatureBalance>>,
): FeatureBalance[] {
  return Object.values(features)
    .filter(({ credit_schema }) => credit_schema)
    .map((source) => ({ source, expiry: soonestExpiry(source) }))
    .sort((a, b) => compare(a.expiry, b.expiry) || compare(a.source.id, b.source.id))
    .map(({ source }) => source);
}

/**
 * Decides whether a customer has a product: one of its subscriptions is `active`.
 *
 * @returns The status of the best one (`active` first), or undefined when the
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

function assertUnits(required: number): void {
  if (!Number.isFinite(required) || required < 0) {
    throw new RangeError(`required must be a finite number of at least 0, got ${String(required)}`);
  }
}

function pays({ price, left }: Payer, required: number): boolean {
  return required === 0 || toMillionths(price === null ? required : price * required) <= left;
}

/** The cost of a use, in the payer's own unit. */
function unitsOf({ price }: Payer, required: number): number {
  return price === null ? required : toMillionths(price * required) / MILLION;
}

function leftOf(source: FeatureBalance): number {
  if (source.type === "static" || source.unlimited || source.overage_allowed) return Infinity;
  // A cap above the grant allows overage up to the cap.
  const { balance, included_usage, usage_limit = included_usage } = source;
  return toMillionths(balance + (usage_limit - included_usage));
}

/** Balances are stored in whole millionths; compared as such, 0.1 × 3 is 0.3. */
function toMillionths(units: number): number {
  return Math.round(units * MILLION);
}

function soonestExpiry(source: FeatureBalance): number {
  const rows = source.breakdown ?? [];
  return Math.min(Infinity, ...rows.map((row) => row.expires_at ?? Infinity));
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
