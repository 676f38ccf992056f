import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeBalances } from "../../src/component/rules/balances/aggregate";
import { resetBalance, trimRollovers } from "../../src/component/rules/balances/balances";
import type { Balance, RolloverConfig } from "../../src/component/rules/model";
import { toMicros } from "../../src/component/rules/money/money";
import { addIntervals, nextBoundary, periodAt } from "../../src/component/rules/periods/periods";
import { balanceRow, FEATURES } from "../rules/fixtures";
import { always, anyAmount, anyCount, anyInterval, anyTime } from "./arbitraries";

const anySchedule = fc.record({ anchor: anyTime, interval: anyInterval, count: anyCount });
const STEP_MONTHS = { month: 1, quarter: 3, semi_annual: 6, year: 12 };

const anyRolloverConfig: fc.Arbitrary<RolloverConfig> = fc.record({
  max: fc.option(fc.integer({ min: 1, max: 300 })),
  length: fc.integer({ min: 1, max: 4 }),
  duration: fc.constantFrom("month", "forever"),
});

/** A balance that resets, in any state inside its first cycle. */
const anyResetting: fc.Arbitrary<Balance> = fc
  .record({
    anchor: anyTime,
    interval: fc.constantFrom(
      "week" as const,
      "month" as const,
      "quarter" as const,
      "year" as const,
    ),
    interval_count: anyCount,
    granted: anyAmount(200),
    used: fc.double({ min: 0, max: 1.2, noNaN: true }),
    adjustment: fc.constantFrom(0, 5_000_000),
    rollover: fc.option(anyRolloverConfig, { freq: 3 }),
  })
  .map(({ used, granted, ...rest }) => ({
    ...balanceRow(),
    ...rest,
    granted,
    balance: granted + rest.adjustment - Math.floor(granted * used),
    usage_allowed: true,
    next_reset_at: nextBoundary(rest.anchor, rest.interval, rest.interval_count, rest.anchor),
  }));

/** How far a clock is moved, and at which moments a sweep runs on the way. */
const anyJourney = fc.record({
  balanceRow: anyResetting,
  steps: fc.array(fc.integer({ min: 1, max: 100 * 24 * 60 }), { minLength: 1, maxLength: 5 }),
});

describe("boundaries of any schedule", () => {
  it("rise, each the k-th multiple of the interval from the original anchor (INV-18)", () => {
    always(anySchedule, ({ anchor, interval, count }) => {
      let at = anchor;
      for (let k = 1; k <= 5; k += 1) {
        const next = nextBoundary(anchor, interval, count, at);
        expect(next).toBeGreaterThan(at);
        expect(next).toBe(addIntervals(anchor, interval, count, k));
        at = next;
      }
    });
  });

  it("stay on the day of the month, or on the month's last day where it is too short (INV-18)", () => {
    const anyMonths = fc.record({
      anchor: anyTime,
      interval: fc.constantFrom(...(Object.keys(STEP_MONTHS) as (keyof typeof STEP_MONTHS)[])),
      count: anyCount,
      k: fc.integer({ min: -40, max: 400 }),
    });
    always(anyMonths, ({ anchor, interval, count, k }) => {
      const [from, to] = [new Date(anchor), new Date(addIntervals(anchor, interval, count, k))];
      const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(months(to) - months(from)).toBe(k * count * STEP_MONTHS[interval]);
      const following = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0));
      expect(to.getUTCDate()).toBe(Math.min(from.getUTCDate(), following.getUTCDate()));
      expect(to.toISOString().slice(10)).toBe(from.toISOString().slice(10));
    });
  });

  it("divide time into periods that touch and do not overlap", () => {
    always(fc.tuple(anySchedule, anyTime), ([{ anchor, interval, count }, now]) => {
      const { start, end, index } = periodAt(anchor, interval, count, now);
      expect(start <= now && now < end).toBe(true);
      expect(periodAt(anchor, interval, count, end)).toMatchObject({
        start: end,
        index: index + 1,
      });
      expect(periodAt(anchor, interval, count, start - 1)).toMatchObject({ end: start });
    });
  });
});

describe("any balance, as time passes", () => {
  it("ends in the same state in one jump as in many small steps (INV-19)", () => {
    always(anyJourney, ({ balanceRow: start, steps }) => {
      let [now, stepped] = [start.anchor, start];
      for (const minutes of steps) {
        now += minutes * 60_000;
        stepped = resetBalance(stepped, now);
      }
      // Rollovers that expired since the last reset do not matter: both sides show none.
      const shown = (row: Balance) =>
        serializeBalances({ balanceRows: [row], features: FEATURES, entityId: null, now });
      const jumped = resetBalance(start, now);
      expect(shown(stepped)).toEqual(shown(jumped));
      expect(stepped.next_reset_at).toBe(jumped.next_reset_at);
    });
  });

  it("has its grant and capped, live rollovers after a reset (INV-20)", () => {
    always(anyJourney, ({ balanceRow: start, steps }) => {
      let now = start.anchor;
      for (const minutes of steps) {
        now += minutes * 60_000;
        const after = resetBalance(start, now);
        if (after === start) continue;
        expect([after.balance, after.adjustment]).toEqual([start.granted, 0]);
        expect(after.next_reset_at).toBeGreaterThan(now);
        const sum = after.rollovers.reduce((total, row) => total + row.balance, 0);
        const max = start.rollover?.max ?? null;
        if (max !== null) expect(sum).toBeLessThanOrEqual(toMicros(max));
        const largest = Math.max(start.balance, start.granted, 0);
        for (const row of after.rollovers) {
          expect(row.balance > 0 && row.balance <= largest).toBe(true);
        }
      }
    });
  });

  it("keeps the live rollovers within the cap, the longest-lived whole", () => {
    const anyRows = fc.array(
      fc.record({
        balance: anyAmount(50),
        usage: fc.constant<number>(0),
        expires_at: fc.option(fc.integer({ min: 0, max: 20 })),
      }),
      { maxLength: 6 },
    );
    const anyCap = fc.option(fc.integer({ min: 0, max: 120 }));
    always(fc.tuple(anyRows, anyCap, fc.integer({ min: 0, max: 20 })), ([rows, max, now]) => {
      const kept = trimRollovers(rows, max, now);
      const live = rows.filter(({ expires_at: at }) => at === null || at > now);
      const sum = (all: typeof rows) => all.reduce((total, { balance }) => total + balance, 0);
      const cap = max === null ? Infinity : toMicros(max);
      expect(sum(kept)).toBe(Math.min(sum(live), cap));
      expect(kept.every(({ expires_at: at }) => at === null || at > now)).toBe(true);
      const never = (all: typeof rows) => sum(all.filter(({ expires_at: at }) => at === null));
      expect(never(kept)).toBe(Math.min(never(live), cap));
    });
  });
});
