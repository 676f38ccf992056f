import { HOUR_MS, SECOND_MS } from "../../contract/time";

const FIRST_MS = 30 * SECOND_MS;
const LONGEST_MS = 6 * HOUR_MS;

/** When a handler that failed is called again: after 30 seconds, 1, 2, 4 … minutes, at most 6 hours. */
export function delayAfterFailures(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
