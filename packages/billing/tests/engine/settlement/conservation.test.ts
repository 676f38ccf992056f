import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { Doc, Id } from "../../../src/component/_generated/dataModel";
import type { CustomerFeature } from "../../../src/contract/wire";
import { minorDigits } from "../../../src/contract/currency";
import { fromMicros, toMajor, toMicros } from "../../../src/component/rules/money/money";
import { ANA, getCustomer, saveCard } from "../harness";
import type { Engine } from "../harness";
import { misbilledOverage, strangeMoney } from "../money-balance";
import { anyMove, FULL_LIFE, make } from "../moves";
import type { Move } from "../moves";
import { casesFrom } from "../cases-from";
import { triesOf } from "../processors";
import { bought, openShop, product, PRODUCTS } from "../shop";

const MAX_ROWS = 2_000;

/** The rest rolls over; a call beyond the tenth is a dollar. */
const METER = product("meter", [
  { price: 30, interval: "month" },
  {
    feature_id: "uploads",
    included_usage: 100,
    interval: "month",
    rollover: { max: 40, length: 1, duration: "month" },
  },
  {
    feature_id: "calls",
    included_usage: 10,
    interval: "month",
    price: 1,
    usage_model: "pay_per_use",
  },
]);
/** A grant for each seat, and one that all seats share. */
const STUDIO = product("studio", [
  { price: 30, interval: "month" },
  { feature_id: "seats", included_usage: 3 },
  { feature_id: "uploads", included_usage: 20, interval: "month", entity_feature_id: "seats" },
  { feature_id: "boosts", included_usage: 8, interval: "month", entity_feature_id: "seats" },
]);

const TWO_SEATS: Move[] = [
  { do: "addEntity", entity: "e1" },
  { do: "addEntity", entity: "e2" },
  { do: "track", feature: "boosts", value: 7, entity: "e1" },
];

/** Cases of a customer with a card, who has one plan and has made some moves. */
const withPlan = (product_id: string, currency = "usd", moves: readonly Move[] = []) =>
  casesFrom(async () => {
    const t = await openShop([...PRODUCTS, METER, STUDIO], currency);
    await saveCard(t);
    await bought(t, { product_id });
    for (const move of moves) await make(t, move);
    return t;
  });

const used = fc.constantFrom("uploads", "calls");
const wait = fc.record({
  do: fc.constant("wait" as const),
  days: fc.constantFrom(0.3, 5, 14, 31, 70),
});

describe("the shown usage", () => {
  const anyUse: fc.Arbitrary<Move> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("track" as const),
        feature: used,
        value: fc.constantFrom(0.5, 1, 7, 130, -1, -30),
        entity: fc.constant(undefined),
      }),
    },
    fc.record({
      do: fc.constant("gate" as const),
      feature: used,
      value: fc.constantFrom(0.5, 1, 40),
      entity: fc.constant(undefined),
    }),
    fc.record({
      do: fc.constant("setUsage" as const),
      feature: used,
      value: fc.constantFrom(0, 4, 90),
    }),
    wait,
  );

  it("is what was applied since the cycle began (INV-2)", async () => {
    const begin = withPlan("meter");
    await fc.assert(
      fc.asyncProperty(fc.array(anyUse, { minLength: 2, maxLength: 6 }), (moves) =>
        begin(async (t) => {
          for (const move of moves) {
            await make(t, move);
            const { features } = await getCustomer(t);
            for (const id of ["uploads", "calls"]) {
              const applied = await appliedSince(t, id, startOfMonth());
              expect(features[id]?.usage, JSON.stringify(move)).toBe(applied);
            }
          }
        }),
      ),
      { numRuns: triesOf(200) },
    );
  });
});

/** Everything that started on the 1st has its cycles from there. */
function startOfMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
}

async function appliedSince(t: Engine, featureId: string, start: number): Promise<number> {
  const events = await t.run((ctx) => ctx.db.query("usageEvents").take(MAX_ROWS));
  return fromMicros(
    events
      .filter(({ feature_id: id, timestamp }) => id === featureId && timestamp >= start)
      .reduce((sum, { applied }) => sum + applied, 0),
  );
}

