import type { BillingError, BillingErrorCode } from "../../contract/errors";
import { roundedWait } from "../../contract/waiting";
import type { ENGLISH_FAILURES } from "./english-failures";
import type { Words } from "./words";

/** Codes that a user can act on, or should not retry. */
const BY_CODE = {
  CUSTOMER_ID_REQUIRED: "failure.sign_in",
  authentication_required: "failure.approval",
  checkout_expired: "failure.expired",
  convex_action_failed: "failure.no_answer",
  customer_product_already_exists: "failure.have",
  customer_product_not_found: "failure.gone",
  endpoint_not_public: "failure.forbidden",
  entity_already_deleted: "failure.gone",
  entity_not_found: "failure.gone",
  feature_limit_reached: "failure.limit",
  feature_not_found: "failure.not_set_up",
  fetch_failed: "failure.no_answer",
  forbidden: "failure.forbidden",
  insufficient_balance: "failure.limit",
  invalid_options: "failure.quantity",
  invalid_return_url: "failure.not_set_up",
  invoice_payment_failed: "failure.declined",
  lock_already_exists: "failure.pending",
  payment_failed: "failure.declined",
  payment_pending: "failure.pending",
  payments_not_configured: "failure.not_set_up",
  preview_stale: "failure.changed",
  price_not_found: "failure.gone",
  product_already_attached: "failure.have",
  product_not_found: "failure.gone",
  purchase_limit_reached: "failure.once",
  unauthenticated: "failure.sign_in",
  unsafe_url: "failure.page",
  usage_limit_exceeded: "failure.limit",
} as const satisfies Partial<Record<BillingErrorCode, keyof typeof ENGLISH_FAILURES>>;

/** Also false for codes of a remote provider. */
function isExplained(code: string): code is keyof typeof BY_CODE {
  return Object.hasOwn(BY_CODE, code);
}

/** What a user can do about a failure. The error's own message is for developers. */
export function describeFailure(
  { code, retryAfterMs }: BillingError,
  { t, length }: Pick<Words, "t" | "length">,
): string {
  if (retryAfterMs !== undefined) {
    const { count, unit } = roundedWait(retryAfterMs);
    return t("failure.wait", { wait: length(count, unit) });
  }
  return t(isExplained(code) ? BY_CODE[code] : "failure.other");
}
