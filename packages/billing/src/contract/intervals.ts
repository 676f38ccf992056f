import type { Interval } from "./wire";

/** Shortest first, each in months of the year's average length. */
export const PERIODS = [
  { interval: "minute", months: 12 / (365 * 24 * 60) },
  { interval: "hour", months: 12 / (365 * 24) },
  { interval: "day", months: 12 / 365 },
  { interval: "week", months: 12 / 52 },
  { interval: "month", months: 1 },
  { interval: "quarter", months: 3 },
  { interval: "semi_annual", months: 6 },
  { interval: "year", months: 12 },
] as const satisfies readonly { interval: Interval; months: number }[];

/** How many months an interval lasts on average. */
export function monthsOf(interval: Interval): number {
  return PERIODS.find((period) => period.interval === interval)?.months ?? 1;
}