describe("the grant of each entity", () => {
  const anyLife = fc.array(anyMove, { minLength: 1, maxLength: 5 });
  const begin = withPlan("studio", "usd", TWO_SEATS);

  it("is part of what the customer sees, beside the shared grant (INV-10)", async () => {
    await fc.assert(
      fc.asyncProperty(anyLife, (moves) =>
        begin(async (t) => {
          for (const move of moves) {
            await make(t, move);
            const customer = await getCustomer(t);
            const { entities, balances } = await stored(t);
            const views = await Promise.all(entities.map(({ entity_id }) => viewOf(t, entity_id)));
            for (const id of SHARED_OUT) {
              const shared = balances.filter(
                ({ feature_id, entity_id }) => feature_id === id && entity_id === null,
              );
              const common = sumOf(shared.map(amountsOfBucket));
              const own = views.map((view) => minus(amountsOf(view.features[id]), common));
              const seen = amountsOf(customer.features[id]);
              expect(sumOf([common, ...own]), `${id}, ${JSON.stringify(move)}`).toEqual(seen);
            }
          }
        }),
      ),
      { numRuns: triesOf(200), examples: [[MOVED_TO_A_SEAT]] },
    );
  });

  it("ends with the entity, and nothing else does (INV-10)", async () => {
    await fc.assert(
      fc.asyncProperty(anyLife, (moves) =>
        begin(async (t) => {
          for (const move of moves) await make(t, move);
          const { entities: living } = await stored(t);
          if (!living.some(({ entity_id: id }) => id === "e1")) return;
          const { subscriptions: all } = await stored(t);
          const own = all.filter(({ entity_id: id }) => id === "e1").map(({ _id }) => _id);
          const before = await othersThan(t, "e1", own);
          expect((await make(t, { do: "dropEntity", entity: "e1" }))?.error).toBeNull();
          expect(await othersThan(t, "e1", own)).toEqual(before);
          const { balances, subscriptions, entities } = await stored(t);
          const left = [...balances, ...subscriptions, ...entities];
          expect(left.filter(({ entity_id: id }) => id === "e1")).toEqual([]);
        }),
      ),
      { numRuns: triesOf(200), examples: [[MOVED_TO_A_SEAT], [MOVED_TO_ANOTHER]] },
    );
  });
});

/**
 * A per-entity balance of another owner's subscription: seen by its own seat, and
 * ended with it.
 */
const MOVED_TO_A_SEAT: Move[] = [
  { do: "attach", product: "free", entity: undefined },
  { do: "transfer", product: "studio", from: undefined, to: "e1" },
];
const MOVED_TO_ANOTHER: Move[] = [{ do: "transfer", product: "studio", from: undefined, to: "e2" }];
/** Of seats, only the customer has a count. */
const SHARED_OUT = ["uploads", "boosts", "calls", "credits"];

/** What is stored and not over. */
async function stored(t: Engine) {
  return await t.run(async (ctx) => {
    const subscriptions = await ctx.db.query("subscriptions").take(MAX_ROWS);
    const entities = await ctx.db.query("entities").take(MAX_ROWS);
    return {
      balances: await ctx.db.query("balances").take(MAX_ROWS),
      subscriptions: subscriptions.filter(({ status }) => status !== "expired"),
      entities: entities.filter(({ deleted_at }) => deleted_at === null),
    };
  });
}

/** Everything of the customer and of the other entities, except the number of taken seats. */
async function othersThan(t: Engine, entityId: string, own: readonly Id<"subscriptions">[]) {
  const { balances, subscriptions, entities } = await stored(t);
  const isOther = (row: { entity_id: string | null }) => row.entity_id !== entityId;
  return {
    balances: balances.filter(
      (row) => isOther(row) && row.feature_id !== "seats" && !own.includes(row.subscription_id),
    ),
    subscriptions: subscriptions
      .filter(isOther)
      .map(({ _id, status, canceled_at }) => [_id, status, canceled_at]),
    entities: entities.filter(isOther),
  };
}

async function viewOf(t: Engine, entity_id: string) {
  const asked = { params: { customer_id: ANA, entity_id }, now: Date.now() };
  const { data } = await t.query(api.public.getEntity, asked);
  if (!data) throw new Error(`${entity_id} is not there`);
  return data;
}

/** Balance, use and grant, in micros. */
type Amounts = readonly [number, number, number];

function amountsOf(feature: CustomerFeature | undefined): Amounts {
  const { balance = 0, usage = 0, included_usage: granted = 0 } = feature ?? {};
  return [toMicros(balance), toMicros(usage), toMicros(granted)];
}

