import { describe, expect, it } from "vitest";
import { carryUsage, seatsToCarry } from "../../../src/component/rules/balances/carry";
import type { CarryInput, Succession } from "../../../src/component/rules/balances/carry";
import type {
  Balance,
  ItemDefinition,
  NewBalance,
  ProductDefinition,
} from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { balanceRow, CREATOR, FEATURES, product, utc } from "../fixtures";

const NOW = utc("2026-11-11");
const storage = (over: Parameters<typeof balanceRow>[0]) =>
  balanceRow({ feature_id: "storage_gb", ...over });

interface Change extends Partial<Pick<CarryInput, "liveUsage" | "now">> {
  /** What is sold before and afterwards. */
  product?: ProductDefinition;
  succession?: Succession;
  /** Prepaid units before and afterwards, by feature id. */
  bought?: Record<string, readonly [before: number, after: number]>;
}

/** The balances of the new product, which has the same items as the old one. */
function follow(
  from: Balance[],
  to: NewBalance[],
  { product: sold = CREATOR, succession = "within_period", bought = {}, ...over }: Change = {},
) {
  const of = (side: 0 | 1) => ({
    product: { ...sold, version: 1, created_at: 0 },
    options: Object.entries(bought).map(([feature_id, units]) => ({
      feature_id,
      quantity: units[side],
    })),
    anchor: utc("2026-11-01"),
  });
  const predecessor = { subscription: of(0), balanceRows: from, succession };
  const input = { to, subscription: of(1), features: FEATURES, now: NOW, ...over };
  return carryUsage({ from: predecessor, ...input });
}

const left = (balanceRows: NewBalance[]) => balanceRows.map(({ balance }) => balance / 1e6);
const carry = (from: Balance[], to: NewBalance[], change: Change = {}) =>
  left(follow(from, to, change));

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
    expect(carry(from, [balanceRow({})], { succession: "new_version" })).toEqual([70]);
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
    expect(carry(from, to, { succession: "new_version" })).toEqual(expected);
  });
});

describe("carryUsage", () => {
  it.each<[string, NewBalance[], number[]]>([
    ["all use of a continuous-use feature", [storage({ granted: 25 })], [5]],
    ["below 0 when the plan has less", [storage({ granted: 15 })], [-5]],
    ["into overage where it is allowed", [storage({ granted: 15, usage_allowed: true })], [-5]],
    [
      "into overage, beyond its limit too",
      [storage({ granted: 15, usage_allowed: true, usage_limit: 17 })],
      [-5],
    ],
    [
      "once, over two balances",
      [storage({ granted: 15 }), storage({ granted: 15, created_at: 1 })],
      [0, 10],
    ],
    [
      "all use, the rest into the balance that is used first",
      [storage({ granted: 5 }), storage({ granted: 9, created_at: 1 })],
      [-6, 0],
    ],
    ["not to an entity", [storage({ granted: 25, entity_id: "e" })], [25]],
    ["no use of a consumable feature", [balanceRow({ granted: 100 })], [100]],
  ])("carries %s", (_what, to, expected) => {
    const from = [storage({ granted: 50, balance: 30 }), balanceRow({ granted: 50, balance: 1 })];
    expect(carry(from, to)).toEqual(expected);
  });

  it("carries no more consumed units than the new plan has", () => {
    const from = [balanceRow({ granted: 50, balance: 20 })];
    const to = [balanceRow({ granted: 10 })];
    expect(carry(from, to, { succession: "new_version" })).toEqual([0]);
  });

  it("counts existing entities rather than the balances", () => {
    const from = [balanceRow({ feature_id: "seats", granted: 0, unlimited: true })];
    const to = [balanceRow({ feature_id: "seats", granted: 10 })];
    expect(carry(from, to, { liveUsage: { seats: 4 } })).toEqual([6]);
    const perEntity = [balanceRow({ feature_id: "seats", granted: 10, entity_id: "e" })];
    expect(carry(from, perEntity, { liveUsage: { seats: 4 } })).toEqual([10]);
  });

  it("moves rollovers to a balance that has them, within its cap", () => {
    const rollover = { max: 50, length: 1, duration: "month" as const };
    const rolled = { balance: toMicros(80), usage: toMicros(3), expires_at: NOW + 1 };
    const from = [balanceRow({ rollover, rollovers: [rolled] })];
    const [heir] = follow(from, [balanceRow({ rollover })]);
    expect(heir?.rollovers).toEqual([{ balance: toMicros(50), usage: 0, expires_at: NOW + 1 }]);
    expect(follow(from, [balanceRow()])[0]?.rollovers).toEqual([]);
  });
});

describe("use that is settled", () => {
  const keeps = product("p", [{ feature_id: "uploads", reset_usage_when_enabled: false }]);
  const metered = (over: Parameters<typeof balanceRow>[0]) =>
    balanceRow({ granted: 100, usage_allowed: true, ...over });

  it.each<[Succession, number]>([
    ["within_period", 20],
    ["at_period_end", 120],
    ["new_version", -30],
  ])("beyond the balance is carried by a new version alone: %s", (succession, expected) => {
    const from = [metered({ balance: -50 })];
    expect(carry(from, [metered({ granted: 120 })], { product: keeps, succession })).toEqual([
      expected,
    ]);
  });

  it("leaves seats and storage in use, whenever the next product begins", () => {
    const from = [storage({ granted: 50, balance: -10, usage_allowed: true })];
    for (const succession of ["within_period", "at_period_end", "new_version"] as const) {
      expect(carry(from, [storage({ granted: 100 })], { succession })).toEqual([40]);
    }
  });
});

describe("prepaid units that are spent", () => {
  const pack: ItemDefinition = {
    feature_id: "uploads",
    included_usage: 40,
    interval: "month",
    price: 5,
    billing_units: 100,
    usage_model: "prepaid",
  };
  const sold = product("p", [pack]);
  const row = (over: Parameters<typeof balanceRow>[0]) =>
    balanceRow({ prepaid: true, interval: "month", ...over });
  const bought = { uploads: [200, 300] } as const;

  it.each<[string, Partial<Change>, number, number | undefined]>([
    ["count as used within the period, and what is included does not", {}, 340 - 110, 110],
    ["do not count once the period is over", { succession: "at_period_end" }, 340, undefined],
    ["count with all other use in a new version", { succession: "new_version" }, 340 - 150, 110],
    ["do not count in a period that begins now", { now: utc("2026-11-01") }, 340, undefined],
    [
      "count no further than the new product has prepaid units",
      { bought: { uploads: [200, 60] } },
      340 - 60,
      60,
    ],
  ])("%s", (_what, change, balance, prepaid_spent) => {
    const from = [row({ granted: 240, balance: 90 })];
    const [after] = follow(from, [row({ granted: 340 })], { product: sold, bought, ...change });
    expect(after?.balance).toBe(toMicros(balance));
    expect(after?.prepaid_spent).toBe(
      prepaid_spent === undefined ? undefined : toMicros(prepaid_spent),
    );
  });

  it("of each entity count on its own balance, and on all where entities begin to have one", () => {
    const from = [
      row({ granted: 240, balance: 200, entity_id: "a" }),
      row({ granted: 240, balance: 90, entity_id: "b" }),
    ];
    const to = [row({ granted: 340, entity_id: "a" }), row({ granted: 340, entity_id: "b" })];
    expect(carry(from, to, { product: sold, bought })).toEqual([340, 230]);
    expect(carry(from, [row({ granted: 340 })], { product: sold, bought })).toEqual([230]);
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
