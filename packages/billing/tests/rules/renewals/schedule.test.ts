import { describe, expect, it } from "vitest";
import type { CatalogueProduct, ItemDefinition } from "../../../src/component/rules/model";
import {
  nextChangeAt,
  nextChargeAt,
  nextStep,
  successorAnchor,
} from "../../../src/component/rules/renewals/schedule";
import type { SubscriptionRow } from "../../../src/component/rules/renewals/schedule";

const DAY_MS = 24 * 60 * 60 * 1000;
const ANCHOR = Date.UTC(2025, 0, 31);
const FEB_28 = Date.UTC(2025, 1, 28);

const product = (...items: ItemDefinition[]): CatalogueProduct => ({
  id: "plan",
  name: "Plan",
  group: "main",
  is_add_on: false,
  is_default: false,
  archived: false,
  items,
  free_trial: null,
  version: 1,
  created_at: 0,
});

const row = (changes: Partial<SubscriptionRow>): SubscriptionRow => ({
  id: "row",
  product: product(),
  entity_id: null,
  status: "active",
  canceled_at: null,
  starts_at: 0,
  ended_at: null,
  trial_ends_at: null,
  anchor: 0,
  quantity: 1,
  options: [],
  created_at: 0,
  renews_at: null,
  grace_ends_at: null,
  ...changes,
});

describe("nextChargeAt", () => {
  const monthly: ItemDefinition = { price: 6, interval: "month" };
  const yearly: ItemDefinition = { price: 60, interval: "year" };
  it.each<[string, ItemDefinition[], number, number | null]>([
    ["nothing recurs", [{ price: 5 }, { feature_id: "uploads", interval: "month" }], ANCHOR, null],
    ["a month on, clamped", [monthly], ANCHOR, FEB_28],
    ["one before the boundary", [monthly], FEB_28 - 1, FEB_28],
    ["on the boundary, the next one", [monthly], FEB_28, Date.UTC(2025, 2, 31)],
    ["the sooner of two intervals", [yearly, monthly], ANCHOR, FEB_28],
    [
      "every second month",
      [{ price: 6, interval: "month", interval_count: 2 }],
      ANCHOR,
      Date.UTC(2025, 2, 31),
    ],
    ["a year on", [yearly], ANCHOR, Date.UTC(2026, 0, 31)],
  ])("%s", (_rule, items, after, expected) => {
    expect(nextChargeAt(product(...items), ANCHOR, after)).toBe(expected);
  });
});

describe("nextStep", () => {
  const kindOf = (...rows: Partial<SubscriptionRow>[]) => nextStep(rows.map(row))?.kind ?? null;

  it.each<[string, Partial<SubscriptionRow>[], string | null]>([
    ["nothing recurs and nothing ends", [{}], null],
    ["a charge", [{ renews_at: 5 }], "renewal"],
    ["the earlier of two rows", [{ renews_at: 5 }, { status: "scheduled", starts_at: 4 }], "start"],
    ["time before rank", [{ renews_at: 4 }, { status: "scheduled", starts_at: 5 }], "renewal"],
    [
      "past due still ends on the set day",
      [{ status: "past_due", ended_at: 6, grace_ends_at: 7 }],
      "end",
    ],
    ["an end before a charge at the same time", [{ renews_at: 5, ended_at: 5 }], "end"],
    ["an end before a start", [{ status: "scheduled", starts_at: 5 }, { ended_at: 5 }], "end"],
    ["a start before a charge", [{ renews_at: 5 }, { status: "scheduled", starts_at: 5 }], "start"],
    [
      "past due waits for the end of the grace period, not for a charge",
      [{ status: "past_due", renews_at: 4, grace_ends_at: 7 }],
      "grace",
    ],
    [
      "an ended subscription has no next step",
      [{ status: "expired", renews_at: 4, ended_at: 3 }],
      null,
    ],
    [
      "a scheduled subscription is not charged yet",
      [{ status: "scheduled", starts_at: 9, renews_at: 1 }],
      "start",
    ],
  ])("%s", (_rule, rows, expected) => {
    expect(kindOf(...rows)).toBe(expected);
  });
});

describe("nextChangeAt", () => {
  const balance = {
    id: "b",
    subscription_id: "row",
    feature_id: "uploads",
    entity_id: null,
    is_add_on: false,
    unlimited: false,
    prepaid: false,
    granted: 0,
    balance: 0,
    adjustment: 0,
    interval: null,
    interval_count: 1,
    anchor: 0,
    next_reset_at: null,
    usage_allowed: false,
    usage_limit: null,
    rollover: null,
    rollovers: [],
    expires_at: null,
    created_at: 0,
  };

  it.each([
    ["nothing changes by itself", {}, {}, null],
    ["a reset", { next_reset_at: DAY_MS }, { renews_at: 2 * DAY_MS }, DAY_MS],
    ["a charge", { next_reset_at: 2 * DAY_MS }, { renews_at: DAY_MS }, DAY_MS],
    ["a grant that expires", { expires_at: 3 }, {}, 3],
    ["a rollover that expires", { rollovers: [{ balance: 1, usage: 0, expires_at: 2 }] }, {}, 2],
  ])("%s", (_rule, changes, subscriptions, expected) => {
    expect(nextChangeAt([row(subscriptions)], [{ ...balance, ...changes }])).toBe(expected);
  });
});

describe("B3: a successor keeps the day of the month", () => {
  it.each<[string, ItemDefinition[], number]>([
    ["keeps the 31st over a short month", [{ price: 5, interval: "month" }], ANCHOR],
    ["keeps it for a plan without prices", [{ feature_id: "a", interval: "month" }], ANCHOR],
    ["keeps it for a plan without intervals", [{ feature_id: "a" }], ANCHOR],
    [
      "starts anew for a quarter without a boundary there",
      [{ price: 5, interval: "quarter" }],
      FEB_28,
    ],
    ["starts anew for a year without one", [{ price: 5, interval: "year" }], FEB_28],
  ])("%s", (_what, items, expected) => {
    expect(successorAnchor(product(...items), ANCHOR, FEB_28)).toBe(expected);
  });
});

describe("retries", () => {
  const pastDue = row({ status: "past_due", grace_ends_at: 70, retry_at: 10 });

  it("come before the end of the grace period, when the last one happens", () => {
    expect(nextStep([pastDue])).toMatchObject({ kind: "retry", at: 10 });
    expect(nextStep([{ ...pastDue, retry_at: null }])).toMatchObject({ kind: "grace", at: 70 });
  });

  it("are over once the plan is active again", () => {
    expect(nextStep([{ ...pastDue, status: "active" }])).toBeNull();
  });
});