function amountsOfBucket({ balance, granted, adjustment }: Doc<"balances">): Amounts {
  return [balance, granted + adjustment - balance, granted];
}

function sumOf(rows: readonly Amounts[]): Amounts {
  return rows.reduce(([a, b, c], [x, y, z]) => [a + x, b + y, c + z], [0, 0, 0]);
}

function minus([a, b, c]: Amounts, [x, y, z]: Amounts): Amounts {
  return [a - x, b - y, c - z];
}

describe("overage", () => {
  const plan = fc.record({
    do: fc.constant("attach" as const),
    product: fc.constantFrom("pro", "meter", "max", "basic"),
    entity: fc.constantFrom(undefined, undefined, "e1"),
  });
  const overuse = fc.record({
    do: fc.constant("track" as const),
    feature: fc.constant("calls"),
    value: fc.constantFrom(130, 130, 7, 0.5, -30),
    entity: fc.constant(undefined),
  });
  const end = fc.record({
    do: fc.constant("cancel" as const),
    product: fc.constantFrom("meter", "pro"),
    when: fc.constantFrom("end", "now"),
    entity: fc.constant(undefined),
  });
  const anyMeteredMove: fc.Arbitrary<Move> = fc.oneof(
    { weight: 4, arbitrary: overuse },
    { weight: 2, arbitrary: plan },
    { weight: 2, arbitrary: wait },
    end,
    anyMove,
  );

  /** Billed by a boundary, an upgrade, a cancellation at once, and an end. */
  const calls = { do: "track", feature: "calls", value: 130, entity: undefined } as const;
  const everyEnd: Move[] = [
    calls,
    { do: "wait", days: 31 },
    calls,
    { do: "attach", product: "max", entity: undefined },
    { do: "cancel", product: "max", when: "now", entity: undefined },
    { do: "attach", product: "pro", entity: undefined },
    calls,
    { do: "cancel", product: "pro", when: "now", entity: undefined },
    { do: "attach", product: "meter", entity: undefined },
    calls,
    { do: "cancel", product: "meter", when: "end", entity: undefined },
    { do: "wait", days: 31 },
  ];

  it("is billed exactly once, however the subscription ends (INV-31)", async () => {
    let billed = 0;
    const anyLife = fc.array(anyMeteredMove, { minLength: 3, maxLength: 8 });
    const begin = withPlan("meter");
    await fc.assert(
      fc.asyncProperty(anyLife, (moves) =>
        begin(async (t) => {
          for (const move of moves) {
            await make(t, move);
            expect(await misbilledOverage(t, "calls"), JSON.stringify(move)).toEqual([]);
          }
          billed += (await overageLines(t)).length;
        }),
      ),
      { numRuns: triesOf(200), examples: [[everyEnd]] },
    );
    // Runs in which nothing is billed would prove nothing.
    expect(billed).toBeGreaterThanOrEqual(4);
  });
});

async function overageLines(t: Engine) {
  const invoices = await t.run((ctx) => ctx.db.query("invoices").take(MAX_ROWS));
  return invoices
    .flatMap(({ lines }) => lines)
    .filter(({ feature_id: id, minor }) => id === "calls" && minor > 0);
}

describe("money of a customer", () => {
  it.each(["jpy", "kwd"])(
    "in %s is in that currency alone, in its smallest unit (INV-33)",
    async (currency) => {
      const anyLife = fc.array(anyMove, { minLength: 2, maxLength: 6 });
      const begin = withPlan("meter", currency);
      let invoiced = 0;
      await fc.assert(
        fc.asyncProperty(anyLife, (moves) =>
          begin(async (t) => {
            for (const move of moves) await make(t, move);
            expect(await strangeMoney(t, currency)).toEqual([]);
            const { invoices = [] } = await getCustomer(t);
            const rows = await t.run((ctx) => ctx.db.query("invoices").take(MAX_ROWS));
            const totals = rows.map(({ total_minor: minor }) => toMajor(minor, currency));
            expect(invoices.map(({ total }) => total).sort()).toEqual(totals.sort());
            if (minorDigits(currency) === 0) expect(totals.every(Number.isInteger)).toBe(true);
            invoiced = Math.max(invoiced, rows.length);
          }),
        ),
        { numRuns: triesOf(200), examples: [[FULL_LIFE]] },
      );
      // Runs without a further purchase would test nothing.
      expect(invoiced).toBeGreaterThan(3);
    },
  );
});
