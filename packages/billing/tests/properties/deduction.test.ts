import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideFeatureAccess } from "../../src/contract/access";
import type { CustomerFeature } from "../../src/contract/wire";
import { serializeBalances } from "../../src/component/rules/balances/aggregate";
import { planDeduction } from "../../src/component/rules/balances/deduction";
import type { DeductionInput } from "../../src/component/rules/balances/deduction";
import { isLive, isSeenBy } from "../../src/component/rules/subscriptions/currentProducts";
import type { Balance } from "../../src/component/rules/model";
import { fromMicros, toMicros } from "../../src/component/rules/money/money";
import { applyMoves } from "../../src/component/rules/balances/moves";
import { deductionOrder } from "../../src/component/rules/balances/order";
import {
  always,
  anyAmount,
  anyBalance,
  anyBuckets,
  anyFeatures,
  FEATURE_IDS,
  lowestOf,
  NOW,
} from "./arbitraries";

const anyMode = fc.constantFrom("cap" as const, "reject" as const);
const anyEntity = fc.constantFrom(null, null, "ana", "ben", "eve");

/** A customer with any balances uses any amount of calls, or undoes some use. */
const anyUse: fc.Arbitrary<DeductionInput> = fc.record({
  balanceRows: anyBuckets({ featureIds: FEATURE_IDS }),
  features: anyFeatures,
  featureId: fc.constant("calls"),
  amount: fc
    .tuple(anyAmount(800), fc.constantFrom(1, 1, -1))
    .map(([micros, sign]) => (micros === 0 ? 0 : micros * sign)),
  entityId: anyEntity,
  now: fc.constant(NOW),
  mode: anyMode,
});

/** Calls alone, nothing used yet: there is only one way to pay. */
const anyFresh = fc
  .record({
    balanceRows: anyBuckets({ featureIds: ["calls"], unlimitedIn: 30 }),
    first: anyAmount(300),
    a: anyAmount(300),
    b: anyAmount(300),
    features: anyFeatures,
  })
  .map(({ balanceRows, ...rest }) => ({
    ...rest,
    balanceRows: balanceRows.map((row) => ({
      ...row,
      entity_id: null,
      balance: row.granted + row.adjustment,
      rollovers: row.rollovers.map((rollover) => ({ ...rollover, usage: 0 })),
    })),
  }));

const use = (input: DeductionInput, amount = input.amount) => {
  const plan = planDeduction({ ...input, amount });
  return { ...plan, balanceRows: applyMoves(input.balanceRows, plan.moves) };
};

const calls = (
  balanceRows: readonly Balance[],
  features: DeductionInput["features"],
): DeductionInput => ({
  balanceRows,
  features,
  featureId: "calls",
  amount: 0,
  entityId: null,
  now: NOW,
  mode: "cap",
});

const rolledOver = ({ rollovers }: Balance) => rollovers.reduce((sum, row) => sum + row.balance, 0);
const subscriptions = (balanceRows: readonly Balance[]) =>
  balanceRows.reduce((sum, row) => sum + row.balance + rolledOver(row), 0);

