import fc from "fast-check";
import type { Interval } from "../../src/contract/wire";
import type {
  Balance,
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  ItemDefinition,
} from "../../src/component/rules/model";
import { casesOf } from "../../../../tests/cases";
import { balanceRow, product } from "../rules/fixtures";

const MICROS = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of cases of each property of the rules in `npm test`. */
const USUAL_CASES = 400;

/** A property over many cases; the first that fails is shrunk and shown with its seed. */
export function always<T>(arbitrary: fc.Arbitrary<T>, hold: (value: T) => void) {
  fc.assert(
    fc.property(arbitrary, (value) => {
      hold(value);
    }),
    { numRuns: casesOf(USUAL_CASES) },
  );
}

/** Moments of 1999 to 2038, to the millisecond; month ends are frequent. */
export const anyTime = fc.oneof(
  fc.integer({ min: Date.UTC(1999, 0), max: Date.UTC(2038, 0) }),
  fc
    .record({
      month: fc.integer({ min: 0, max: 400 }),
      day: fc.constantFrom(28, 29, 30, 31),
      ms: fc.integer({ min: 0, max: DAY_MS - 1 }),
    })
    .map(({ month, day, ms }) => Date.UTC(2000, month, day) + ms),
);

export const anyInterval = fc.constantFrom<Interval[]>(
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
);
export const anyBillingInterval = fc.constantFrom<Interval[]>(
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
);
export const anyCount = fc.constantFrom(1, 1, 1, 2, 3, 5);
export const anyCurrency = fc.constantFrom("usd", "eur", "jpy", "kwd");

/** Quantities in micros: whole units, thousandths, and single micros. */
export const anyAmount = (maxUnits: number) =>
  fc.oneof(
    fc.integer({ min: 0, max: maxUnits }).map((units) => units * MICROS),
    fc.integer({ min: 0, max: maxUnits * 1000 }).map((thousandths) => thousandths * 1000),
    fc.integer({ min: 0, max: maxUnits * MICROS }),
  );

/** A feature that one or two credit systems also price, at costs that include 0. */
export const FEATURE_IDS = ["calls", "credits", "tokens"] as const;
export const anyFeatures: fc.Arbitrary<Catalogue["features"]> = fc
  .tuple(fc.constantFrom(0, 0.1, 1, 2.5, 10), fc.constantFrom(0, 1, 3))
  .map(([credits, tokens]) => {
    const calls: FeatureDefinition = {
      id: "calls",
      name: "Calls",
      type: "single_use",
      archived: false,
    };
    const system = (id: string, cost: number): FeatureDefinition => ({
      ...calls,
      id,
      type: "credit_system",
      credit_schema: [{ metered_feature_id: "calls", credit_cost: cost }],
    });
    const all = [calls, system("credits", credits), system("tokens", tokens)];
    return new Map(all.map((feature) => [feature.id, feature]));
  });

/** The time at which every balance below is read. */
export const NOW = Date.UTC(2025, 3, 16);

const anyExpiry = fc.option(fc.integer({ min: NOW - 5, max: NOW + 9 * DAY_MS }), { freq: 2 });
const anyRollover = fc.record({
  balance: anyAmount(50),
  usage: anyAmount(9),
  expires_at: anyExpiry,
});

/**
 * The lowest balance after a use, written here a second time: a wrong rule cannot
 * confirm itself.
 */
export function lowestOf({ usage_allowed, usage_limit, granted }: Balance): number {
  if (!usage_allowed) return 0;
  return usage_limit === null ? -Infinity : granted - usage_limit;
}

interface BucketShape {
  featureIds: readonly string[];
  /** The chance of an unlimited balance, 1 in this number. Default 10. */
  unlimitedIn?: number;
}

/** A possible balance after uses: never below its floor. */
export function anyBalance({ featureIds, unlimitedIn = 10 }: BucketShape): fc.Arbitrary<Balance> {
  return fc
    .record({
      feature_id: fc.constantFrom(...featureIds),
      entity_id: fc.constantFrom(null, null, "ana", "ben"),
      is_add_on: fc.boolean(),
      isUnlimited: fc.integer({ min: 1, max: unlimitedIn }),
      granted: anyAmount(500),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      adjustment: fc.oneof(fc.constant(0), anyAmount(20)),
      interval: fc.option(anyInterval),
      interval_count: anyCount,
      overage: fc.constantFrom("none", "none", "open", "limited"),
      limitAbove: anyAmount(100),
      rollovers: fc.array(anyRollover, { maxLength: 2 }),
      expires_at: anyExpiry,
      created_at: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ isUnlimited, used, overage, limitAbove, granted, ...rest }) => {
      const usage_allowed = overage !== "none";
      const usage_limit = overage === "limited" ? granted + limitAbove : null;
      const row = { ...balanceRow(), ...rest, granted, usage_allowed, usage_limit };
      const lowest = Math.max(lowestOf(row), -100 * MICROS);
      const balance = granted + rest.adjustment - Math.floor(used * (granted - lowest));
      const next_reset_at = rest.interval === null ? null : NOW + 1 + rest.created_at;
      return { ...row, balance, next_reset_at, unlimited: isUnlimited === 1 };
    });
}

/** One customer's balances: up to five, each with its own id. */
export const anyBuckets = (shape: BucketShape) =>
  fc
    .array(anyBalance(shape), { maxLength: 5 })
    .map((rows) => rows.map((row, index): Balance => ({ ...row, id: `balanceRow ${index}` })));

/** Prices in the currency's smallest units, as a catalogue writes them. */
export const anyPrice = fc.integer({ min: 0, max: 200_000 }).map((cents) => cents / 100);

/** Graduated tiers with rising bounds that are whole packs; the last is open. */
const anyTiers = (pack: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 20 }), anyPrice), { minLength: 1, maxLength: 4 })
    .map((rows) => {
      let to = 0;
      return rows.map(([packs, amount], index) => {
        to += packs * pack;
        return { to: index === rows.length - 1 ? ("inf" as const) : to, amount };
      });
    });

/** A flat price per pack, or tiers. */
export const anyPriced: fc.Arbitrary<ItemDefinition & { billing_units: number }> = fc
  .constantFrom(1, 10, 100)
  .chain((pack) =>
    fc.oneof(
      anyPrice.map((price) => ({ price, billing_units: pack })),
      anyTiers(pack).map((tiers) => ({ tiers, billing_units: pack })),
    ),
  );

/** A paid plan, a free one, an add-on or a one-off of a small catalogue. */
export const anyProduct = (id: string): fc.Arbitrary<CatalogueProduct> =>
  fc
    .record({
      amount: fc.constantFrom(0, 5, 5, 10, 20),
      interval: fc.constantFrom<(Interval | undefined)[]>("week", "month", "year", undefined),
      is_add_on: fc.constantFrom(false, false, true),
      group: fc.constantFrom("main", "main", "other"),
      metered: fc.option(fc.record({ price: anyPrice, included_usage: fc.constantFrom(0, 10) })),
    })
    .map(({ amount, interval, metered, ...rest }) => {
      const fixed: ItemDefinition = { price: amount, ...(interval && { interval }) };
      const usage: ItemDefinition[] = metered
        ? [{ feature_id: "calls", interval: "month", usage_model: "pay_per_use", ...metered }]
        : [];
      return product(id, [...(amount === 0 ? [] : [fixed]), ...usage], rest);
    });
