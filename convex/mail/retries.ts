import { HOUR_MS, MINUTE_MS } from "../../packages/billing/src/contract";

/** The wait after each attempt that failed. After the last one the mail has failed. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const;

/**
 * How long to wait before the next attempt.
 *
 * @param attempts - How many there were; at least one.
 * @returns Milliseconds; null: there were enough.
 */
export function waitAfter(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null;
}
