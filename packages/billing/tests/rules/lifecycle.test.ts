import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextState, stateOf } from "../../src/component/rules/lifecycle";
import type { SubscriptionEvent, SubscriptionState } from "../../src/component/rules/lifecycle";
import { decideTrial } from "../../src/component/rules/trial";
import { BOOST_PACK, CREATOR, PRO, utc } from "./catalogue";

/** Every possible transition; others cannot happen. */
const TRANSITIONS: [SubscriptionState, SubscriptionEvent, SubscriptionState][] = [
  ["none", "attach", "active"],
  ["none", "await_payment", "pending"],
  ["none", "schedule", "scheduled"],
  ["pending", "payment_completed", "active"],
  ["pending", "checkout_expired", "none"],
  ["scheduled", "start_reached", "active"],
  ["scheduled", "schedule_dropped", "none"],
  ["active", "cancel_at_end", "canceling"],
  ["active", "cancel_now", "expired"],
  ["active", "replaced", "expired"],
  ["active", "first_payment_failed", "expired"],
  ["active", "renewal_paid", "active"],
  ["active", "renewal_failed", "past_due"],
  ["canceling", "renew", "active"],
  ["canceling", "cancel_now", "expired"],
  ["canceling", "replaced", "expired"],
  ["canceling", "end_reached", "expired"],
  ["past_due", "cancel_at_end", "past_due"],
  ["past_due", "renew", "past_due"],
  ["past_due", "end_reached", "expired"],
  ["past_due", "renewal_paid", "active"],
  ["past_due", "renewal_failed", "past_due"],
  ["past_due", "grace_exhausted", "expired"],
  ["past_due", "cancel_now", "expired"],
  ["past_due", "replaced", "expired"],
];
const STATES: SubscriptionState[] = [
  "none",
  "pending",
  "scheduled",
  "active",
  "canceling",
  "past_due",
  "expired",
];
const EVENTS = [...new Set(TRANSITIONS.map(([, event]) => event))];

describe("nextState", () => {
  it.each(TRANSITIONS)("%s + %s -> %s", (state, event, expected) => {
    expect(nextState(state, event)).toBe(expected);
  });

  const listed = new Set(TRANSITIONS.map(([state, event]) => `${state} ${event}`));
  const invalid = STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)).filter(
    ([state, event]) => !listed.has(`${state} ${event}`),
  );
  it.each(invalid)("%s + %s cannot happen", (state, event) => {
    expect(nextState(state, event)).toBeNull();
  });

  it("does not leave the end state, whatever happened before", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        let state: SubscriptionState = "none";
        for (const event of events) {
          if (state === "expired") expect(nextState(state, event)).toBeNull();
          state = nextState(state, event) ?? state;
        }
      }),
    );
  });
});

describe("stateOf", () => {
  it.each([
    ["active", null, "active"],
    ["active", 5, "canceling"],
    ["past_due", 5, "past_due"],
    ["scheduled", null, "scheduled"],
    ["expired", 5, "expired"],
  ] as const)("reads %s with canceled_at %s as %s", (status, canceled_at, expected) => {
    expect(stateOf({ status, canceled_at })).toBe(expected);
  });
});

describe("decideTrial", () => {
  const NOW = utc("2026-11-21");
  const ask = (over: Partial<Parameters<typeof decideTrial>[0]> = {}) =>
    decideTrial({
      target: PRO,
      branch: "new",
      entityId: null,
      trialsUsed: [],
      fingerprintUsed: false,
      now: NOW,
      ...over,
    });
  const used = (entity_id: string | null, product_id = "pro") => ({
    trialsUsed: [{ product_id, entity_id }],
  });
  const noFingerprint = {
    ...PRO,
    free_trial: {
      length: 1,
      duration: "month" as const,
      unique_fingerprint: false,
      card_required: true,
    },
  };

  it("ends exactly its length later", () => {
    expect(ask()).toEqual({ available: true, endsAt: utc("2026-12-05") });
    expect(ask({ target: noFingerprint, now: utc("2026-01-31") })).toEqual({
      available: true,
      endsAt: utc("2026-02-28"),
    });
  });

  it.each([
    ["a product without a trial", { target: CREATOR }, false],
    ["a one-off", { target: { ...BOOST_PACK, free_trial: PRO.free_trial } }, false],
    ["a customer who used the trial", used(null), false],
    ["a customer who used another trial", used(null, "creator"), true],
    ["a customer whose entity used the trial", used("e"), true],
    ["the entity that used the trial", { ...used("e"), entityId: "e" }, false],
    ["another entity", { ...used("e"), entityId: "f" }, true],
    ["a device that used the trial", { fingerprintUsed: true }, false],
    [
      "a device that used the trial, where devices do not count",
      { fingerprintUsed: true, target: noFingerprint },
      true,
    ],
    ["an upgrade", { branch: "upgrade" }, true],
    ["a downgrade", { branch: "downgrade" }, false],
    ["a renewal", { branch: "renew" }, false],
    ["another quantity", { branch: "update_prepaid_quantity" }, false],
  ] as const)("for %s", (_what, over, available) => {
    expect(ask(over).available).toBe(available);
  });
});
