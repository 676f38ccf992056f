import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustTo, leftIn } from "../../../src/component/rules/balances/adjust";
import type { Balance } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { floorOf } from "../../../src/component/rules/balances/moves";
import { balanceRow } from "../fixtures";

const NOW = 1_000;
const rolled = (units: number, expires_at: number | null = null) => ({
  balance: toMicros(units),
  usage: toMicros(1),
  expires_at,
});

const used = ({ granted, adjustment, balance }: Balance) => granted + adjustment - balance;
const units = (rows: Balance[] | null) => rows?.map((row) => row.balance / 1e6);

describe("adjustTo", () => {
  it.each([
    ["more to the first", 250, [200, 50]],
    ["nothing when the target is reached already", 150, [100, 50]],
    ["less from the first", 120, [70, 50]],
    ["less from several in turn", 30, [0, 30]],
    ["all", 0, [0, 0]],
  ])("adjusts: %s", (_what, target, expected) => {
    const rows = [balanceRow({ id: "a", balance: 100 }), balanceRow({ id: "b", balance: 50 })];
    expect(units(adjustTo(rows, toMicros(target), NOW))).toEqual(expected);
  });

  it("takes from rollovers only after balances, and not from expired ones", () => {
    const row = balanceRow({ balance: 10, rollovers: [rolled(5, NOW), rolled(8)] });
    const [after] = adjustTo([row], toMicros(3), NOW) ?? [];
    expect(after).toMatchObject({
      balance: 0,
      rollovers: [{ balance: toMicros(5) }, { balance: toMicros(3) }],
    });
  });

  it("goes below zero only where overage is allowed, and no further than its limit", () => {
    const open = balanceRow({ id: "open", balance: 10, usage_allowed: true });
    const closed = balanceRow({ id: "closed", balance: 10 });
    expect(units(adjustTo([closed, open], toMicros(-5), NOW))).toEqual([0, -5]);
    expect(adjustTo([closed], toMicros(-1), NOW)).toBeNull();
    const capped = balanceRow({ granted: 10, usage_allowed: true, usage_limit: 15 });
    expect(units(adjustTo([capped], toMicros(-5), NOW))).toEqual([-5]);
    expect(adjustTo([capped], toMicros(-6), NOW)).toBeNull();
  });

  it("counts existing overage against its limit", () => {
    const capped = balanceRow({ granted: 10, balance: -3, usage_allowed: true, usage_limit: 15 });
    expect(units(adjustTo([capped], toMicros(-5), NOW))).toEqual([-5]);
    expect(adjustTo([capped], toMicros(-6), NOW)).toBeNull();
  });

  it("takes from several rollovers in turn, and no more than is missing", () => {
    const row = balanceRow({ balance: 0, rollovers: [rolled(5), rolled(8), rolled(4)] });
    const [after] = adjustTo([row], toMicros(9), NOW) ?? [];
    expect(after?.rollovers.map(({ balance }) => balance / 1e6)).toEqual([0, 5, 4]);
  });

  it.each([
    ["more", 160],
    ["less", 140],
    ["as much", 150],
  ])("returns an unchanged balance as the same object: %s", (_what, target) => {
    const rows = [balanceRow({ id: "a", balance: 100 }), balanceRow({ id: "b", balance: 50 })];
    expect(adjustTo(rows, toMicros(target), NOW)?.[1]).toBe(rows[1]);
  });

  const anyRow = fc
    .record({
      granted: fc.nat({ max: 100 }),
      spent: fc.nat({ max: 100 }),
      over: fc.boolean(),
      rolls: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
    })
    .map(({ granted, spent, over, rolls }) =>
      balanceRow({
        granted,
        balance: over ? granted - spent : Math.max(0, granted - spent),
        usage_allowed: over,
        rollovers: rolls.map((balance) => rolled(balance)),
      }),
    );

  it("INV-12: reaches the target and leaves use unchanged, or refuses", () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -200, max: 300 }),
        (rows, target) => {
          const after = adjustTo(rows, toMicros(target), NOW);
          if (after === null) {
            expect(target).toBeLessThan(0);
            return;
          }
          const left = after.reduce((sum, row) => sum + leftIn(row, NOW), 0);
          expect(left).toBe(toMicros(target));
          expect(after.map(used)).toEqual(rows.map(used));
          after.forEach((row, index) => {
            const before = rows[index]?.balance ?? 0;
            expect(row.balance).toBeGreaterThanOrEqual(Math.min(before, floorOf(row)));
          });
        },
      ),
    );
  });
});
