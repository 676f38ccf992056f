import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Range } from "../../../contract/usageResponses";
import type { Period } from "../periods/periods";
import { HOUR_MS } from "../../../contract/time";

/** The use in an hour or a day (UTC). */
export const vTotal = v.object({
  starts_at: v.number(),
  /** Micros; a return counts negative. */
  sum: v.number(),
  count: v.number(),
});
/** A sum of uses, as {@link vTotal} stores it. */
export type Total = Infer<typeof vTotal>;

/** The sizes of bins. */
export type Bin = "hour" | "day";

const BIN_MS: Record<Bin, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };
/** A year of days, the longest period that is sold. */
const MAX_BINS = 366;

type FixedRange = Exclude<Range, "last_cycle">;
const WINDOWS: Record<FixedRange, { bin: Bin; count: number }> = {
  "24h": { bin: "hour", count: 24 },
  "7d": { bin: "day", count: 7 },
  "30d": { bin: "day", count: 30 },
  "90d": { bin: "day", count: 90 },
};

/** The start of the hour or day (UTC) that a moment lies in. */
export function binStart(at: number, bin: Bin): number {
  return Math.floor(at / BIN_MS[bin]) * BIN_MS[bin];
}

/**
 * Adds one event to the sums of a day's hours.
 *
 * @param value - Micros; negative if units are returned.
 */
export function addToHours(hours: readonly Total[], at: number, value: number): Total[] {
  const starts_at = binStart(at, "hour");
  const known = hours.find((hour) => hour.starts_at === starts_at);
  if (!known) return [...hours, { starts_at, sum: value, count: 1 }];
  const added = { starts_at, sum: known.sum + value, count: known.count + 1 };
  return hours.map((hour) => (hour === known ? added : hour));
}

/**
 * The bins of a usage query, the last one includes `now`.
 *
 * `24h` is 24 hours, `7d`, `30d` and `90d` are that many days; `last_cycle` is
 * every day of the running period so far.
 *
 * @param cycle - The running period; null: there is none, and 30 days are shown.
 * @returns Starts in epoch milliseconds, oldest first, at least one.
 */
export function binsOf(
  range: Range,
  now: number,
  cycle: Period | null,
): { bin: Bin; starts: number[] } {
  const isCycle = range === "last_cycle" && cycle !== null;
  const window = WINDOWS[range === "last_cycle" ? "30d" : range];
  const bin = isCycle ? "day" : window.bin;
  const last = binStart(now, bin);
  const first = isCycle ? binStart(cycle.start, bin) : last - (window.count - 1) * BIN_MS[bin];
  const count = Math.min(MAX_BINS, Math.max(0, (last - first) / BIN_MS[bin]) + 1);
  return {
    bin,
    starts: Array.from({ length: count }, (_, k) => last - (count - 1 - k) * BIN_MS[bin]),
  };
}
