import { describe, expect, it } from "vitest";
import { decideFeatureAccess } from "../../../src/contract/access";
import { serializeBalances } from "../../../src/component/rules/balances/aggregate";
import {
  planBalances,
  resetBalance,
  trimRollovers,
} from "../../../src/component/rules/balances/balances";
import { carryUsage, seatsToCarry } from "../../../src/component/rules/balances/carry";
import { planDeduction } from "../../../src/component/rules/balances/deduction";
import type { Balance, Catalogue, FeatureDefinition } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { applyMoves } from "../../../src/component/rules/balances/moves";
import { addToReceipt } from "../../../src/component/rules/invoices/receipts";
import { setUnusedSeats, vacatedUnits } from "../../../src/component/rules/entities/seats";
import { usageChange } from "../../../src/component/rules/balances/usage";
import { FREE, balanceRow, subscriptions, utc } from "../fixtures";

const NOW = utc("2025-04-16");
const calls: FeatureDefinition = {
  id: "calls",
  name: "Calls",
  type: "single_use",
  archived: false,
};
const seats: FeatureDefinition = {
  id: "seats",
  name: "Seats",
  type: "continuous_use",
  archived: false,
};
const coins = (cost: number): FeatureDefinition => ({
  ...calls,
  id: "coins",
  name: "Coins",
  type: "credit_system",
  credit_schema: [{ metered_feature_id: "calls", credit_cost: cost }],
});
const catalogue = (...rows: FeatureDefinition[]): Catalogue["features"] =>
  new Map(rows.map((row) => [row.id, row]));
const own = (over: Parameters<typeof balanceRow>[0]) =>
  balanceRow({ feature_id: "calls", ...over });

function use(
  balanceRows: Balance[],
  units: number,
  features = catalogue(calls, coins(10)),
  mode: "cap" | "reject" = "cap",
) {
  const plan = planDeduction({
    balanceRows,
    features,
    featureId: "calls",
    amount: toMicros(units),
    entityId: null,
    now: NOW,
    mode,
  });
  const after = applyMoves(balanceRows, plan.moves);
  const { applied, unapplied } = plan;
  const balances = Object.fromEntries(after.map((row) => [row.id, row.balance / 1e6]));
  return { applied: applied / 1e6, unapplied: unapplied / 1e6, balances, after };
}

function allows(balanceRows: Balance[], units: number, features = catalogue(calls, coins(10))) {
  const seen = serializeBalances({ balanceRows, features, entityId: null, now: NOW });
  return decideFeatureAccess(Object.fromEntries(seen), "calls", units).allowed;
}

describe("balance bugs of other systems", () => {
  it("B12: credits are compared with the use's price in credits", () => {
    const purse = [balanceRow({ feature_id: "coins", granted: 100 })];
    expect([allows(purse, 10), allows(purse, 11)]).toEqual([true, false]);
  });

  it("B12: a feature's own balance pays before credits do", () => {
    const both = [own({ id: "own", granted: 5 }), balanceRow({ id: "purse", feature_id: "coins" })];
    expect(use(both, 5).balances).toEqual({ own: 0, purse: 100 });
  });

  it("B13: undoing use reduces overage first, and never exceeds the grant", () => {
    const over = [own({ id: "a", granted: 10, balance: -4, usage_allowed: true })];
    expect(use(over, -3).balances).toEqual({ a: -1 });
    expect(use(over, -100)).toMatchObject({ balances: { a: 10 }, applied: -14, unapplied: -86 });
  });

  it("B14: a price of 0 credits is free, not 1", () => {
    const free = catalogue(calls, coins(0));
    const empty = [balanceRow({ id: "purse", feature_id: "coins", granted: 100, balance: 0 })];
    expect(use(empty, 7, free)).toMatchObject({ applied: 7, balances: { purse: 0 } });
    expect(allows(empty, 7, free)).toBe(true);
  });

  it("B15: rollovers that never expire count, and empty ones are removed", () => {
    const rows = [
      { balance: 0, usage: 5, expires_at: null },
      { balance: toMicros(30), usage: 0, expires_at: null },
      { balance: toMicros(40), usage: 0, expires_at: NOW + 1 },
    ];
    expect(trimRollovers(rows, 50, NOW)).toEqual([
      { balance: toMicros(20), usage: 0, expires_at: NOW + 1 },
      { balance: toMicros(30), usage: 0, expires_at: null },
    ]);
  });

  it("B18: resets by the minute, hour or day have their own anchor", () => {
    const begun = utc("2025-04-10T10:30:00");
    const product = {
      ...FREE,
      version: 1,
      created_at: 0,
      items: [{ feature_id: "calls", included_usage: 5, interval: "hour" as const }],
    };
    const row = subscriptions(product, { starts_at: begun, anchor: utc("2025-04-01") });
    const [hourly] = planBalances({
      subscription: row,
      features: catalogue(calls),
      trialEndsAt: null,
    });
    expect(hourly?.next_reset_at).toBe(utc("2025-04-10T11:30:00"));
  });

  it("B19: tenths add up, so that the last unit is allowed", () => {
    const spent = use(use([own({ granted: 0.3 })], 0.1).after, 0.1).after;
    expect(allows(spent, 0.1)).toBe(true);
    expect(use(spent, 0.1).balances).toEqual({ balanceRow: 0 });
  });

  it("B35: closing a cycle leaves the rest of the grant as it was", () => {
    const row = own({ granted: 100, balance: 40, interval: "month", next_reset_at: NOW });
    expect(resetBalance(row, NOW - 1)).toBe(row);
  });

  it("B36: use beyond the new grant is carried as overage, not dropped", () => {
    const from = [balanceRow({ id: "old", feature_id: "seats", granted: 5, balance: 0 })];
    const to = [balanceRow({ feature_id: "seats", granted: 3, usage_allowed: true })];
    const subscription = { product: FREE, options: [], anchor: NOW };
    const predecessor = { subscription, balanceRows: from, succession: "within_period" as const };
    const change = { from: predecessor, to, subscription, features: catalogue(seats), now: NOW };
    expect(carryUsage(change)[0]?.balance).toBe(toMicros(-2));
  });

  it("B37: seats that another product counts are not counted again", () => {
    const main = balanceRow({ feature_id: "seats", granted: 3, balance: 1 });
    expect(seatsToCarry({ seats: 2 }, [main])).toEqual({ seats: 0 });
    expect(seatsToCarry({ seats: 5, rooms: 0 }, [main])).toEqual({ seats: 3 });
    expect(seatsToCarry({ seats: 2 }, [])).toEqual({ seats: 2 });
  });

  it("B40: without a grant nothing is allowed, and an unlimited one is", () => {
    expect([allows([], 1), allows([], 0)]).toEqual([false, false]);
    expect(allows([own({ unlimited: true })], 1e6)).toBe(true);
    expect(use([own({ unlimited: true })], 9, undefined, "reject")).toMatchObject({
      applied: 9,
      unapplied: 0,
    });
  });

  it("B42: included units count towards the limit, so it can be used up to there", () => {
    const row = [own({ granted: 10, balance: 2, usage_allowed: true, usage_limit: 15 })];
    expect([allows(row, 7), allows(row, 8)]).toEqual([true, false]);
    expect(use(row, 7, undefined, "reject").unapplied).toBe(0);
  });

  it("B48: the balance that expires soonest is used first, whatever resets sooner", () => {
    const rows = [
      own({ id: "monthly", interval: "month", next_reset_at: NOW + 1 }),
      own({ id: "expiring", expires_at: NOW + 1000 }),
    ];
    expect(use(rows, 10).balances).toEqual({ monthly: 100, expiring: 90 });
  });

  it("B51: unlimited use and overage of the feature itself come before any credits", () => {
    const purse = balanceRow({ id: "purse", feature_id: "coins" });
    const open = own({ id: "open", granted: 1, usage_allowed: true });
    expect(use([open, purse], 5).balances).toEqual({ open: -4, purse: 100 });
    expect(use([own({ id: "all", unlimited: true }), purse], 5).balances.purse).toBe(100);
  });
});

