import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import type { CustomerFeature } from "../../src/contract/wire";
import { remaining, nextReset, sumUses } from "../../src/component/hostedProvider/remaining";
import {
  MONEY_OPERATIONS,
  isMoney,
  isSettled,
  payloadOf,
  subjectOf,
} from "../../src/component/hostedProvider/money";
import type { MoneyCall } from "../../src/component/hostedProvider/money";
import { updatesIn } from "../../src/component/hostedProvider/updates";
import { retryDelayMs } from "../../src/direct/exchange";

const UPLOADS: CustomerFeature = {
  ...{
    id: "uploads",
    type: "single_use" as const,
    name: "Uploads",
    interval: null,
    interval_count: null,
  },
  ...{
    unlimited: false,
    balance: 1,
    usage: 2,
    included_usage: 3,
    next_reset_at: null,
  },
  overage_allowed: false,
};
const features = {
  uploads: UPLOADS,
  constructor: { ...UPLOADS, id: "constructor" },
};

describe("the rest of a cached balance", () => {
  it("is all of it, without use since", () => {
    expect(remaining({ features, reserved: {} })).toEqual(features);
    expect(remaining({ features, reserved: { uploads: 0, other: 5 } })).toEqual(features);
  });

  it("is reduced by use, in whole millionths", () => {
    const left = remaining({ features, reserved: { uploads: 0.1 + 0.2 } });
    expect(left["uploads"]).toEqual({ ...UPLOADS, balance: 0.7, usage: 2.3 });
    expect(left["constructor"]).toEqual(features.constructor);
  });

  it("is not reduced where it is unlimited, though use is counted", () => {
    const unlimited = { ...UPLOADS, unlimited: true, balance: 0 };
    const left = remaining({
      features: { uploads: unlimited },
      reserved: { uploads: 4 },
    });
    expect(left).toEqual({ uploads: { ...unlimited, usage: 6 } });
  });

  it("counts every use under the feature that pays for it", () => {
    const use = (paid_by: string, amount: number) => ({ paid_by, amount });
    const uses = [use("credits", 0.1), use("uploads", 1), use("credits", 0.2)];
    expect(sumUses(uses)).toEqual({ credits: 0.3, uploads: 1 });
    expect(sumUses([])).toEqual({});
  });

  it.each([
    [[null], null],
    [[100], null],
    [[101], 101],
    [[300, null, 99, 200], 200],
  ])("changes by itself, of resets at %j and at 100 now, at %j", (resets, expected) => {
    const entries = resets.map((at, n) => [`f${n}`, { ...UPLOADS, next_reset_at: at }] as const);
    expect(nextReset(Object.fromEntries(entries), 100)).toBe(expected);
  });
});

describe("an answer", () => {
  it.each([
    [undefined, "fetch_failed", false],
    [200, "fetch_failed", false],
    [202, "payment_pending", false],
    [400, "invalid_inputs", true],
    [402, "payment_failed", true],
    [404, "customer_not_found", true],
    [408, "timeout", false],
    [409, "duplicate_idempotency_key", true],
    [429, "rate_limit_exceeded", true],
    [499, "unknown_error", true],
    [500, "internal_error", false],
    [503, "busy", false],
    [undefined, "unknown_error", true],
  ])("of %s with %s is final: %s", (status, code, is) => {
    const refusal = { data: null, error: { code, message: "" } };
    expect(isSettled(status === undefined ? refusal : { ...refusal, statusCode: status })).toBe(is);
  });

  it.each([200, 202, 500])("of success is one, whatever its status (%i)", (statusCode) => {
    expect(isSettled({ data: {}, error: null, statusCode })).toBe(true);
  });

  it("of a temporary failure is retried, and no other", () => {
    const statuses = Array.from({ length: 500 }, (_, n) => n + 100);
    const again = statuses.filter(
      (status) => retryDelayMs({ status, retryAfter: null, text: "" }, 1, 0) !== null,
    );
    expect(again).toEqual([408, 429, 500, 502, 503, 504]);
  });
});

