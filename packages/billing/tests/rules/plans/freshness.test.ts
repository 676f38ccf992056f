import { describe, expect, it } from "vitest";
import { isFresh } from "../../../src/component/rules/plans/freshness";
import type { ChangeInput } from "../../../src/component/rules/invoices/lines";
import { CREATOR, FEATURES, FREE, subscriptions, price, PRO, product, utc } from "../fixtures";

const MINUTE_MS = 60_000;
const APRIL_1 = utc("2025-04-01");
const NOW = utc("2025-04-11");
const MAY_1 = utc("2025-05-01");

const BY_THE_MINUTE = product("by_the_minute", [price(1, "minute")]);

const changeOf = (over: Partial<ChangeInput> = {}): ChangeInput => ({
  kind: "upgrade",
  target: PRO,
  options: [],
  current: subscriptions(CREATOR, { anchor: APRIL_1, created_at: APRIL_1 }),
  features: FEATURES,
  currency: "usd",
  now: NOW,
  anchor: APRIL_1,
  trialEndsAt: null,
  ...over,
});
const onTrial = (trial_ends_at: number) =>
  changeOf({
    current: subscriptions(CREATOR, { anchor: APRIL_1, created_at: APRIL_1, trial_ends_at }),
  });

describe("isFresh", () => {
  it.each<[string, ChangeInput, number, boolean]>([
    ["shown now", changeOf(), NOW, true],
    ["shown half an hour ago", changeOf(), NOW - 30 * MINUTE_MS, true],
    ["shown a moment longer ago", changeOf(), NOW - 30 * MINUTE_MS - 1, false],
    ["shown in the future", changeOf(), NOW + 1, false],
    ["shown before the period ended", changeOf({ now: MAY_1 }), MAY_1 - 1, false],
    ["shown when it ended", changeOf({ now: MAY_1 + 1 }), MAY_1, true],
    ["of a new subscription", changeOf({ current: null, anchor: NOW }), NOW - MINUTE_MS, true],
    [
      "of a purchase that joins a period that ended",
      changeOf({ current: null, now: MAY_1 }),
      MAY_1 - MINUTE_MS,
      false,
    ],
    ["shown before the trial ended", onTrial(NOW), NOW - 1, false],
    ["shown when the trial had ended", onTrial(NOW - MINUTE_MS), NOW - MINUTE_MS, true],
    ["of a trial that is still running", onTrial(NOW + 1), NOW - 1, true],
    [
      "shown when the plan had just begun",
      changeOf({ current: subscriptions(CREATOR, { anchor: APRIL_1, created_at: NOW - 1 }) }),
      NOW - 1,
      true,
    ],
    ["of a paid plan that is replaced by a free one", changeOf({ target: FREE }), NOW - 1, true],
    ["of a free plan that is replaced", changeOf({ current: subscriptions(FREE) }), NOW - 1, true],
    [
      "shown at the anchor, after one period",
      changeOf({ target: BY_THE_MINUTE, current: null, anchor: NOW - MINUTE_MS }),
      NOW - MINUTE_MS,
      false,
    ],
    [
      "shown at the anchor, inside the first period",
      changeOf({ target: BY_THE_MINUTE, current: null, anchor: NOW - MINUTE_MS + 1 }),
      NOW - MINUTE_MS + 1,
      true,
    ],
    [
      "shown before the plan started",
      changeOf({ current: subscriptions(CREATOR, { anchor: APRIL_1, created_at: NOW }) }),
      NOW - 1,
      false,
    ],
    [
      "shown as soon as the plan started",
      changeOf({ current: subscriptions(CREATOR, { anchor: APRIL_1, created_at: NOW }) }),
      NOW,
      true,
    ],
  ])("%s", (_what, change, shownAt, expected) => {
    expect(isFresh(change, shownAt)).toBe(expected);
  });
});
