import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideFeatureAccess } from "../../../src/contract/access";
import { serializeBalances } from "../../../src/component/rules/balances/aggregate";
import { planDeduction } from "../../../src/component/rules/balances/deduction";
import type { DeductionInput } from "../../../src/component/rules/balances/deduction";
import type { Balance } from "../../../src/component/rules/model";
import { fromMicros, toMicros } from "../../../src/component/rules/money/money";
import { applyMoves, floorOf } from "../../../src/component/rules/balances/moves";
import { deductionOrder } from "../../../src/component/rules/balances/order";
import { balanceRow, FEATURES } from "../fixtures";

const NOW = 1_000;

const plan = (balanceRows: readonly Balance[], units: number, over: Partial<DeductionInput> = {}) =>
  planDeduction({
    balanceRows,
    features: FEATURES,
    featureId: "uploads",
    amount: toMicros(units),
    entityId: null,
    now: NOW,
    mode: "cap",
    ...over,
  });

/** Changes as "balanceRow:units", those of a rollover as "balance/index:units". */
const said = ({ moves }: ReturnType<typeof plan>) =>
  moves
    .map(({ balanceId, rolloverIndex, amount }) =>
      [
        rolloverIndex === null ? balanceId : `${balanceId}/${rolloverIndex}`,
        fromMicros(amount),
      ].join(":"),
    )
    .join(" ");

const boosts = (balance: number) =>
  balanceRow({ id: "boosts", feature_id: "boost", granted: 9, balance });
const credits = (balance: number, over: Parameters<typeof balanceRow>[0] = {}) =>
  balanceRow({ id: "credits", feature_id: "credits", granted: 100, balance, ...over });
const rolled = (balance: number, expires_at: number | null) => ({
  balance: toMicros(balance),
  usage: 0,
  expires_at,
});

describe("deductionOrder", () => {
  // By their ids alone, the second would come first.
  const [first, second] = [{ id: "y" }, { id: "x" }];

  it.each<[string, Parameters<typeof balanceRow>[0], Parameters<typeof balanceRow>[0]]>([
    ["the sooner expiry", { expires_at: 5 }, { expires_at: 6 }],
    ["an expiry before none", { expires_at: 5 }, { interval: "minute" }],
    ["a balance that resets before one that does not", { interval: "year" }, {}],
    ["the shorter interval", { interval: "day" }, { interval: "week" }],
    ["the shorter count", { interval: "month", interval_count: 2 }, { interval: "quarter" }],
    [
      "the sooner reset",
      { interval: "month", next_reset_at: 5 },
      { interval: "month", next_reset_at: 6 },
    ],
    ["the one without overage", {}, { usage_allowed: true }],
    ["the plan before the add-on", {}, { is_add_on: true }],
    ["the older", { created_at: 1 }, { created_at: 2 }],
    ["the customer's own for the customer", {}, { entity_id: "e" }],
    ["entities by name", { entity_id: "a", created_at: 9 }, { entity_id: "b" }],
  ])("takes %s first", (_what, a, b) => {
    const rows = [balanceRow({ ...b, ...second }), balanceRow({ ...a, ...first })];
    expect(rows.sort(deductionOrder(null)).map(({ id }) => id)).toEqual(["y", "x"]);
  });

  it("takes the lower id first between equal balances", () => {
    const rows = [balanceRow(first), balanceRow(second)];
    expect(rows.sort(deductionOrder(null)).map(({ id }) => id)).toEqual(["x", "y"]);
  });

  it("takes the entity's own first for the entity", () => {
    const rows = [balanceRow({ ...second }), balanceRow({ ...first, entity_id: "e" })];
    expect(rows.sort(deductionOrder("e")).map(({ id }) => id)).toEqual(["y", "x"]);
  });
});

