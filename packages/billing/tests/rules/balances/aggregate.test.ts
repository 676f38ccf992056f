import { describe, expect, it } from "vitest";
import { balanceOf, serializeFeatures } from "../../../src/component/rules/balances/aggregate";
import type { Balance, Subscription } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { balanceRow, FEATURES, FREE, subscriptions, PRO } from "../fixtures";

const NOW = 1_000;
const OWNER = subscriptions(FREE, { anchor: 0 });

const describeAll = (
  balanceRows: Balance[],
  rows: Subscription[] = [OWNER],
  entityId: string | null = null,
) =>
  serializeFeatures({ balanceRows, features: FEATURES, subscriptions: rows, entityId, now: NOW });
const uploads = (balanceRows: Balance[], ...rest: [Subscription[]?, (string | null)?]) =>
  describeAll(balanceRows, ...rest)["uploads"];

describe("serializeFeatures", () => {
  it("returns one balance in units", () => {
    expect(uploads([balanceRow({ balance: 70, interval: "month", next_reset_at: 5_000 })])).toEqual(
      {
        id: "uploads",
        name: "Uploads",
        type: "single_use",
        unlimited: false,
        interval: "month",
        interval_count: 1,
        balance: 70,
        usage: 30,
        included_usage: 100,
        next_reset_at: 5_000,
        overage_allowed: false,
      },
    );
  });

  it("leaves out expired balances", () => {
    const at = (expires_at: number) =>
      balanceRow({ id: String(expires_at), balance: 5, expires_at });
    expect(uploads([at(NOW)])).toBeUndefined();
    expect(uploads([at(NOW), at(NOW + 1)])).toMatchObject({ balance: 5 });
  });

  it("adds balances up, and lists them separately when they reset at different times", () => {
    const monthly = balanceRow({ id: "m", balance: 70, interval: "month", next_reset_at: 5_000 });
    const lifetime = balanceRow({
      id: "l",
      granted: 50,
      adjustment: 5,
      balance: 40,
      expires_at: 9_000,
    });
    expect(uploads([monthly, lifetime])).toMatchObject({
      interval: "multiple",
      interval_count: null,
      balance: 110,
      usage: 45,
      included_usage: 150,
      next_reset_at: 5_000,
      breakdown: [
        {
          interval: "lifetime",
          interval_count: 1,
          balance: 40,
          usage: 15,
          included_usage: 50,
          next_reset_at: null,
          expires_at: 9_000,
        },
        {
          interval: "month",
          interval_count: 1,
          balance: 70,
          usage: 30,
          included_usage: 100,
          next_reset_at: 5_000,
          expires_at: null,
        },
      ],
    });
  });

  it.each<[string, Balance[], object | undefined]>([
    [
      "a day beside a month, though none expires",
      [
        balanceRow({ id: "d", interval: "day", next_reset_at: 2_000 }),
        balanceRow({ id: "m", interval: "month", next_reset_at: 5_000 }),
      ],
      [
        { interval: "day", next_reset_at: 2_000, expires_at: null },
        { interval: "month", next_reset_at: 5_000, expires_at: null },
      ],
    ],
    [
      "one month beside two",
      [
        balanceRow({ id: "one", interval: "month", next_reset_at: 5_000 }),
        balanceRow({ id: "two", interval: "month", interval_count: 2, next_reset_at: 5_000 }),
      ],
      [
        { interval: "month", interval_count: 1 },
        { interval: "month", interval_count: 2 },
      ],
    ],
    [
      "two of which one expires",
      [balanceRow({ id: "a", expires_at: 9_000 }), balanceRow({ id: "b" })],
      [{ interval: "lifetime", interval_count: 1, balance: 200, expires_at: 9_000 }],
    ],
    [
      "two that expire, by the sooner",
      [balanceRow({ id: "a", expires_at: 9_000 }), balanceRow({ id: "b", expires_at: 8_000 })],
      [{ expires_at: 8_000 }],
    ],
    [
      "two that expire, by the next one that has something left",
      [
        balanceRow({ id: "a", expires_at: 9_000 }),
        balanceRow({ id: "b", expires_at: 8_000, balance: 0 }),
      ],
      [{ expires_at: 9_000 }],
    ],
    [
      "one used up beside one that never expires",
      [balanceRow({ id: "a", expires_at: 9_000, balance: 0 }), balanceRow({ id: "b" })],
      [{ expires_at: null }],
    ],
    [
      "two used up, by the sooner",
      [
        balanceRow({ id: "a", expires_at: 9_000, balance: 0 }),
        balanceRow({ id: "b", expires_at: 8_000, balance: 0 }),
      ],
      [{ expires_at: 8_000 }],
    ],
    [
      "two, of which only a rollover is left of the sooner",
      [
        balanceRow({ id: "a", expires_at: 9_000 }),
        balanceRow({
          id: "b",
          expires_at: 8_000,
          balance: 0,
          rollovers: [{ balance: toMicros(1), usage: 0, expires_at: null }],
        }),
      ],
      [{ expires_at: 8_000 }],
    ],
    [
      "none of balances that never reset, whatever their interval count",
      [balanceRow({ id: "a" }), balanceRow({ id: "b", interval_count: 3 })],
      undefined,
    ],
  ])("breaks down %s", (_what, balanceRows, expected) => {
    const row = uploads(balanceRows);
    if (expected === undefined) expect(row).not.toHaveProperty("breakdown");
    else expect(row?.breakdown).toMatchObject(expected);
  });

  it('says "multiple" for several intervals, and when the first resets', () => {
    const day = balanceRow({ id: "d", interval: "day", next_reset_at: 2_000 });
    const month = balanceRow({ id: "m", interval: "month", next_reset_at: 5_000 });
    expect(uploads([day, month])).toMatchObject({
      interval: "multiple",
      interval_count: null,
      next_reset_at: 2_000,
    });
  });

  it("adds balances of one interval up without a breakdown", () => {
    const row = uploads([balanceRow({ id: "a" }), balanceRow({ id: "b" })]);
    expect(row).toMatchObject({ balance: 200, interval: null, interval_count: null });
    expect(row).not.toHaveProperty("breakdown");
  });

  it("lists a single balance separately when it expires, so that the payer can be ranked", () => {
    expect(uploads([balanceRow({ expires_at: 9_000 })])?.breakdown).toMatchObject([
      { expires_at: 9_000 },
    ]);
  });

  it.each<[string, Balance[], object]>([
    [
      "open overage",
      [balanceRow({ usage_allowed: true })],
      { overage_allowed: true, usage_limit: undefined },
    ],
    [
      "a cap on overage, as a limit and no overage",
      [balanceRow({ usage_allowed: true, usage_limit: 150 })],
      { overage_allowed: false, usage_limit: 150 },
    ],
    [
      "a cap over two grants",
      [balanceRow({ id: "a" }), balanceRow({ id: "b", usage_allowed: true, usage_limit: 150 })],
      { overage_allowed: false, usage_limit: 250, included_usage: 200 },
    ],
    [
      "a cap that equals the grant as none",
      [balanceRow({ usage_allowed: true, usage_limit: 100 })],
      { overage_allowed: false, usage_limit: undefined },
    ],
    [
      "no cap beside open overage",
      [
        balanceRow({ id: "a", usage_allowed: true }),
        balanceRow({ id: "b", usage_allowed: true, usage_limit: 150 }),
      ],
      { overage_allowed: true, usage_limit: undefined },
    ],
    [
      "a purchase limit of packs as no limit of use",
      [balanceRow({ prepaid: true, usage_limit: 5000 })],
      { overage_allowed: false, usage_limit: undefined },
    ],
    [
      "overage as a negative balance",
      [balanceRow({ usage_allowed: true, balance: -20 })],
      { balance: -20, usage: 120 },
    ],
    [
      "unlimited before everything else",
      [balanceRow(), balanceRow({ id: "u", unlimited: true })],
      { unlimited: true, balance: 0, overage_allowed: false },
    ],
  ])("shows %s", (_what, balanceRows, expected) => {
    expect(uploads(balanceRows)).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [name, value] of Object.entries(expected)) {
      if (value === undefined) expect(uploads(balanceRows)).not.toHaveProperty(name);
    }
  });

  it("counts live rollovers into the balance and their use into the usage, not into the grant", () => {
    const rollover = { max: null, length: 1, duration: "month" as const };
    const rollovers = [
      { balance: toMicros(30), usage: toMicros(10), expires_at: NOW + 1 },
      { balance: toMicros(99), usage: 0, expires_at: NOW },
      { balance: 0, usage: toMicros(5), expires_at: null },
    ];
    expect(uploads([balanceRow({ rollover, rollovers })])).toMatchObject({
      balance: 130,
      usage: 15,
      included_usage: 100,
      rollovers: [{ balance: 30, expires_at: NOW + 1 }],
    });
    expect(uploads([balanceRow({ rollover })])?.rollovers).toEqual([]);
    expect(
      uploads([balanceRow({ rollover, rollovers }), balanceRow({ id: "b" })])?.rollovers,
    ).toEqual([{ balance: 30, expires_at: NOW + 1 }]);
  });

  it("serves a credit system as single use with its prices", () => {
    const features = describeAll([balanceRow({ feature_id: "credits" })]);
    expect(features["credits"]).toMatchObject({
      type: "single_use",
      credit_schema: [
        { feature_id: "boost", credit_amount: 10 },
        { feature_id: "upscale", credit_amount: 5 },
        { feature_id: "ai_tag", credit_amount: 1 },
      ],
    });
  });

  it("serves a boolean as static, from the product alone", () => {
    expect(describeAll([], [subscriptions(PRO)])["hd_upload"]).toMatchObject({
      type: "static",
      balance: 0,
      overage_allowed: false,
    });
  });

  it.each([
    ["a continuous-use feature", "storage_gb", "continuous_use"],
    ["a consumable feature", "boost", "single_use"],
  ])("serves %s with its type", (_what, id, type) => {
    expect(describeAll([balanceRow({ feature_id: id })])[id]).toMatchObject({ id, type });
  });

  it("serves a credit system without prices", () => {
    const plain = { id: "coins", name: "Coins", type: "credit_system" as const, archived: false };
    const { coins } = serializeFeatures({
      balanceRows: [balanceRow({ feature_id: "coins" })],
      features: new Map([["coins", plain]]),
      subscriptions: [OWNER],
      entityId: null,
      now: NOW,
    });
    expect(coins).toMatchObject({ balance: 100, credit_schema: [] });
  });

  it("leaves out features that the catalogue no longer has", () => {
    expect(describeAll([balanceRow({ feature_id: "gone" }), balanceRow()])).toMatchObject({
      uploads: {},
    });
    expect(describeAll([balanceRow({ feature_id: "gone" })])).toEqual({});
  });

  it("applies a reset that is due though no sweep has stored it", () => {
    const due = balanceRow({ balance: 0, interval: "month", anchor: 0, next_reset_at: NOW });
    expect(uploads([due])).toMatchObject({ balance: 100, usage: 0 });
  });

  it.each<[string, Partial<Subscription>, boolean]>([
    ["active", {}, true],
    ["past due, inside its grace period", { status: "past_due" }, true],
    ["canceled, before its end", { canceled_at: 1, ended_at: NOW + 1 }, true],
    ["at its end, before or after the sweep", { canceled_at: 1, ended_at: NOW }, false],
    ["marked active before it starts", { starts_at: NOW + 1 }, false],
    ["scheduled", { status: "scheduled", starts_at: NOW + 1 }, false],
    ["expired", { status: "expired" }, false],
  ])("a product that is %s grants: %#", (_what, over, granted) => {
    expect(
      "uploads" in describeAll([balanceRow()], [subscriptions(FREE, { anchor: 0, ...over })]),
    ).toBe(granted);
  });

  it.each([
    ["the customer sees everything", null, 300],
    ["an entity sees its own and the customer's", "ana", 200],
    ["another entity sees only the customer's", "eve", 100],
  ])("%s", (_what, entityId, balance) => {
    const balanceRows = [
      balanceRow(),
      balanceRow({ id: "a", entity_id: "ana" }),
      balanceRow({ id: "b", entity_id: "bob" }),
    ];
    expect(uploads(balanceRows, [OWNER], entityId)?.balance).toBe(balance);
  });

  it("hides an entity's booleans from another entity", () => {
    const rows = [subscriptions(PRO, { entity_id: "ana" })];
    expect("hd_upload" in describeAll([], rows, "ana")).toBe(true);
    expect("hd_upload" in describeAll([], rows, "eve")).toBe(false);
  });
});

describe("balanceOf", () => {
  it("leaves out the feature's id, name and type, and nothing else", () => {
    const feature = uploads([balanceRow({ balance: 70 })]);
    const { id, name, type, ...rest } = feature ?? {};
    expect([id, name, type]).toEqual(["uploads", "Uploads", "single_use"]);
    expect(balanceOf(feature ?? {})).toEqual(rest);
    expect(feature).toHaveProperty("id");
  });
});
