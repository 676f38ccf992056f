import { BILLING_SETTINGS } from "../billingSettings";
import { DAY_MS } from "../../../contract/time";

const RETRY_DAYS = BILLING_SETTINGS.dunning_days;
const GRACE_MS = RETRY_DAYS[3] * DAY_MS;

/**
 * Dunning: when access to a product ends after a failed renewal, unless a retry is paid.
 *
 * @param failedAt - The boundary whose charge failed.
 */
export function graceEnd(failedAt: number): number {
  return failedAt + GRACE_MS;
}

/**
 * When a failed renewal is charged again.
 *
 * @param graceEndsAt - The result of {@link graceEnd}.
 * @param after - Excluded.
 * @returns Null when no retry is left before the end of the grace period, which
 *   charges a last time.
 */
export function nextRetryAt(graceEndsAt: number, after: number): number | null {
  const times = RETRY_DAYS.map((days) => graceEndsAt - GRACE_MS + days * DAY_MS);
  return times.find((at) => at > after && at < graceEndsAt) ?? null;
}

/**
 * When the open invoice of an ended product is charged again: on the same days as
 * a failed renewal.
 *
 * @param issuedAt - When the invoice was first declined.
 * @param after - Excluded.
 * @returns Null when the last try was made.
 */
export function finalRetryAt(issuedAt: number, after: number): number | null {
  const last = graceEnd(issuedAt);
  return nextRetryAt(last, after) ?? (after < last ? last : null);
}