describe("planDeduction", () => {
  it.each<[string, Balance[], number, string, number]>([
    ["the whole balance", [balanceRow()], 100, "balanceRow:100", 0],
    ["one less than requested", [balanceRow()], 101, "balanceRow:100", 1],
    ["nothing without balances", [], 5, "", 5],
    ["nothing for zero", [balanceRow()], 0, "", 0],
    ["nothing of an expired balance", [balanceRow({ expires_at: NOW })], 5, "", 5],
    ["a balance that expires next", [balanceRow({ expires_at: NOW + 1 })], 5, "balanceRow:5", 0],
    [
      "rollovers first, the soonest expiry before all",
      [
        balanceRow({ id: "a", rollovers: [rolled(5, null), rolled(5, 2_000)] }),
        balanceRow({ id: "b", rollovers: [rolled(5, 1_500)] }),
      ],
      16,
      "b/0:5 a/1:5 a/0:5 a:1",
      0,
    ],
    [
      "no rollover that expired",
      [balanceRow({ rollovers: [rolled(5, NOW)] })],
      5,
      "balanceRow:5",
      0,
    ],
    [
      "overage only after every balance",
      [
        balanceRow({ id: "payg", usage_allowed: true, interval: "month" }),
        balanceRow({ id: "life" }),
      ],
      250,
      "payg:100 life:100 payg:50",
      0,
    ],
    [
      "overage up to the limit",
      [balanceRow({ usage_allowed: true, usage_limit: 120 })],
      121,
      "balanceRow:100 balanceRow:20",
      1,
    ],
    [
      "no more than the limit allows",
      [balanceRow({ usage_allowed: true, usage_limit: 80, balance: 30 })],
      50,
      "balanceRow:10",
      40,
    ],
    [
      "unlimited use without a change",
      [balanceRow(), balanceRow({ id: "u", unlimited: true })],
      500,
      "u:0",
      0,
    ],
  ])("takes %s", (_what, balanceRows, units, moves, unapplied) => {
    const deduction = plan(balanceRows, units);
    expect(said(deduction)).toBe(moves);
    expect(fromMicros(deduction.unapplied)).toBe(unapplied);
  });

  it("rejects the whole use when a part does not fit", () => {
    expect(plan([balanceRow()], 101, { mode: "reject" })).toMatchObject({ moves: [], applied: 0 });
    expect(said(plan([balanceRow()], 100, { mode: "reject" }))).toBe("balanceRow:100");
  });

  it.each<[string, string | null, string]>([
    ["the entity's own, then the customer's", "ana", "ana:100 balanceRow:50"],
    ["the customer's, then entities by name", null, "balanceRow:100 ana:50"],
    ["never another entity's", "eve", "balanceRow:100"],
  ])("takes %s", (_what, entityId, moves) => {
    const balanceRows = [
      balanceRow({ id: "bob", entity_id: "bob" }),
      balanceRow({ id: "ana", entity_id: "ana" }),
      balanceRow(),
    ];
    expect(said(plan(balanceRows, 150, { entityId }))).toBe(moves);
  });

  describe("with credits", () => {
    const boost = { featureId: "boost" };

    it.each<[string, Balance[], number, string, number]>([
      ["the feature's own balance first", [boosts(7), credits(65)], 7, "boosts:7", 0],
      ["credits for all of it when that falls short", [boosts(5), credits(65)], 6, "credits:60", 0],
      [
        "the one that reaches further when only both together could pay",
        [boosts(5), credits(65)],
        7,
        "credits:65",
        0.5,
      ],
      ["its own when that reaches further", [boosts(7), credits(65)], 8, "boosts:7", 1],
      ["its own when both reach as far", [boosts(6), credits(60)], 7, "boosts:6", 1],
      ["one when both together pay exactly", [boosts(5), credits(60)], 11, "credits:60", 5],
      [
        "both, its own first, when even both together fall short",
        [boosts(5), credits(60)],
        12,
        "boosts:5 credits:60",
        1,
      ],
      ["credits as far as they go when it has no balance", [credits(65)], 7, "credits:65", 0.5],
      ["6 boosts of 65 credits", [boosts(0), credits(65)], 6, "credits:60", 0],
      ["all credits when its own are used up", [boosts(0), credits(65)], 7, "credits:65", 0.5],
      [
        "a rollover of credits",
        [credits(65, { rollovers: [rolled(10, null)] })],
        2,
        "credits/0:10 credits:10",
        0,
      ],
    ])("takes %s", (_what, balanceRows, units, moves, unapplied) => {
      const deduction = plan(balanceRows, units, boost);
      expect(said(deduction)).toBe(moves);
      expect(fromMicros(deduction.unapplied)).toBe(unapplied);
    });

    it("names who pays", () => {
      expect(plan([boosts(5), credits(65)], 6, boost).sourceId).toBe("credits");
      expect(plan([boosts(5), credits(65)], 5, boost).sourceId).toBe("boost");
      expect(plan([], 5, boost).sourceId).toBeNull();
    });

    it("uses the feature's price, in any order of the prices", () => {
      expect(said(plan([credits(65)], 2, { featureId: "upscale" }))).toBe("credits:10");
      expect(said(plan([credits(65)], -2, { featureId: "upscale" }))).toBe("credits:-10");
    });

    it.each<[string, Balance[]]>([
      ["the feature's own balance is first", [boosts(8), credits(65)]],
      ["credits are first in order", [credits(65, { interval: "month" }), boosts(8)]],
      ["credits expire sooner", [credits(65, { expires_at: NOW + 1 }), boosts(8)]],
    ])(
      "undoes use in the feature, then in the credits that paid for it: %s",
      (_what, balanceRows) => {
        const deduction = plan(balanceRows, -3, boost);
        expect(said(deduction)).toBe("boosts:-1 credits:-20");
        expect(deduction).toMatchObject({ sourceId: "boost", unapplied: 0 });
      },
    );

    it("undoes use in several credit systems in deduction order", () => {
      const features = new Map(FEATURES);
      features.set("coins", {
        id: "coins",
        name: "Coins",
        type: "credit_system",
        archived: false,
        credit_schema: [{ metered_feature_id: "boost", credit_cost: 2 }],
      });
      const coins = balanceRow({ id: "coins", feature_id: "coins", granted: 6, balance: 0 });
      const both = (rows: Balance[]) => said(plan(rows, -4, { ...boost, features }));
      expect(both([coins, credits(65)])).toBe("coins:-6 credits:-10");
      expect(both([{ ...coins, expires_at: NOW + 1 }, credits(65)])).toBe("coins:-6 credits:-10");
      expect(both([coins, credits(85, { interval: "month" })])).toBe("credits:-15 coins:-5");
    });

    it("undoes nothing in balances that cannot have paid", () => {
      const deduction = plan([balanceRow({ balance: 5 }), boosts(8)], -3, boost);
      expect(said(deduction)).toBe("boosts:-1");
      expect(fromMicros(deduction.unapplied)).toBe(-2);
      const uploads = plan([credits(65, { interval: "month" }), balanceRow({ balance: 99 })], -3);
      expect(said(uploads)).toBe("balanceRow:-1");
      expect(uploads).toMatchObject({ sourceId: "uploads", unapplied: toMicros(-2) });
      expect(plan([credits(65)], -3)).toMatchObject({ sourceId: null, unapplied: toMicros(-3) });
    });
  });

  it.each<[string, Balance[], number, string, number]>([
    ["up to the grant", [balanceRow({ balance: 95 })], -20, "balanceRow:-5", -15],
    [
      "up to the adjusted grant",
      [balanceRow({ balance: 95, adjustment: 10 })],
      -20,
      "balanceRow:-15",
      -5,
    ],
    [
      "overage first, then the last used first",
      [
        balanceRow({ id: "payg", usage_allowed: true, interval: "month", balance: -30 }),
        balanceRow({ id: "life", granted: 50, balance: 20 }),
      ],
      -70,
      "payg:-30 life:-30 payg:-10",
      0,
    ],
    [
      "into a used rollover",
      [balanceRow({ rollovers: [{ ...rolled(1, null), usage: toMicros(4) }] })],
      -5,
      "balanceRow/0:-4",
      -1,
    ],
    ["nothing into no balance", [], -5, "", -5],
    ["anything into unlimited", [balanceRow({ unlimited: true })], -5, "balanceRow:0", 0],
  ])("undoes use %s", (_what, balanceRows, units, moves, unapplied) => {
    const deduction = plan(balanceRows, units);
    expect(said(deduction)).toBe(moves);
    expect(fromMicros(deduction.unapplied)).toBe(unapplied);
  });
});