describe("random uses of random balances", () => {
  it("never leave a balance below its floor, nor a rollover below 0 (INV-3)", () => {
    always(anyUse, (input) => {
      for (const [index, after] of use(input).balanceRows.entries()) {
        const before = input.balanceRows[index]?.balance ?? 0;
        expect(after.balance).toBeGreaterThanOrEqual(Math.min(before, lowestOf(after)));
        const full = Math.max(before, after.granted + after.adjustment);
        expect(after.balance).toBeLessThanOrEqual(full);
        expect(after.rollovers.every(({ balance, usage }) => balance >= 0 && usage >= 0)).toBe(
          true,
        );
        expect(Number.isSafeInteger(after.balance)).toBe(true);
      }
    });
  });

  it("split the requested amount into applied and unapplied, exactly (INV-4)", () => {
    always(anyUse, (input) => {
      const { applied, unapplied } = use(input);
      expect(applied + unapplied).toBe(input.amount);
      expect(Math.sign(applied) * Math.sign(input.amount)).toBeGreaterThanOrEqual(0);
      if (input.mode === "reject" && input.amount > 0) expect([0, input.amount]).toContain(applied);
    });
  });

  it("leave nothing unapplied where something unlimited, or open overage, pays (INV-4)", () => {
    always(anyUse, (input) => {
      const open = input.balanceRows.some(
        (row) =>
          isSeenBy(row, input.entityId) &&
          isLive(row, NOW) &&
          (row.unlimited || (row.usage_allowed && row.usage_limit === null)),
      );
      if (open && input.amount > 0) expect(use(input).unapplied).toBe(0);
    });
  });

  it("agree with check: allowed, rejected and fully applied (INV-5)", () => {
    always(anyUse, (input) => {
      const amount = Math.abs(input.amount);
      if (amount === 0) return;
      const balances = Object.fromEntries(serializeBalances(input));
      const { allowed } = decideFeatureAccess(balances, "calls", fromMicros(amount));
      expect(use({ ...input, amount, mode: "reject" }).unapplied === 0).toBe(allowed);
      expect(use({ ...input, amount, mode: "cap" }).unapplied === 0).toBe(allowed);
    });
  });

  it("use only balances that the caller may use and that have not expired", () => {
    always(anyUse, (input) => {
      for (const { balanceId } of use(input).moves) {
        const row = input.balanceRows.find(({ id }) => id === balanceId);
        expect(row && isSeenBy(row, input.entityId) && isLive(row, NOW)).toBe(true);
      }
    });
  });

  it("do not depend on the order in which balances are stored (INV-9)", () => {
    const anyShuffled = anyUse.chain((input) =>
      fc.tuple(
        fc.constant(input),
        fc.shuffledSubarray([...input.balanceRows], {
          minLength: input.balanceRows.length,
          maxLength: input.balanceRows.length,
        }),
      ),
    );
    always(anyShuffled, ([input, balanceRows]) => {
      expect(planDeduction({ ...input, balanceRows })).toEqual(planDeduction(input));
    });
  });

  it("order balances by a strict weak order (INV-9)", () => {
    const anyThree = fc.tuple(
      anyEntity,
      fc.array(anyBalance({ featureIds: ["calls"] }), { minLength: 3, maxLength: 3 }),
    );
    always(anyThree, ([entityId, [a, b, c]]) => {
      if (!a || !b || !c) throw new Error("three were asked for");
      const compare = deductionOrder(entityId);
      expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
    });
  });
});

/** The rule as a page applies it to its data, written here a second time. */
function allowsLocally(feature: CustomerFeature | undefined, required: number): boolean {
  if (!feature) return false;
  if (feature.unlimited || feature.overage_allowed) return true;
  const { balance, included_usage: included, usage_limit: limit = included } = feature;
  return toMicros(balance) + toMicros(limit) - toMicros(included) >= toMicros(required);
}

