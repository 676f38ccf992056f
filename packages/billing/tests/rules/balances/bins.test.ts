import { describe, expect, it } from "vitest";
import { addToHours, binsOf, binStart } from "../../../src/component/rules/balances/usageBuckets";
import { utc } from "../fixtures";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe("binStart", () => {
  it.each([
    ["2025-04-01T00:00:00", "day", "2025-04-01"],
    ["2025-04-01T23:59:59", "day", "2025-04-01"],
    ["2025-04-01T10:59:59", "hour", "2025-04-01T10:00:00"],
    ["1969-12-31T10:00:00", "day", "1969-12-31"],
  ] as const)("puts %s into the %s of %s", (at, bin, start) => {
    expect(binStart(utc(at), bin)).toBe(utc(start));
  });
});

describe("addToHours", () => {
  it("adds to the hour of the event alone, and counts undone use", () => {
    const noon = utc("2025-04-01T12:00:00");
    const first = addToHours([], noon + 5, 3);
    const second = addToHours(first, noon + HOUR_MS, 4);
    expect(addToHours(second, noon + HOUR_MS - 1, -1)).toEqual([
      { starts_at: noon, sum: 2, count: 2 },
      { starts_at: noon + HOUR_MS, sum: 4, count: 1 },
    ]);
  });
});

describe("binsOf", () => {
  const now = utc("2025-04-10T12:30:00");

  it.each([
    ["24h", 24, HOUR_MS, "2025-04-10T12:00:00"],
    ["7d", 7, DAY_MS, "2025-04-10"],
    ["30d", 30, DAY_MS, "2025-04-10"],
    ["90d", 90, DAY_MS, "2025-04-10"],
  ] as const)("shows %s as %d bins up to now", (range, count, size, last) => {
    const { starts } = binsOf(range, now, null);
    expect(starts).toHaveLength(count);
    expect(starts.at(-1)).toBe(utc(last));
    expect(starts[0]).toBe(utc(last) - (count - 1) * size);
  });

  it("shows the days of the running period, including the day it started on", () => {
    const cycle = { start: utc("2025-04-08T18:00:00"), end: utc("2025-05-08T18:00:00") };
    expect(binsOf("last_cycle", now, cycle)).toEqual({
      bin: "day",
      starts: [utc("2025-04-08"), utc("2025-04-09"), utc("2025-04-10")],
    });
    const fresh = { start: now, end: now + DAY_MS };
    expect(binsOf("last_cycle", now, fresh).starts).toEqual([utc("2025-04-10")]);
  });

  it("shows 30 days without a period, and a year at most", () => {
    expect(binsOf("last_cycle", now, null).starts).toHaveLength(30);
    const decade = { start: utc("2015-01-01"), end: utc("2035-01-01") };
    expect(binsOf("last_cycle", now, decade).starts).toHaveLength(366);
  });
});
