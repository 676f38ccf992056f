import { describe, expect, it } from "vitest";
import { carryUsage, seatsToCarry } from "../../src/component/rules/carry";
import type { CarryInput } from "../../src/component/rules/carry";
import type { ItemDefinition, NewBalance } from "../../src/component/rules/model";
import { toMicros } from "../../src/component/rules/money";
import { balanceRow, CREATOR, FEATURES, product, utc } from "./catalogue";

const NOW = utc("2026-11-11");
const storage = (over: Parameters<typeof balanceRow>[0]) =>
  balanceRow({ feature_id: "storage_gb", ...over });
const carry = (from: CarryInput["from"], to: NewBalance[], over: Partial<CarryInput> = {}) =>
  carryUsage({ from, to, product: CREATOR, features: FEATURES, now: NOW, ...over }).map(
    ({ balance }) => balance / 1e6,
  );

describe("use that a plan change carries", () => {
  it("goes into the balance that expires soonest, in any order", () => {
    const to = [storage({ granted: 15 }), storage({ granted: 15, expires_at: NOW + 1 })];
    expect(carry([storage({ granted: 50, balance: 40 })], to)).toEqual([15, 5]);
  });

  it("stays with its own feature and entity", () => {
    const to = [
      balanceRow({ granted: 10 }),
      storage({ granted: 20 }),
      storage({ granted: 20, entity_id: "e" }),
    ];
    const from = [
      storage({ granted: 50, balance: 43 }),
      storage({ granted: 5, balance: 3, entity_id: "e" }),
    ];
    expect(carry(from, to)).toEqual([10, 13, 18]);
  });

  it("counts a permanent adjustment as granted", () => {
    expect(carry([storage({ granted: 10, adjustment: 5, balance: 3 })], [storage({})])).toEqual([
      88,
    ]);
  });

  const kept: ItemDefinition = { feature_id: "uploads", reset_usage_when_enabled: false };
  const reset: ItemDefinition = { feature_id: "uploads", reset_usage_when_enabled: true };
  const keptBoosts: ItemDefinition = { ...kept, feature_id: "boost" };
  it.each<[string, ItemDefinition[], number]>([
    ["where the item says so", [kept], 70],
    ["where one item of several says so", [keptBoosts, kept], 70],
    ["not where it says the opposite", [reset], 100],
    ["no use where only another feature's item says so", [keptBoosts], 100],
  ])("of a consumable feature is carried %s", (_what, items, expected) => {
    const from = [balanceRow({ granted: 50, balance: 20 })];
    expect(carry(from, [balanceRow({})], { product: product("p", items) })).toEqual([expected]);
  });

  it("of a consumable feature is carried when only the version changes", () => {
    const from = [balanceRow({ granted: 50, balance: 20 })];
    expect(carry(from, [balanceRow({})], { keepsUse: true })).toEqual([70]);
  });

  it("is dropped for features that the catalogue no longer has", () => {
    const from = [balanceRow({ feature_id: "ghost", granted: 50, balance: 20 })];
    expect(carry(from, [balanceRow({ feature_id: "ghost" })])).toEqual([100]);
  });

  const rollover = { max: null, length: 1, duration: "month" as const };
  it.each<[string, NewBalance[], number[]]>([
    ["counts where rollovers are dropped", [balanceRow({})], [66]],
    ["counts after rollovers that move along", [balanceRow({ rollover })], [70]],
    [
      "counts after them when any balance takes them",
      [balanceRow({}), balanceRow({ rollover, created_at: 1 })],
      [70, 100],
    ],
  ])("with rollovers %s", (_what, to, expected) => {
    const rows = [1, 3].map((used) => ({ balance: 0, usage: toMicros(used), expires_at: null }));
    const from = [balanceRow({ granted: 50, balance: 20, rollover, rollovers: rows })];
    expect(carry(from, to, { keepsUse: true })).toEqual(expected);
  });
});

describe("seats to carry", () => {
  it("are reduced by what other products count of the same feature", () => {
    const others = [
      balanceRow({ feature_id: "seats", granted: 5, balance: 4 }),
      storage({ granted: 50, balance: 0 }),
    ];
    expect(seatsToCarry({ seats: 3 }, others)).toEqual({ seats: 2 });
  });
});
