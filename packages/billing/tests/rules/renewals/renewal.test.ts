import { describe, expect, it } from "vitest";
import type { ChangeInput } from "../../../src/component/rules/invoices/lines";
import { addDuration } from "../../../src/component/rules/periods/periods";
import { nextCycle, periodEnd, renewalLines } from "../../../src/component/rules/renewals/renewal";
import {
  BOOST_PACK,
  CREATOR,
  CREATOR_ANNUAL,
  FEATURES,
  FREE,
  subscriptions,
  price,
  PRO,
  product,
  utc,
} from "../fixtures";
import { ANCHOR, DEC_11, NOV_21, said, changeOf, units } from "../change-input";

const DEC_1 = utc("2026-12-01");

describe("renewalLines", () => {
  const renew = (of: typeof PRO, at: number, usage = {}, options = units(0)) =>
    said(
      renewalLines({
        product: of,
        options,
        features: FEATURES,
        currency: "usd",
        anchor: ANCHOR,
        at,
        usage,
      }),
    );

  it.each([
    ["231 GB of Pro's 200", { storage_gb: 231 }, ["31 GB beyond the included 200 GB", 372]],
    ["exactly the included 200", { storage_gb: 200 }, undefined],
    [
      "a millionth more",
      { storage_gb: 200.000001 },
      ["0.000001 GB beyond the included 200 GB", 12],
    ],
  ])("bills %s", (_what, usage, expected) => {
    expect(renew(PRO, DEC_11, usage)).toEqual(
      [["Pro", 1500], expected].filter((line) => line !== undefined),
    );
  });

  it("bills each item at its own boundary only", () => {
    const [month, year] = [DEC_11, utc("2027-11-11")];
    expect(renew(CREATOR_ANNUAL, month, {}, units(100))).toEqual([["100 credits", 400]]);
    expect(renew(CREATOR_ANNUAL, year, {}, units(100))).toEqual([
      ["Creator annual", 6000],
      ["100 credits", 400],
    ]);
    expect(renew(CREATOR_ANNUAL, month - 1, {}, units(100))).toEqual([]);
  });

  it("never bills a setup fee again", () => {
    expect(renew(product("fee", [price(30, "month"), price(50)]), DEC_11)).toEqual([["Fee", 3000]]);
  });
});

describe("the lines of a renewal", () => {
  const metered = product("metered", [
    price(20, "month"),
    { feature_id: "api_calls", interval: "month", price: 1, usage_model: "pay_per_use" },
    { feature_id: "seats", interval: "month", price: 9, usage_model: "pay_per_use" },
  ]);
  const renew = (overage: number) =>
    renewalLines({
      product: metered,
      options: [],
      features: FEATURES,
      currency: "usd",
      anchor: ANCHOR,
      at: DEC_11,
      overage: { api_calls: overage },
    }).map(({ kind, of, itemIndex, minor }) => [kind, of, itemIndex, minor]);

  it("name usage and items on the present product", () => {
    expect(renew(7)).toEqual([
      ["charge", "current", 0, 2000],
      ["usage", "current", 1, 700],
      ["charge", "current", 2, 0],
    ]);
  });

  it("leave out usage of 0, but not empty seats", () => {
    expect(renew(0)).toEqual([
      ["charge", "current", 0, 2000],
      ["charge", "current", 2, 0],
    ]);
  });
});

describe("nextCycle", () => {
  const trialEnd = addDuration(NOV_21, 14, "day");

  it.each<[string, Partial<ChangeInput>, ReturnType<typeof nextCycle>]>([
    ["a one-off", { kind: "one_off", target: BOOST_PACK }, null],
    ["a free plan", { target: FREE }, null],
    [
      "a trial",
      { target: PRO, trialEndsAt: trialEnd, anchor: trialEnd },
      { starts_at: trialEnd, minor: 1500 },
    ],
    [
      "a trial that is over",
      { target: PRO, trialEndsAt: NOV_21 },
      { starts_at: DEC_11, minor: 1500 },
    ],
    [
      "a year with monthly packs",
      { target: CREATOR_ANNUAL, options: units(100) },
      { starts_at: utc("2027-11-11"), minor: 6400 },
    ],
    [
      "a downgrade to free",
      { kind: "downgrade", target: FREE, current: subscriptions(PRO, { anchor: ANCHOR }) },
      { starts_at: DEC_11, minor: 0 },
    ],
    [
      "a downgrade during a trial",
      {
        kind: "downgrade",
        current: subscriptions(PRO, {
          anchor: trialEnd,
          starts_at: ANCHOR,
          trial_ends_at: trialEnd,
        }),
      },
      { starts_at: trialEnd, minor: 600 },
    ],
    [
      "a scheduled plan",
      {
        kind: "already_active",
        current: subscriptions(CREATOR, { status: "scheduled", starts_at: DEC_11, anchor: ANCHOR }),
      },
      { starts_at: DEC_11, minor: 600 },
    ],
    [
      "a plan that is scheduled a year from now",
      {
        kind: "already_active",
        current: subscriptions(CREATOR, {
          status: "scheduled",
          starts_at: utc("2027-11-11"),
          anchor: ANCHOR,
        }),
      },
      { starts_at: utc("2027-11-11"), minor: 600 },
    ],
    [
      "a plan with a setup fee, which is not due again",
      { target: product("fee", [price(30, "month"), price(50)]) },
      { starts_at: DEC_11, minor: 3000 },
    ],
    [
      "a renewed plan",
      {
        kind: "renew",
        target: PRO,
        current: subscriptions(PRO, { anchor: ANCHOR, ended_at: DEC_11 }),
      },
      { starts_at: DEC_11, minor: 1500 },
    ],
    [
      "a one-off beside a plan",
      { kind: "one_off", target: BOOST_PACK, current: subscriptions(PRO, { anchor: ANCHOR }) },
      null,
    ],
    [
      "a downgrade from a plan with a set end",
      { kind: "downgrade", current: subscriptions(PRO, { anchor: ANCHOR, ended_at: DEC_1 }) },
      { starts_at: DEC_1, minor: 600 },
    ],
    [
      "a newer version",
      { kind: "new_version", target: PRO, current: subscriptions(PRO, { anchor: ANCHOR }) },
      { starts_at: DEC_11, minor: 1500 },
    ],
    [
      "a trial of several periods",
      { target: PRO, trialEndsAt: utc("2027-02-21"), anchor: utc("2027-02-21") },
      { starts_at: utc("2027-02-21"), minor: 1500 },
    ],
    [
      "a scheduled plan that starts now",
      {
        kind: "already_active",
        current: subscriptions(CREATOR, { starts_at: NOV_21, anchor: NOV_21 }),
      },
      { starts_at: utc("2026-12-21"), minor: 600 },
    ],
    [
      "seats in use",
      {
        target: PRO,
        usage: { storage_gb: 231 },
      },
      { starts_at: DEC_11, minor: 1872 },
    ],
  ])("of %s", (_what, over, expected) => {
    expect(nextCycle(changeOf(over))).toEqual(expected);
  });
});

describe("periodEnd", () => {
  it.each([
    ["the set end", subscriptions(PRO, { anchor: ANCHOR, ended_at: 5 }), 5],
    ["the next boundary", subscriptions(PRO, { anchor: ANCHOR }), DEC_11],
    ["none for a free plan", subscriptions(FREE), null],
  ])("is %s", (_what, row, expected) => {
    expect(periodEnd(row, NOV_21)).toBe(expected);
  });
});