describe("a use that only its own feature pays for", () => {
  it("is allowed by the page's own formula where a use would be applied (INV-7)", () => {
    const anyQuestion = fc.tuple(anyUse, anyBuckets({ featureIds: ["calls"] }));
    always(anyQuestion, ([{ amount, entityId, features }, balanceRows]) => {
      const required = Math.abs(amount);
      if (required === 0) return;
      const input = { ...calls(balanceRows, features), entityId, mode: "reject" as const };
      const shown = serializeBalances(input).get("calls");
      const isApplied = use(input, required).unapplied === 0;
      expect(allowsLocally(shown, fromMicros(required))).toBe(isApplied);
    });
  });

  it("of a and then b has the effect of their sum (INV-8)", () => {
    always(anyFresh, ({ balanceRows, features, a, b }) => {
      const input = calls(balanceRows, features);
      const first = use(input, a);
      const second = use({ ...input, balanceRows: first.balanceRows }, b);
      const both = use(input, a + b);
      expect(second.balanceRows).toEqual(both.balanceRows);
      expect(first.applied + second.applied).toBe(both.applied);
    });
  });

  it("is undone in the same balances that it was taken from (INV-8)", () => {
    always(anyFresh, ({ balanceRows, features, first, a }) => {
      const before = use(calls(balanceRows, features), first).balanceRows;
      const taken = use(calls(before, features), a);
      if (taken.unapplied > 0) return;
      expect(use(calls(taken.balanceRows, features), -a).balanceRows).toEqual(before);
    });
  });

  it("shows as usage exactly what was applied (INV-2)", () => {
    always(anyFresh, ({ balanceRows, features, a, b }) => {
      const usageOf = (rows: readonly Balance[]) => {
        const feature = serializeBalances({ ...calls(rows, features) }).get("calls");
        return feature?.unlimited === false ? toMicros(feature.usage) : null;
      };
      const plans = [use(calls(balanceRows, features), a)];
      plans.push(use(calls(plans[0]?.balanceRows ?? [], features), -b));
      const before = usageOf(balanceRows);
      if (before === null) return;
      const applied = plans.reduce((sum, plan) => sum + plan.applied, 0);
      expect((usageOf(plans[1]?.balanceRows ?? []) ?? 0) - before).toBe(applied);
    });
  });

  it("is allowed for less whenever it is for more, and after any further grant (INV-6)", () => {
    const anyGrown = fc.tuple(anyUse, anyBalance({ featureIds: FEATURE_IDS }), anyAmount(800));
    always(anyGrown, ([input, extra, other]) => {
      const allows = (balanceRows: readonly Balance[], amount: number) =>
        decideFeatureAccess(
          Object.fromEntries(serializeBalances({ ...input, balanceRows })),
          "calls",
          fromMicros(amount),
        ).allowed;
      const amount = Math.abs(input.amount);
      if (amount === 0 || !allows(input.balanceRows, amount)) return;
      if (other > 0 && other <= amount) expect(allows(input.balanceRows, other)).toBe(true);
      // A grant with debt reduces the balance: only a positive one increases it.
      const gift = { ...extra, id: "gift", balance: extra.granted, adjustment: 0 };
      expect(allows([...input.balanceRows, gift], amount)).toBe(true);
    });
  });
});

describe("a use that credits pay for", () => {
  const anyCredits = fc.record({
    features: anyFeatures,
    balance: anyAmount(500),
    amount: anyAmount(800),
    mode: anyMode,
  });

  it("takes the amount times its cost, and nothing at cost 0 (INV-13)", () => {
    always(anyCredits, ({ features, balance, amount, mode }) => {
      const cost = features.get("credits")?.credit_schema?.[0]?.credit_cost ?? NaN;
      const input = creditsOnly(features, balance, mode);
      const { applied, balanceRows } = use(input, amount);
      const exact = BigInt(applied) * BigInt(toMicros(cost));
      const moved =
        BigInt(subscriptions(input.balanceRows) - subscriptions(balanceRows)) * 1_000_000n;
      const gap = moved > exact ? moved - exact : exact - moved;
      expect(gap * 2n <= 1_000_000n).toBe(true);
      if (cost === 0) expect(applied).toBe(amount);
    });
  });
});

function creditsOnly(
  features: DeductionInput["features"],
  balance: number,
  mode: DeductionInput["mode"],
): DeductionInput {
  const [row] = fc.sample(anyBalance({ featureIds: ["credits"] }), { numRuns: 1, seed: 1 });
  if (!row) throw new Error("one was asked for");
  const plain = { usage_allowed: false, usage_limit: null, unlimited: false, rollovers: [] };
  const own = { ...row, ...plain, entity_id: null, expires_at: null, adjustment: 0 };
  return { ...calls([{ ...own, granted: balance, balance }], features), mode };
}
