import { describe, expect, it } from "vitest";
import { graceEnd, nextRetryAt } from "../../../src/component/rules/renewals/dunning";
import {
  endOfAccess,
  isGranting,
} from "../../../src/component/rules/subscriptions/currentProducts";
import { CREATOR, subscriptions, utc } from "../fixtures";

const FAILED = utc("2025-05-01");
const day = (days: number) => FAILED + days * 24 * 60 * 60 * 1000;

describe("a failed renewal", () => {
  it("has a grace period of a week", () => {
    expect(graceEnd(FAILED)).toBe(day(7));
  });

  it.each([
    ["at once", 0, 1],
    ["just before a retry", 0.999, 1],
    ["on the first retry", 1, 3],
    ["between retries", 2, 3],
    ["on the second", 3, 5],
    ["just before the third", 4.999, 5],
  ])("%s is retried later", (_what, after, next) => {
    expect(nextRetryAt(graceEnd(FAILED), day(after))).toBe(day(next));
  });

  it.each([5, 6, 7, 8])("after day %i only the end of the grace period is left", (after) => {
    expect(nextRetryAt(graceEnd(FAILED), day(after))).toBeNull();
  });
});

describe("endOfAccess", () => {
  it.each([
    [null, null, null],
    [day(3), null, day(3)],
    [null, day(7), day(7)],
    [day(3), day(7), day(3)],
    [day(30), day(7), day(7)],
  ])("with end %o and grace %o is the earlier one", (ended_at, grace_ends_at, end) => {
    expect(endOfAccess({ ended_at, grace_ends_at })).toBe(end);
    const row = subscriptions(CREATOR, { status: "past_due", ended_at, grace_ends_at });
    expect(end === null || !isGranting(row, end)).toBe(true);
    expect(isGranting(row, (end ?? day(99)) - 1)).toBe(true);
  });
});

describe("isGranting", () => {
  const pastDue = subscriptions(CREATOR, { status: "past_due", grace_ends_at: day(7) });

  it.each([
    ["before the grace period ends", pastDue, day(7) - 1, true],
    ["when it ends", pastDue, day(7), false],
    ["without a grace period", subscriptions(CREATOR), day(7), true],
    [
      "at the end of a canceled subscription",
      subscriptions(CREATOR, { ended_at: day(1) }),
      day(1),
      false,
    ],
    ["just before it", subscriptions(CREATOR, { ended_at: day(1) }), day(1) - 1, true],
    ["before the start", subscriptions(CREATOR, { starts_at: day(1) }), day(1) - 1, false],
    ["when it is over", subscriptions(CREATOR, { status: "expired" }), day(0), false],
  ])("%s", (_what, row, now, expected) => {
    expect(isGranting(row, now)).toBe(expected);
  });
});
