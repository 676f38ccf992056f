import { HOUR_MS, MINUTE_MS } from "../../packages/billing/src/contract";

/** The delay after each failed attempt. After the last one the mail has failed. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const;

/**
 * The delay before the next attempt.
 *
 * @param attempts - The number of attempts so far, at least one.
 * @returns Milliseconds; null if no attempt is left.
 */
export function waitAfter(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null;
}
