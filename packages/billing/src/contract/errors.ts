import { v } from "convex/values";
import type { GenericValidator } from "convex/values";
import { tryAgainIn } from "./waiting";

/**
 * Every error code that this project uses.
 *
 * Branch on the code, never on the message. Remote providers may add codes, so a
 * {@link BillingError} carries any string.
 *
 * @see Spec §8
 */
export const BILLING_ERROR_CODES = [
  // Made in the browser or by the transport (spec §8).
  "CUSTOMER_ID_REQUIRED",
  "fetch_failed",
  "unsafe_url",
  "convex_action_failed",
  "unknown_error",
  "failed_to_fetch_pricing_table_products",
  // About the caller.
  "unauthenticated",
  "forbidden",
  "no_secret_key",
  "invalid_secret_key",
  "invalid_publishable_key",
  "endpoint_not_public",
  "rate_limit_exceeded",
  // About the request.
  "invalid_inputs",
  "invalid_request",
  "invalid_options",
  "invalid_event_name",
  "invalid_return_url",
  "invalid_api_version",
  "invalid_product_item",
  "invalid_price",
  "not_found",
  "method_not_allowed",
  "customer_not_found",
  "entity_not_found",
  "entity_already_deleted",
  "entity_already_exists",
  "feature_not_found",
  "product_not_found",
  "price_not_found",
  "reward_not_found",
  "reward_program_not_found",
  "referral_code_not_found",
  "customer_product_not_found",
  "product_already_attached",
  "purchase_limit_reached",
  "product_already_exists",
  "customer_product_already_exists",
  "duplicate_customer_id",
  "invalid_customer",
  "invalid_update_customer_params",
  "duplicate_feature_id",
  "customer_cannot_redeem_own_code",
  "customer_already_redeemed_referral_code",
  "referral_code_max_redemptions_reached",
  "preview_stale",
  // About the balance.
  "insufficient_balance",
  "feature_limit_reached",
  "usage_limit_exceeded",
  // This deployment sells through a hosted provider, but its own engine was called.
  "remote_provider",
  // The entitlement cache is missing or too old.
  "entitlements_stale",
  // About the payment.
  "payment_failed",
  "payment_pending",
  "lock_already_exists",
  "authentication_required",
  "invoice_payment_failed",
  "payments_not_configured",
  "sandbox_disabled",
  "checkout_expired",
  "duplicate_idempotency_key",
  "internal_error",
] as const;

export type BillingErrorCode = (typeof BILLING_ERROR_CODES)[number];

/**
 * An expected failure, as data. `code` is a {@link BillingErrorCode} or a remote provider's own.
 * A type, not an interface, so that it is a Convex value: `throw new ConvexError(error)`.
 */
export type BillingError = {
  code: BillingErrorCode | (string & {});
  message: string;
  /** Milliseconds after which the same call may succeed. Only for refusals by a rate limit. */
  retryAfterMs?: number;
  /** The page where the purchase can be paid with another card. Only where a saved card was declined. */
  checkout_url?: string;
};

/**
 * The envelope of every billing call: `data` or `error`, never both.
 *
 * `statusCode` is HTTP-like; it is absent if there was no response (`fetch_failed`,
 * `convex_action_failed`).
 *
 * @see Spec §8
 */
export type Result<T> =
  | { data: T; error: null; statusCode?: number }
  | { data: null; error: BillingError; statusCode?: number };

/** A failure with a status code, as all failures of this project have. */
export type Failure = { data: null; error: BillingError; statusCode: number };

export function ok<T>(data: T, statusCode = 200): { data: T; error: null; statusCode: number } {
  return { data, error: null, statusCode };
}

/** A refusal by a rate limit, with the time of the next attempt. */
export function failTooMany(retryAfterMs: number): Failure {
  const message = `Too many requests. ${tryAgainIn(retryAfterMs)}`;
  const error: BillingError = { code: "rate_limit_exceeded", message, retryAfterMs };
  return { data: null, error, statusCode: 429 };
}

export function fail(code: BillingErrorCode, message: string, statusCode = 400): Failure {
  return { data: null, error: { code, message }, statusCode };
}

/** Validates the envelope around `data`. */
export function vResult<V extends GenericValidator>(data: V) {
  const retryAfterMs = v.optional(v.number());
  const checkout_url = v.optional(v.string());
  const error = v.object({ code: v.string(), message: v.string(), retryAfterMs, checkout_url });
  return v.object({
    data: v.union(data, v.null()),
    error: v.union(error, v.null()),
    statusCode: v.optional(v.number()),
  });
}

/** A Result as a generated API types it, with `undefined` for absent fields. */
interface Envelope<T> {
  data: T | null;
  error: {
    code: string;
    message: string;
    retryAfterMs?: number | undefined;
    checkout_url?: string | undefined;
  } | null;
  statusCode?: number | undefined;
}

/** The result of a component's function, validated by {@link vResult}. */
export function asResult<T>(answer: Envelope<T>): Result<T> {
  return answer as Result<T>;
}
