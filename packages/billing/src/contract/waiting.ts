import { SECOND_MS, MINUTE_MS, HOUR_MS } from "./time";

/** The maximum error of adding up fractions. */
const ROUNDING_MS = 0.001;

const UNITS = [
  { name: "second", ms: SECOND_MS, upToMs: 90 * SECOND_MS },
  { name: "minute", ms: MINUTE_MS, upToMs: 90 * MINUTE_MS },
  { name: "hour", ms: HOUR_MS, upToMs: Infinity },
] as const;

/**
 * A duration in one unit.
 *
 * @param retryAfterMs - Rounded up to a whole unit, so that the retry is not too early.
 */
export function roundedWait(retryAfterMs: number) {
  const { name, ms } = UNITS.find(({ upToMs }) => retryAfterMs <= upToMs) ?? UNITS[2];
  return { count: Math.max(1, Math.ceil(retryAfterMs / ms)), unit: name };
}

/** A duration as text: "Try again in 40 seconds". Milliseconds, rounded up. */
export function tryAgainIn(retryAfterMs: number): string {
  const { count, unit } = roundedWait(retryAfterMs);
  return `Try again in ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Removes the wait from the end of a refusal: "Too many requests".
 *
 * @param retryAfterMs - The wait that the message ends with, if it does.
 */
export function reasonOf(message: string, retryAfterMs: number): string {
  const wait = `. ${tryAgainIn(retryAfterMs)}`;
  return message.endsWith(wait) ? message.slice(0, -wait.length) : message;
}

/**
 * A duration in whole milliseconds, without the error of adding up fractions of calls. At least
 * one.
 */
export function wholeWait(retryAfterMs: number): number {
  return Math.max(1, Math.ceil(retryAfterMs - ROUNDING_MS));
}
