import type { BillingError } from "../contract/errors";

/**
 * Tells whether a caught or returned value is a billing error.
 *
 * Judged by its data, a `code` and a `message`: a class would not survive the
 * way from server to browser.
 *
 * @see Spec §8
 */
export function isBillingError(value: unknown): value is BillingError {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

/** Nobody is signed in. @see Spec §5 */
export const NO_CUSTOMER = {
  code: "CUSTOMER_ID_REQUIRED",
  message: "Customer ID is required",
} as const satisfies BillingError;

/** A billing error on its way through code that expects exceptions. */
export class BillingFailure extends Error implements BillingError {
  readonly code: string;
  readonly retryAfterMs?: number;

  constructor({ code, message, retryAfterMs }: BillingError) {
    super(message);
    this.name = "BillingFailure";
    this.code = code;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}