describe("a call that may cost money", () => {
  it("is stored before it is sent, and no other call is", () => {
    expect(OPERATIONS.filter(isMoney).sort()).toEqual([...MONEY_OPERATIONS].sort());
    const sells = ["attach", "cancel", "createEntity", "deleteEntity", "transferProduct"];
    expect([...MONEY_OPERATIONS]).toEqual(sells);
  });

  const whose = { customer_id: "ada" };
  const seat = (id: string) => ({ id, feature_id: "seats" });
  /** Two calls each, and whether the second must wait for the end of the first. */
  const PAIRS: readonly (readonly [string, MoneyCall, MoneyCall, boolean])[] = [
    [
      "buying for another customer",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      { op: "attach", params: { customer_id: "bo", product_id: "pro" } },
      false,
    ],
    [
      "buying something else",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      { op: "attach", params: { ...whose, product_id: "creator" } },
      false,
    ],
    [
      "buying several",
      { op: "attach", params: { ...whose, product_ids: ["a", "b"] } },
      { op: "attach", params: { ...whose, product_ids: ["a", "c"] } },
      false,
    ],
    [
      "buying for an entity",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      {
        op: "attach",
        params: { ...whose, product_id: "pro", entity_id: "s1" },
      },
      false,
    ],
    [
      "buying the same, once in a list",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      { op: "attach", params: { ...whose, product_ids: ["pro"] } },
      true,
    ],
    [
      "buying with another code",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      { op: "attach", params: { ...whose, product_id: "pro", reward: "INK" } },
      true,
    ],
    [
      "canceling the product of a pending purchase",
      { op: "attach", params: { ...whose, product_id: "pro" } },
      { op: "cancel", params: { ...whose, product_id: "pro" } },
      false,
    ],
    [
      "canceling another product",
      { op: "cancel", params: { ...whose, product_id: "pro" } },
      { op: "cancel", params: { ...whose, product_id: "creator" } },
      false,
    ],
    [
      "canceling it for an entity",
      { op: "cancel", params: { ...whose, product_id: "pro" } },
      {
        op: "cancel",
        params: { ...whose, product_id: "pro", entity_id: "s1" },
      },
      false,
    ],
    [
      "canceling it at once",
      { op: "cancel", params: { ...whose, product_id: "pro" } },
      {
        op: "cancel",
        params: { ...whose, product_id: "pro", cancel_immediately: true },
      },
      true,
    ],
    [
      "creating another entity",
      { op: "createEntity", params: { ...whose, entities: [seat("s1")] } },
      {
        op: "createEntity",
        params: { ...whose, entities: [seat("s1"), seat("s2")] },
      },
      false,
    ],
    [
      "deleting another entity",
      { op: "deleteEntity", params: { ...whose, entity_id: "s1" } },
      { op: "deleteEntity", params: { ...whose, entity_id: "s2" } },
      false,
    ],
    [
      "moving a product elsewhere",
      {
        op: "transferProduct",
        params: { ...whose, to_entity_id: "s1", product_id: "pro" },
      },
      {
        op: "transferProduct",
        params: { ...whose, to_entity_id: "s2", product_id: "pro" },
      },
      true,
    ],
    [
      "moving it from another entity",
      {
        op: "transferProduct",
        params: { ...whose, to_entity_id: "s1", product_id: "pro" },
      },
      {
        op: "transferProduct",
        params: {
          ...whose,
          from_entity_id: "s2",
          to_entity_id: "s1",
          product_id: "pro",
        },
      },
      false,
    ],
  ];

  it.each(PAIRS)("waits for a pending call of the same kind: %s", (_, first, second, waits) => {
    expect(subjectOf(first) === subjectOf(second)).toBe(waits);
    expect(payloadOf(first)).not.toEqual(payloadOf(second));
  });

  it("is the same call when only the customer's name has changed", () => {
    const params = { ...whose, product_id: "pro" };
    const first: MoneyCall = {
      op: "attach",
      params: { ...params, customer_data: { name: "A" } },
    };
    const second: MoneyCall = {
      op: "attach",
      params: { ...params, customer_data: { name: "B" } },
    };
    expect(payloadOf(first)).toEqual(payloadOf(second));
    expect(subjectOf(first)).toBe(subjectOf(second));
  });
});

