import type { Interval } from "../../../contract/wire";
import { MINUTE_MS, DAY_MS } from "../../../contract/time";

/** A half-open stretch of time: `start` belongs to it, `end` does not. */
export interface Period {
  start: number;
  end: number;
}

type Step = { ms: number } | { months: number };
const STEPS: Record<Interval, Step> = {
  minute: { ms: MINUTE_MS },
  hour: { ms: 60 * MINUTE_MS },
  day: { ms: DAY_MS },
  week: { ms: 7 * DAY_MS },
  month: { months: 1 },
  quarter: { months: 3 },
  semi_annual: { months: 6 },
  year: { months: 12 },
};

/** Four weeks weigh as much as a month: only the order matters, not the calendar. */
const WEEKS_PER_MONTH = 4;

/**
 * The k-th boundary counted from the original anchor, in UTC.
 *
 * Always one step from the anchor itself, never from another boundary: a month
 * that is too short clamps the day, and the day returns in the next long month
 * (Jan 31, Feb 28, Mar 31).
 *
 * @param anchor - Boundary 0.
 * @param interval - Unit of the step.
 * @param count - Units per step, ≥ 1.
 * @param k - Which boundary; negative ones lie before the anchor.
 */
export function addIntervals(anchor: number, interval: Interval, count: number, k: number): number {
  const step = STEPS[interval];
  return "ms" in step ? anchor + k * count * step.ms : addMonths(anchor, k * count * step.months);
}

/**
 * The period that contains a moment.
 *
 * @param anchor - Any boundary's origin; `now` may lie before it.
 * @param now - The moment. On a boundary it belongs to the period that starts there.
 * @returns The half-open period, and its index: 0 starts at the anchor.
 */
export function periodAt(
  anchor: number,
  interval: Interval,
  count: number,
  now: number,
): Period & { index: number } {
  const index = indexAt(anchor, interval, count, now);
  return {
    start: addIntervals(anchor, interval, count, index),
    end: addIntervals(anchor, interval, count, index + 1),
    index,
  };
}

/**
 * The first boundary later than a moment.
 *
 * @param after - Excluded: on a boundary, the next one is the answer.
 */
export function nextBoundary(
  anchor: number,
  interval: Interval,
  count: number,
  after: number,
): number {
  return periodAt(anchor, interval, count, after).end;
}

/**
 * A moment that many calendar units later; the day is clamped to the month.
 *
 * @param at - The start.
 * @param length - How many units.
 */
export function addDuration(at: number, length: number, unit: "day" | "month" | "year"): number {
  return addIntervals(at, unit, length, 1);
}

/**
 * A weight that orders intervals by length.
 *
 * @returns Months; a week counts as a quarter of one.
 * @see Spec §4, scenarios upgrade and downgrade
 */
export function intervalWeight(interval: Interval, count: number): number {
  const step = STEPS[interval];
  return "months" in step
    ? step.months * count
    : (step.ms * count) / (7 * DAY_MS * WEEKS_PER_MONTH);
}

function indexAt(anchor: number, interval: Interval, count: number, now: number): number {
  const step = STEPS[interval];
  if ("ms" in step) return Math.floor((now - anchor) / (step.ms * count));
  const index = Math.floor(monthsBetween(anchor, now) / (step.months * count));
  // Boundary `index` lies in the month of `now` or before it, the next one after that month.
  return addIntervals(anchor, interval, count, index) > now ? index - 1 : index;
}

function monthsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (at - midnight);
}
