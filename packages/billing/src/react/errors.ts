import type { BillingError } from "../contract/errors";

/**
 * Tells whether a caught or returned value is a billing error.
 *
 * It checks the data, a `code` and a `message`: a class would not survive the
 * transfer from server to browser.
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

/** The caller is signed out. @see Spec §5 */
export const NO_CUSTOMER = {
  code: "CUSTOMER_ID_REQUIRED",
  message: "Customer ID is required",
} as const satisfies BillingError;

/** A billing error for code that expects exceptions. */
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