describe("an answer as a source of entitlements", () => {
  const ada = { customer_id: "ada" };
  const seat = { ...ada, entity_id: "s1" };
  const changed = { kind: "changed", ...ada };
  const gone = (entity_id: string | null) => ({
    kind: "gone",
    ...ada,
    entity_id,
  });
  const seen = (entity_id: string | null) => ({
    kind: "features",
    ...ada,
    entity_id,
    features,
  });
  const customer = { id: "ada", features };
  const entity = { id: "s1", ...ada, features };
  const checked = {
    code: "feature_found",
    feature_id: "uploads",
    balance: 4,
    usage: 6,
  };

  type Told = readonly (readonly [params: object, data: unknown, told: unknown[]])[];
  const CHANGES: Told = [[ada, {}, [changed]]];

  /** The updates of a successful operation; without a row: none. */
  const TOLD: Partial<Record<Operation, Told>> = {
    createCustomer: [
      [{ id: "ada" }, customer, [seen(null)]],
      [{ id: "ada" }, null, []],
      [{ id: "ada" }, { ...customer, id: null }, []],
    ],
    getCustomer: [[ada, customer, [seen(null)]]],
    updateCustomer: [
      [ada, customer, [seen(null)]],
      [{ customer_id: "eve" }, customer, [{ ...gone(null), customer_id: "eve" }, seen(null)]],
    ],
    deleteCustomer: [[ada, { success: true }, [gone(null)]]],
    getEntity: [[seat, entity, [seen("s1")]]],
    createEntity: [
      [ada, entity, [seen("s1"), changed]],
      [ada, { list: [entity, { ...entity, id: "s2" }] }, [seen("s1"), seen("s2"), changed]],
    ],
    deleteEntity: [[seat, { success: true }, [gone("s1"), changed]]],
    check: [
      [ada, checked, [{ kind: "balance", ...ada, entity_id: null, ...balanceOf(checked) }]],
      [seat, checked, [{ kind: "balance", ...seat, ...balanceOf(checked) }]],
      [ada, { ...checked, code: "product_found" }, []],
      [ada, { ...checked, balance: undefined }, []],
      [ada, { ...checked, usage: undefined }, []],
    ],
    attach: CHANGES,
    cancel: CHANGES,
    transferProduct: CHANGES,
    track: CHANGES,
    setUsage: CHANGES,
    setBalances: CHANGES,
    redeemReferralCode: CHANGES,
  };

  function balanceOf({ feature_id, balance, usage }: typeof checked) {
    return { feature_id, balance, usage };
  }

  it.each(OPERATIONS)("%s", (op) => {
    for (const [params, data, expected] of TOLD[op] ?? [[seat, {}, []]]) {
      // The rows are typed by the table; here they are looked up by name.
      const result = { data, error: null, statusCode: 200 } as never;
      expect(updatesIn(op, params as never, result)).toEqual(expected);
    }
  });

  it.each(OPERATIONS)("%s, when it is refused because a customer is missing", (op) => {
    const told = (params: object, code: string) =>
      updatesIn(op, params as never, {
        data: null,
        error: { code, message: "" },
      });
    expect(told(seat, "customer_not_found")).toEqual([gone(null)]);
    expect(told(seat, "entity_not_found")).toEqual([gone("s1")]);
    expect(told(ada, "entity_not_found")).toEqual([]);
    expect(told({}, "customer_not_found")).toEqual([]);
    expect(told(seat, "product_not_found")).toEqual([]);
  });
});