describe("usageChange", () => {
  const seen = (...balanceRows: Balance[]) =>
    Object.fromEntries(
      serializeBalances({
        balanceRows,
        features: catalogue(calls, coins(10)),
        entityId: null,
        now: NOW,
      }),
    );

  it.each([
    ["more", 60, 20],
    ["less", 10, -30],
    ["the same", 40, 0],
  ])("uses %s", (_what, target, units) => {
    const balances = seen(own({ granted: 100, balance: 60 }));
    expect(usageChange(balances, "calls", toMicros(target))).toBe(toMicros(units));
  });

  it("counts in credits where they pay, and requires a choice when both do", () => {
    const purse = balanceRow({ id: "purse", feature_id: "coins", granted: 100, balance: 80 });
    expect(usageChange(seen(purse), "calls", toMicros(5))).toBe(toMicros(3));
    expect(usageChange(seen(purse, own({})), "calls", toMicros(5))).toBe("ambiguous");
  });

  it("does not change an unlimited or ungranted feature", () => {
    expect(usageChange(seen(own({ unlimited: true })), "calls", toMicros(5))).toBe(0);
    expect(usageChange({}, "calls", toMicros(5))).toBe(0);
    expect(usageChange({}, "toString", toMicros(5))).toBe(0);
  });
});

describe("paid seats that are empty", () => {
  it("expire when the period that paid for them ends", () => {
    const row = setUnusedSeats(balanceRow({ feature_id: "seats" }), 2, NOW);
    expect([vacatedUnits(row, NOW - 1), vacatedUnits(row, NOW)]).toEqual([2, 0]);
  });

  it("leave a balance without empty seats unchanged", () => {
    const row = balanceRow({ feature_id: "seats" });
    expect(setUnusedSeats(row, 0, NOW)).toBe(row);
  });
});

describe("addToReceipt", () => {
  const period = { start: 0, end: 1_000 };

  it("adds up what was paid in a period, and starts at 0 in the next", () => {
    const first = addToReceipt([], { itemIndex: 1, minor: 500, period, now: 500 });
    expect(first).toEqual([
      { item_index: 1, period_end: 1_000, full_minor: 1_000, left_minor: 500 },
    ]);
    const second = addToReceipt(first, { itemIndex: 1, minor: -100, period, now: 900 });
    expect(second).toEqual([{ item_index: 1, period_end: 1_000, full_minor: 0, left_minor: 400 }]);
    const next = { start: 1_000, end: 2_000 };
    expect(addToReceipt(second, { itemIndex: 1, minor: 700, period: next, now: 1_000 })).toEqual([
      { item_index: 1, period_end: 2_000, full_minor: 700, left_minor: 700 },
    ]);
  });
});