const anyBalance = fc
  .record({
    granted: fc.integer({ min: 0, max: 50 }),
    interval: fc.constantFrom(null, "day" as const, "month" as const, "year" as const),
    expires_at: fc.constantFrom(null, NOW + 1, NOW + 9),
    usage_allowed: fc.boolean(),
    limit: fc.option(fc.integer({ min: 0, max: 30 })),
    rollover: fc.integer({ min: 0, max: 20 }),
    unlimited: fc.integer({ min: 0, max: 20 }).map((chance) => chance === 0),
    feature_id: fc.constantFrom("boost", "boost", "credits"),
    entity_id: fc.constantFrom(null, null, "ana"),
  })
  .map(({ limit, rollover, ...row }) =>
    balanceRow({
      ...row,
      ...(limit !== null && { usage_limit: row.granted + limit }),
      rollovers: rollover === 0 ? [] : [rolled(rollover, null)],
    }),
  );
const anyBuckets = fc
  .array(anyBalance, { maxLength: 5 })
  .map((rows) => rows.map((row, index) => ({ ...row, id: String(index), created_at: index })));
/** Any state that uses can produce. */
const usedBuckets = fc
  .tuple(anyBuckets, fc.nat({ max: 80 }))
  .map(([balanceRows, units]) =>
    applyMoves(balanceRows, plan(balanceRows, units, { featureId: "boost" }).moves),
  );
