import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decideAccess,
  decideFeatureAccess,
  decideProductAccess,
  isAllowed,
  listPayers,
  rankCreditSystems,
} from "../../src/contract/access";
import type { FeatureBalance } from "../../src/contract/access";

const uploads = (over: Partial<FeatureBalance> = {}): FeatureBalance => ({
  id: "uploads",
  type: "single_use",
  unlimited: false,
  overage_allowed: false,
  balance: 0,
  included_usage: 0,
  ...over,
});
const credits = (balance: number, over: Partial<FeatureBalance> = {}): FeatureBalance =>
  uploads({
    id: "credits",
    balance,
    credit_schema: [{ feature_id: "uploads", credit_amount: 3 }],
    ...over,
  });
const expiring = (expires_at: number) => ({
  breakdown: [
    {
      interval: "lifetime" as const,
      interval_count: 1,
      balance: 0,
      usage: 0,
      included_usage: 0,
      next_reset_at: null,
      overage_allowed: false,
      expires_at,
    },
  ],
});
const capped = (balance: number) => uploads({ balance, included_usage: 200, usage_limit: 1000 });

/** A decision as one word, so that each row reads as a sentence. */
const outcome = (balances: FeatureBalance[], required?: number) => {
  const byId = Object.fromEntries(balances.map((row) => [row.id, row]));
  const decision = decideFeatureAccess(byId, "uploads", required);
  return decision.allowed ? `${decision.source.id}:${decision.required}` : decision.reason;
};

