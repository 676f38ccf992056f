import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Interval } from "../../../src/contract/wire";
import {
  addDuration,
  addIntervals,
  intervalWeight,
  nextBoundary,
  periodAt,
} from "../../../src/component/rules/periods/periods";
import { utc } from "../fixtures";

const INTERVALS: Interval[] = [
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
];
const CALENDAR: Interval[] = ["month", "quarter", "semi_annual", "year"];
const anyInterval = fc.constantFrom(...INTERVALS);
const anyCount = fc.integer({ min: 1, max: 5 });
const anyTime = fc.integer({ min: utc("1990-01-01"), max: utc("2090-01-01") });
const timeOfDay = (at: number) => new Date(at).toISOString().slice(11);
const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

describe("addIntervals", () => {
  it.each<[string, Interval, number, number, string]>([
    ["2025-01-31", "month", 1, 1, "2025-02-28"],
    ["2025-01-31", "month", 1, 2, "2025-03-31"],
    ["2024-01-31", "month", 1, 1, "2024-02-29"],
    ["2024-02-29", "year", 1, 1, "2025-02-28"],
    ["2024-02-29", "year", 1, 4, "2028-02-29"],
    ["2025-01-31", "month", 1, -2, "2024-11-30"],
    ["2025-01-31", "quarter", 1, 1, "2025-04-30"],
    ["2025-08-31", "semi_annual", 1, 1, "2026-02-28"],
    ["2025-03-05", "week", 2, 3, "2025-04-16"],
    ["2025-12-31", "day", 1, 1, "2026-01-01"],
  ])("from %s, %s × %i, boundary %i is %s", (anchor, interval, count, k, expected) => {
    expect(iso(addIntervals(utc(anchor), interval, count, k))).toBe(expected);
  });

  it("keeps the time of day across the clock changes of Europe and America", () => {
    const anchor = utc("2025-03-08T23:30:00");
    expect(addIntervals(anchor, "month", 1, 1)).toBe(utc("2025-04-08T23:30:00"));
  });

  it("INV-18: lands on the anchor's day, or on the last day of a month too short for it", () => {
    fc.assert(
      fc.property(
        anyTime,
        fc.constantFrom(...CALENDAR),
        anyCount,
        fc.integer({ min: -60, max: 60 }),
        (anchor, interval, count, k) => {
          const at = new Date(addIntervals(anchor, interval, count, k));
          const lastDay = new Date(
            Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0),
          ).getUTCDate();
          expect(at.getUTCDate()).toBe(Math.min(new Date(anchor).getUTCDate(), lastDay));
          expect(timeOfDay(at.getTime())).toBe(timeOfDay(anchor));
        },
      ),
    );
  });
});

describe("periodAt", () => {
  const anchor = utc("2025-01-31");

  it.each([
    ["the instant before a boundary", utc("2025-02-28") - 1, "2025-01-31", "2025-02-28", 0],
    ["the boundary itself", utc("2025-02-28"), "2025-02-28", "2025-03-31", 1],
    ["a day between two clamped ones", utc("2025-03-29"), "2025-02-28", "2025-03-31", 1],
    ["a moment before the anchor", utc("2025-01-30"), "2024-12-31", "2025-01-31", -1],
  ])("puts %s into one period", (_what, now, start, end, index) => {
    const period = periodAt(anchor, "month", 1, now);
    expect([iso(period.start), iso(period.end), period.index]).toEqual([start, end, index]);
  });

  it("contains its moment, for any anchor, interval and age of the subscription", () => {
    fc.assert(
      fc.property(anyTime, anyInterval, anyCount, anyTime, (from, interval, count, now) => {
        const { start, end, index } = periodAt(from, interval, count, now);
        expect(start).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThan(now);
        expect(addIntervals(from, interval, count, index)).toBe(start);
      }),
    );
  });
});

describe("nextBoundary", () => {
  it("INV-18: moves on from every boundary to the next one, never to the same", () => {
    fc.assert(
      fc.property(anyTime, anyInterval, anyCount, anyTime, (anchor, interval, count, now) => {
        const first = nextBoundary(anchor, interval, count, now);
        const second = nextBoundary(anchor, interval, count, first);
        expect(first).toBeGreaterThan(now);
        expect(second).toBeGreaterThan(first);
        expect(nextBoundary(anchor, interval, count, first - 1)).toBe(first);
      }),
    );
  });
});

describe("addDuration", () => {
  it.each([
    ["2025-01-31", 1, "month", "2025-02-28"],
    ["2024-02-29", 1, "year", "2025-02-28"],
    ["2025-02-20", 14, "day", "2025-03-06"],
  ] as const)("%s and %i %s is %s", (at, length, unit, expected) => {
    expect(iso(addDuration(utc(at), length, unit))).toBe(expected);
  });
});

describe("intervalWeight", () => {
  it("orders the intervals by length", () => {
    const weights = INTERVALS.map((interval) => intervalWeight(interval, 1));
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect(new Set(weights).size).toBe(INTERVALS.length);
  });

  it.each([
    ["four weeks as a month", intervalWeight("week", 4), intervalWeight("month", 1)],
    ["twelve months as a year", intervalWeight("month", 12), intervalWeight("year", 1)],
    ["seven days as a week", intervalWeight("day", 7), intervalWeight("week", 1)],
  ])("measures %s", (_what, a, b) => {
    expect(a).toBe(b);
  });
});
