import { describe, expect, it } from "vitest";
import { resetBalance } from "../../src/component/rules/balances/balances";
import { planDeduction } from "../../src/component/rules/balances/deduction";
import type { Balance, Catalogue, FeatureDefinition } from "../../src/component/rules/model";
import { fromMicros, toMicros } from "../../src/component/rules/money/money";
import { applyMoves } from "../../src/component/rules/balances/moves";
import { addIntervals, nextBoundary, periodAt } from "../../src/component/rules/periods/periods";
import type { Interval } from "../../src/contract/wire";
import { balanceRow } from "../rules/fixtures";
import file from "./balances.json";

const CREDIT_BUCKETS = "credits";
const NOW = Date.parse("2025-04-16T00:00:00Z");

interface Schedule {
  anchor: string;
  interval: Interval;
  interval_count: number;
}
interface LateReset extends Schedule {
  next_reset_at: string;
  now: string;
}
interface BucketRow {
  id: string;
  interval: Interval | null;
  included: number;
  balance: number;
  overage?: boolean;
  usage_limit?: number;
  unlimited?: boolean;
}
interface Track {
  feature_id: string;
  value: number;
  credit_cost: number;
  balanceRows: BucketRow[];
}
interface RolloverRow {
  id: string;
  balance: number;
  expires_at: string | null;
}
interface Reset {
  balance_at_reset: number;
  existing: RolloverRow[];
  config: NonNullable<Balance["rollover"]>;
  reset_at: string;
}

/**
 * One runner per kind of vector: it maps its input to this engine's result, in the
 * vector's own terms.
 */
const RUNNERS: Record<string, (input: never, expected: never) => unknown> = {
  reset_schedule: ({ anchor, interval, interval_count: count }: Schedule, expected: string[]) =>
    expected.map((_, k) => iso(addIntervals(Date.parse(anchor), interval, count, k + 1))),

  late_reset: (input: LateReset) => {
    const anchor = Date.parse(input.anchor);
    const { interval, interval_count: count } = input;
    const due = Date.parse(input.next_reset_at);
    const late = balanceRow({ anchor, interval, interval_count: count, next_reset_at: due });
    const next = resetBalance(late, Date.parse(input.now)).next_reset_at;
    if (next === null) throw new Error("a monthly balance always has a next reset");
    const index = (at: number) => periodAt(anchor, interval, count, at).index;
    return { next_reset_at: iso(next), boundaries_crossed: index(next) - index(due) };
  },

  track: ({ feature_id: featureId, value, credit_cost: cost, balanceRows: rows }: Track) => {
    // A balance named for credits pays through a credit system; the others are the feature's own.
    const paysInCredits = rows.every((row) => row.id === CREDIT_BUCKETS);
    const balanceRows = rows.map((row) => bucketOf(row, paysInCredits ? CREDIT_BUCKETS : featureId));
    const { moves, applied, unapplied } = planDeduction({
      balanceRows,
      features: featuresOf(featureId, cost),
      featureId,
      amount: toMicros(value),
      entityId: null,
      now: NOW,
      mode: "cap",
    });
    const unlimited = new Set(balanceRows.filter((row) => row.unlimited).map((row) => row.id));
    const inBucketUnits = (micros: number) => fromMicros(micros) * (paysInCredits ? cost : 1);
    return {
      allowed: unapplied <= 0,
      applied: inBucketUnits(applied),
      unapplied: inBucketUnits(unapplied),
      moves: moves.map(({ balanceId, amount }) => ({
        target: unlimited.has(balanceId) ? "unlimited" : balanceId,
        amount: fromMicros(amount),
      })),
      balances: Object.fromEntries(
        applyMoves(balanceRows, moves).map((row) => [row.id, fromMicros(row.balance)]),
      ),
      rollovers: {},
    };
  },

  rollover: (
    { balance_at_reset: balance, existing, config, reset_at: resetAt }: Reset,
    expected: { rollovers: RolloverRow[] },
  ) => {
    const at = Date.parse(resetAt);
    const { rollovers } = resetBalance(
      balanceRow({
        balance,
        interval: "month",
        anchor: at,
        next_reset_at: at,
        rollover: config,
        rollovers: existing.map((row) => ({
          balance: toMicros(row.balance),
          usage: 0,
          expires_at: expiryOf(row),
        })),
      }),
      at,
    );
    // Units that expire together may be one row or several: it makes no difference to a use.
    const actual = rollovers.map((row) => ({ ...row, balance: fromMicros(row.balance) }));
    const wanted = expected.rollovers.map((row) => ({ ...row, expires_at: expiryOf(row) }));
    expect(sumByExpiry(actual)).toEqual(sumByExpiry(wanted));
    const kept = rollovers.reduce((sum, row) => sum + fromMicros(row.balance), 0);
    return { rollovers: expected.rollovers, total: kept };
  },
};

function sumByExpiry(rows: readonly { balance: number; expires_at: number | null }[]) {
  const sums = new Map<number | null, number>();
  for (const { balance, expires_at: at } of rows) sums.set(at, (sums.get(at) ?? 0) + balance);
  return sums;
}

const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "+00:00");
const expiryOf = (row: RolloverRow) => (row.expires_at === null ? null : Date.parse(row.expires_at));

function bucketOf(row: BucketRow, featureId: string): Balance {
  return balanceRow({
    id: row.id,
    feature_id: featureId,
    interval: row.interval,
    next_reset_at: row.interval && nextBoundary(0, row.interval, 1, NOW),
    granted: row.included,
    balance: row.balance,
    usage_allowed: row.overage ?? false,
    unlimited: row.unlimited ?? false,
    ...(row.usage_limit !== undefined && { usage_limit: row.usage_limit }),
  });
}

function featuresOf(featureId: string, cost: number): Catalogue["features"] {
  const metered: FeatureDefinition = {
    id: featureId,
    name: featureId,
    type: "single_use",
    archived: false,
  };
  const credits: FeatureDefinition = {
    ...metered,
    id: CREDIT_BUCKETS,
    type: "credit_system",
    credit_schema: [{ metered_feature_id: featureId, credit_cost: cost }],
  };
  return new Map([metered, credits].map((definition) => [definition.id, definition]));
}

describe("balance vectors", () => {
  const executed: string[] = [];

  it("has a runner for every kind in the file", () => {
    const kinds = new Set(file.vectors.map((vector) => vector.kind));
    expect([...kinds].sort()).toEqual(Object.keys(RUNNERS).sort());
  });

  it.each(file.vectors.map((vector) => [vector.id, vector.title, vector] as const))(
    "%s %s",
    (id, _title, { kind, input, expected }) => {
      // The runner of a kind reads the shape of that kind.
      expect(RUNNERS[kind]?.(input as never, expected as never)).toEqual(expected);
      executed.push(id);
    },
  );

  it("ran every vector of the file", () => {
    expect(executed).toEqual(file.vectors.map(({ id }) => id));
    expect(new Set(executed).size).toBe(21);
  });
});
