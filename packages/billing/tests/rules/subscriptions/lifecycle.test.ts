import { describe, expect, it } from "vitest";
import { nextState, stateOf } from "../../../src/component/rules/subscriptions/lifecycle";
import type {
  SubscriptionEvent,
  SubscriptionState,
} from "../../../src/component/rules/subscriptions/lifecycle";
import { decideTrial } from "../../../src/component/rules/products/trial";
import { BOOST_PACK, CREATOR, PRO, utc } from "../fixtures";

const STATES: SubscriptionState[] = [
  "none",
  "scheduled",
  "active",
  "canceling",
  "past_due",
  "expired",
];
const EVENTS: SubscriptionEvent[] = [
  "attach",
  "schedule",
  "start_reached",
  "schedule_dropped",
  "cancel_at_end",
  "cancel_now",
  "renew",
  "end_reached",
  "replaced",
  "first_payment_failed",
  "renewal_paid",
  "renewal_failed",
  "grace_exhausted",
];

/** The states after each event; null: that event cannot happen. */
function live(events: readonly SubscriptionEvent[]): (SubscriptionState | null)[] {
  let state: SubscriptionState | null = "none";
  return events.map((event) => (state = state && nextState(state, event)));
}

describe("nextState", () => {
  it.each<[string, SubscriptionEvent[], SubscriptionState | null]>([
    ["is active once it is attached", ["attach"], "active"],
    ["begins later where it is scheduled", ["schedule", "start_reached"], "active"],
    ["is gone when its start is dropped", ["schedule", "schedule_dropped"], "none"],
    ["stays active when it renews", ["attach", "renewal_paid", "renewal_paid"], "active"],
    ["is in force until a scheduled end", ["attach", "cancel_at_end"], "canceling"],
    ["stays when its end is undone", ["attach", "cancel_at_end", "renew"], "active"],
    ["ends when its end comes", ["attach", "cancel_at_end", "end_reached"], "expired"],
    ["is past due when a renewal fails", ["attach", "renewal_failed"], "past_due"],
    ["recovers when that is paid", ["attach", "renewal_failed", "renewal_paid"], "active"],
    ["ends with its grace period", ["attach", "renewal_failed", "grace_exhausted"], "expired"],
    [
      "stays past due when its end is scheduled and undone",
      ["attach", "renewal_failed", "cancel_at_end", "renew"],
      "past_due",
    ],
    [
      "ends where it is past due and its end comes",
      ["attach", "renewal_failed", "cancel_at_end", "end_reached"],
      "expired",
    ],
    ["ends when a trial is not paid for", ["attach", "first_payment_failed"], "expired"],
    ["does not end on its own without a scheduled end", ["attach", "end_reached"], null],
    ["has no grace period while it is paid", ["attach", "grace_exhausted"], null],
    ["does not renew before it starts", ["schedule", "renewal_paid"], null],
    ["is attached once", ["attach", "attach"], null],
  ])("%s", (_what, events, expected) => {
    expect(live(events).at(-1)).toBe(expected);
  });

  it("lets the customer or another plan end whatever is in force, and nothing else", () => {
    for (const event of ["cancel_now", "replaced"] as const) {
      const ended = STATES.filter((state) => nextState(state, event) === "expired");
      expect(ended).toEqual(["active", "canceling", "past_due"]);
    }
  });

  it("does not leave the end state", () => {
    expect(EVENTS.map((event) => nextState("expired", event))).toEqual(EVENTS.map(() => null));
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
      kind: "new",
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
    ["an upgrade", { kind: "upgrade" }, true],
    ["a downgrade", { kind: "downgrade" }, false],
    ["a renewal", { kind: "renew" }, false],
    ["another quantity", { kind: "quantity" }, false],
  ] as const)("for %s", (_what, over, available) => {
    expect(ask(over).available).toBe(available);
  });
});