describe("decideFeatureAccess", () => {
  it.each<[string, FeatureBalance[], number, string]>([
    ["static ignores the balance", [uploads({ type: "static" })], 99, "uploads:99"],
    ["unlimited ignores the balance", [uploads({ unlimited: true })], 99, "uploads:99"],
    [
      "overage ignores the balance",
      [uploads({ overage_allowed: true, balance: -5 })],
      99,
      "uploads:99",
    ],
    [
      "unlimited goes before an empty credit system",
      [credits(0), uploads({ unlimited: true })],
      1,
      "uploads:1",
    ],
    ["a balance equal to what is required", [uploads({ balance: 2 })], 2, "uploads:2"],
    ["a balance one short", [uploads({ balance: 1 })], 2, "insufficient_balance"],
    ["a balance a millionth short", [uploads({ balance: 1.999999 })], 2, "insufficient_balance"],
    ["a sum of tenths", [uploads({ balance: 0.3 })], 0.1 + 0.2, "uploads:0.30000000000000004"],
    ["a cap that lends units beyond the grant", [capped(0)], 800, "uploads:800"],
    ["one past the cap", [capped(0)], 801, "insufficient_balance"],
    ["the cap reached", [capped(-800)], 1, "insufficient_balance"],
    ["a cap of 0", [uploads({ usage_limit: 0 })], 1, "insufficient_balance"],
    [
      "a cap below the grant",
      [uploads({ balance: 5, included_usage: 10, usage_limit: 7 })],
      3,
      "insufficient_balance",
    ],
    [
      "a short balance falls back to credits",
      [uploads({ balance: 1 }), credits(6)],
      2,
      "credits:6",
    ],
    ["credits one short", [uploads({ balance: 1 }), credits(5)], 2, "insufficient_balance"],
    ["credits alone grant the feature", [credits(3)], 1, "credits:3"],
    ["credits alone, one short", [credits(2)], 1, "insufficient_balance"],
    ["unlimited credits", [credits(0, { unlimited: true })], 5, "credits:15"],
    [
      "credits for something else",
      [credits(9, { credit_schema: [{ feature_id: "boost", credit_amount: 1 }] })],
      1,
      "not_granted",
    ],
    [
      "tenths of credits, without drift",
      [credits(0.3, { credit_schema: [{ feature_id: "uploads", credit_amount: 0.1 }] })],
      3,
      "credits:0.3",
    ],
    [
      "free of charge",
      [credits(0, { credit_schema: [{ feature_id: "uploads", credit_amount: 0 }] })],
      5,
      "credits:0",
    ],
    ["no balance at all", [], 1, "not_granted"],
    ["zero units of an owned feature", [uploads({ balance: -1 })], 0, "uploads:0"],
    [
      "zero units of a feature that credits would pay for, in overage too",
      [credits(-1)],
      0,
      "credits:0",
    ],
    ["zero units of a feature that is not owned", [], 0, "not_granted"],
  ])("%s", (_rule, balances, required, expected) => {
    expect(outcome(balances, required)).toBe(expected);
  });

  it.each<[string, FeatureBalance[], string]>([
    [
      "the credit system that expires first",
      [credits(9, { id: "a", ...expiring(20) }), credits(9, { id: "b", ...expiring(10) })],
      "b:3",
    ],
    [
      "a credit system that expires before one that does not",
      [credits(9, { id: "a" }), credits(9, { id: "b", ...expiring(10) })],
      "b:3",
    ],
    [
      "by name when no credit system expires",
      [credits(9, { id: "b" }), credits(9, { id: "a" })],
      "a:3",
    ],
    [
      "the first that can pay the whole use",
      [credits(2, { id: "a" }), credits(3, { id: "b" })],
      "b:3",
    ],
    [
      "none of two that could only pay together",
      [credits(2, { id: "a" }), credits(2, { id: "b" })],
      "insufficient_balance",
    ],
  ])("of several credit systems uses %s", (_rule, balances, expected) => {
    expect(outcome(balances)).toBe(expected);
  });

  it("requires 1 by default", () => {
    expect(outcome([uploads({ balance: 1 })])).toBe("uploads:1");
    expect(outcome([uploads({ balance: 0.5 })])).toBe("insufficient_balance");
  });

  it("names what fell short: the feature itself, else the first credit system, in its own unit", () => {
    const short = (balances: FeatureBalance[]) =>
      decideFeatureAccess(Object.fromEntries(balances.map((row) => [row.id, row])), "uploads", 2);
    expect(short([uploads(), credits(5)])).toMatchObject({
      source: { id: "uploads" },
      required: 2,
    });
    expect(short([credits(5)])).toMatchObject({ source: { id: "credits" }, required: 6 });
    expect(short([])).toMatchObject({ source: null, required: 2 });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "grants no feature called %s, which every object has",
    (name) => {
      for (const required of [0, 1]) {
        expect(decideFeatureAccess({}, name, required)).toMatchObject({ reason: "not_granted" });
      }
    },
  );

  it.each([-1, -0.000001, Number.NaN, Infinity])("throws on %d required", (required) => {
    expect(() => outcome([], required)).toThrow(RangeError);
  });
});

describe("payers", () => {
  const priced = (credit_amount: number) => [{ feature_id: "uploads", credit_amount }];
  const row = (id: string, over: Partial<FeatureBalance> = {}) =>
    credits(0, { credit_schema: priced(1), ...over, id });
  const [lot] = expiring(0).breakdown;
  const lots = (...ends: (number | null)[]) => ({
    breakdown: lot ? ends.map((expires_at) => ({ ...lot, expires_at })) : [],
  });
  const byId = (rows: FeatureBalance[]) => Object.fromEntries(rows.map((one) => [one.id, one]));

  it.each<[why: string, rows: FeatureBalance[], ranked: string[]]>([
    [
      "by the soonest of several expiries",
      [row("a", lots(30, 20)), row("b", lots(25))],
      ["a", "b"],
    ],
    ["an expiry before none", [row("a", lots(null)), row("b", lots(null, 9))], ["b", "a"]],
    ["an empty breakdown as one without an expiry", [row("b", lots()), row("a")], ["a", "b"]],
    ["the beginning of time first", [row("a", lots(1)), row("b", lots(0))], ["b", "a"]],
    [
      "one expiry by name",
      [row("c", lots(5)), row("a", lots(5)), row("b", lots(5))],
      ["a", "b", "c"],
    ],
    ["no balance that is not a credit system", [uploads(), row("a")], ["a"]],
  ])("rank %s", (_why, rows, ranked) => {
    expect(rankCreditSystems(byId(rows)).map(({ id }) => id)).toEqual(ranked);
  });

  it("are the balance itself, then every credit system with a price, in that order", () => {
    const several = [{ feature_id: "x", credit_amount: 9 }, ...priced(0.5)];
    const rows = byId([
      uploads({ balance: 1.5 }),
      row("b", { balance: 2 }),
      row("a", { credit_schema: [{ feature_id: "prints", credit_amount: 1 }] }),
      row("c", { unlimited: true, credit_schema: several }),
    ]);
    const payers = listPayers(rows, rankCreditSystems(rows), "uploads");
    expect(payers.map(({ source, price, left }) => [source.id, price, left])).toEqual([
      ["uploads", null, 1_500_000],
      ["b", 1, 2_000_000],
      ["c", 0.5, Infinity],
    ]);
  });

  it("give the same answer with and without details, for any balances", () => {
    const amount = fc.integer({ min: -3, max: 8 });
    const one = fc.record({ balance: amount, unlimited: fc.boolean(), price: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 3 }), fc.nat({ max: 9 }), (held, required) => {
        const balances = held.map(({ price, ...rest }, index) =>
          index === 0 ? uploads(rest) : row(`c${index}`, { ...rest, credit_schema: priced(price) }),
        );
        const rows = byId(balances);
        const payers = listPayers(rows, rankCreditSystems(rows), "uploads");
        const pays = held.some(
          ({ balance, unlimited, price }, index) =>
            required === 0 || unlimited || (index === 0 ? 1 : price) * required <= balance,
        );
        expect(isAllowed(payers, required)).toBe(pays);
        expect(decideAccess(payers, required).allowed).toBe(pays);
      }),
    );
  });

  it.each([-1, Number.NaN, -Infinity])("refuse a check of %s units", (required) => {
    const message = `required must be a finite number of at least 0, got ${required}`;
    expect(() => isAllowed([], required)).toThrow(new RangeError(message));
    expect(() => decideAccess([], required)).toThrow(new RangeError(message));
  });
});

describe("decideProductAccess", () => {
  const pro = (status: "active" | "scheduled" | "expired") => ({ id: "pro", status });

  it.each([
    ["active", [pro("active")], true, "active"],
    ["scheduled", [pro("scheduled")], false, "scheduled"],
    ["expired", [pro("expired")], false, "expired"],
    ["active after an older copy", [pro("expired"), pro("active")], true, "active"],
    ["active before an older copy", [pro("active"), pro("scheduled")], true, "active"],
    ["the first of several not active", [pro("scheduled"), pro("expired")], false, "scheduled"],
    [
      "active beside another",
      [{ id: "a", status: "expired" as const }, pro("active")],
      true,
      "active",
    ],
    ["no subscription", [], false, undefined],
    ["another product", [{ id: "creator", status: "active" as const }], false, undefined],
  ])("%s", (_what, products, allowed, status) => {
    expect(decideProductAccess(products, "pro")).toEqual({ allowed, status });
  });
});