const anyUnits = fc.integer({ min: 0, max: 120_000 }).map((thousandths) => thousandths / 1000);
const boost = { featureId: "boost" };
const totalOf = (moves: readonly { amount: number }[]) =>
  moves.reduce((sum, { amount }) => sum + amount, 0);

describe("invariants of use", () => {
  it("INV-3: no use takes a balance below its floor, or a rollover below 0", () => {
    fc.assert(
      fc.property(usedBuckets, anyUnits, (balanceRows, units) => {
        for (const row of applyMoves(balanceRows, plan(balanceRows, units, boost).moves)) {
          expect(row.balance).toBeGreaterThanOrEqual(Math.min(floorOf(row), 0));
          for (const { balance } of row.rollovers) expect(balance).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("INV-4: applied and unapplied add up, and open overage applies everything", () => {
    fc.assert(
      fc.property(usedBuckets, anyUnits, fc.boolean(), (balanceRows, units, back) => {
        const amount = back ? -units : units;
        const { applied, unapplied } = plan(balanceRows, amount, boost);
        expect(applied + unapplied).toBe(toMicros(amount));
        const open = balanceRows.some(
          (row) =>
            row.feature_id === "boost" &&
            (row.unlimited || (row.usage_allowed && row.usage_limit === null)),
        );
        if (open && !back) expect(unapplied).toBe(0);
      }),
    );
  });

  it("INV-5: check allows exactly what can be applied in full", () => {
    fc.assert(
      fc.property(usedBuckets, anyUnits, (balanceRows, units) => {
        fc.pre(units > 0);
        const balances = serializeBalances({
          balanceRows,
          features: FEATURES,
          entityId: null,
          now: NOW,
        });
        const { allowed } = decideFeatureAccess(Object.fromEntries(balances), "boost", units);
        expect(plan(balanceRows, units, boost).unapplied === 0).toBe(allowed);
        expect(plan(balanceRows, units, { ...boost, mode: "reject" }).unapplied === 0).toBe(
          allowed,
        );
      }),
    );
  });

  it("INV-6: a use that fits also fits with less, and a further grant never prevents it", () => {
    fc.assert(
      fc.property(usedBuckets, anyBalance, anyUnits, anyUnits, (balanceRows, grant, a, b) => {
        const fits = (rows: readonly Balance[], units: number) =>
          plan(rows, units, boost).unapplied === 0;
        const [less, more] = a < b ? [a, b] : [b, a];
        fc.pre(less > 0);
        if (!fits(balanceRows, more)) return;
        expect(fits(balanceRows, less)).toBe(true);
        expect(fits([...balanceRows, { ...grant, id: "further" }], more)).toBe(true);
      }),
    );
  });

  it("INV-8: two uses equal their sum, and undoing them restores every balance", () => {
    fc.assert(
      fc.property(anyBuckets, anyUnits, anyUnits, (all, a, b) => {
        // One source: with several, the payer depends on the amount of one use.
        const balanceRows = all.filter((row) => row.feature_id === "boost");
        const use = (rows: Balance[], units: number) => {
          const { moves, unapplied } = plan(rows, units, boost);
          return { rows: applyMoves(rows, moves), fits: unapplied === 0 };
        };
        const first = use(balanceRows, a);
        const second = use(first.rows, b);
        fc.pre(first.fits && second.fits);
        expect(second.rows).toEqual(use(balanceRows, (a * 1000 + b * 1000) / 1000).rows);
        expect(use(second.rows, -b).rows).toEqual(first.rows);
      }),
    );
  });

  it("INV-9: the order of the balances changes nothing", () => {
    fc.assert(
      fc.property(
        usedBuckets.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        anyUnits,
        fc.boolean(),
        ([rows, shuffled], units, back) => {
          const amount = back ? -units : units;
          expect(plan(shuffled, amount, boost)).toEqual(plan(rows, amount, boost));
        },
      ),
    );
  });

  it("INV-13: credits pay exactly their price, and a price of 0 changes nothing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 30 }),
        (balance, thousandths, cost) => {
          const features = new Map(FEATURES);
          const system = features.get("credits");
          if (!system) throw new Error("no credits");
          const credit_schema = [{ metered_feature_id: "boost", credit_cost: cost }];
          features.set("credits", { ...system, credit_schema });
          const deduction = plan([credits(balance)], thousandths / 1000, { ...boost, features });
          expect(totalOf(deduction.moves)).toBe(deduction.applied * cost);
          if (cost === 0) expect(deduction).toMatchObject({ moves: [], unapplied: 0 });
        },
      ),
    );
  });
});
