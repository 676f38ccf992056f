import type { BillingError } from "../contract/errors";

/**
 * Whether a caught or returned value is a billing error.
 *
 * Checks the data, a `code` and a `message`: a class would not survive the transfer
 * from server to browser.
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

/**
 * A billing error as an exception, for code that expects exceptions. Without a status, the server
 * did not respond.
 */
export type BillingFailure = BillingError & Error & { statusCode?: number | undefined };

/** Turns a failed response into an exception. */
export function failureOf({
  error,
  statusCode,
}: {
  error: BillingError;
  statusCode?: number | undefined;
}): BillingFailure {
  return Object.assign(new Error(error.message), { ...error, statusCode });
}

/** Client errors after which the same request may succeed later. */
const RETRYABLE = [401, 408, 429];

/** Whether the same request may succeed later: not after a misspelt id or a refusal. */
export function isRetryable({ statusCode }: Pick<BillingFailure, "statusCode">): boolean {
  return statusCode === undefined || statusCode >= 500 || RETRYABLE.includes(statusCode);
}
