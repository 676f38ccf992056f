import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closingLines,
  deferredLines,
  planLines,
} from "../../../src/component/rules/invoices/lines";
import type { ChangeInput, Line } from "../../../src/component/rules/invoices/lines";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { addDuration } from "../../../src/component/rules/periods/periods";
import { nextCycle } from "../../../src/component/rules/renewals/renewal";
import {
  BOOST_PACK,
  CREATOR,
  FEATURES,
  FREE,
  subscriptions,
  percentOff,
  PREPAID_CREDITS,
  price,
  PRINT_PACK,
  PRO,
  product,
  STORAGE_PLUS,
  STUDIO,
  utc,
} from "../fixtures";
import { ANCHOR, DEC_11, NOV_21, said, changeOf, units } from "../change-input";

const upgrade = (over: Partial<ChangeInput> = {}) =>
  changeOf({
    kind: "upgrade",
    target: PRO,
    current: subscriptions(CREATOR, { anchor: ANCHOR }),
    ...over,
  });
const METERED = product("metered", [
  price(30, "month"),
  { feature_id: "api_calls", interval: "month", price: 1, usage_model: "pay_per_use" },
]);
const TWO_PACKS = product("two_packs", [
  PREPAID_CREDITS,
  { feature_id: "boost", interval: "month", price: 1, usage_model: "prepaid" },
]);
const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { minor }) => sum + minor, 0);
const nextTotal = (of: ChangeInput) => nextCycle(of)?.minor;

describe("planLines", () => {
  it("Creator to Pro, 20 of 30 days left: 4.00 back, 10.00 to pay", () => {
    const change = upgrade();
    expect(said(planLines(change))).toEqual([
      ["Unused time on Creator after Nov 21", -400],
      ["Remaining time on Pro until Dec 11", 1000],
    ]);
    expect(nextCycle(change)).toEqual({ starts_at: DEC_11, minor: 1500 });
  });

  it("shows usage prices as lines of 0, so that the dialog can name them", () => {
    const zero = planLines(upgrade()).filter(({ minor }) => minor === 0);
    expect(zero.map(({ description }) => description)).toEqual(["Storage"]);
  });

  it("Creator to Pro with 300 credits: three lines, 18.00, then 27.00", () => {
    const change = upgrade({ options: units(300) });
    expect(said(planLines(change)).at(-1)).toEqual(["300 credits", 1200]);
    expect(totalOf(planLines(change))).toBe(1800);
    expect(nextTotal(change)).toBe(2700);
  });

  it("Creator to Pro, 17 of 31 days left: -3.29, 8.23, 4.94", () => {
    const anchor = utc("2026-10-11");
    const lines = planLines(
      upgrade({ anchor, now: utc("2026-10-25"), current: subscriptions(CREATOR, { anchor }) }),
    );
    expect(said(lines).map(([, minor]) => minor)).toEqual([-329, 823]);
    expect(totalOf(lines)).toBe(494);
  });

  it("Creator's credits from 200 to 500, 20 of 30 days left: 12.00, then 26.00", () => {
    const current = subscriptions(CREATOR, { anchor: ANCHOR, options: units(200) });
    const change = changeOf({ kind: "quantity", current, options: units(500) });
    expect(said(planLines(change))).toEqual([["300 more credits", 1200]]);
    expect(nextTotal(change)).toBe(2600);
  });

  it("Studio from 3 to 5 seats, 12 of 30 days left: 7.20, then 57.00", () => {
    const current = subscriptions(STUDIO, { anchor: ANCHOR });
    const change = changeOf({
      kind: "quantity",
      target: STUDIO,
      current,
      options: units(2, "seats"),
      now: utc("2026-11-29"),
    });
    expect(said(planLines(change))).toEqual([["Remaining time on 2 seats until Dec 11", 720]]);
    expect(nextTotal(change)).toBe(5700);
  });

  it("Pro to Creator: nothing today, 6.00 from the next cycle on", () => {
    const change = changeOf({
      kind: "downgrade",
      current: subscriptions(PRO, { anchor: ANCHOR }),
      anchor: ANCHOR,
    });
    expect(planLines(change)).toEqual([]);
    expect(nextCycle(change)).toEqual({ starts_at: DEC_11, minor: 600 });
  });

  it.each<[string, Partial<ChangeInput>, [string, number][]]>([
    ["a first plan", { anchor: NOV_21 }, [["Creator", 600]]],
    [
      "a first plan with packs",
      { anchor: NOV_21, options: units(300) },
      [
        ["Creator", 600],
        ["300 credits", 1200],
      ],
    ],
    [
      "a single unit without a quantity",
      { kind: "one_off", target: PRINT_PACK },
      [["Print pack", 1200]],
    ],
    [
      "packs alone",
      { kind: "one_off", target: BOOST_PACK, options: units(300) },
      [["300 credits", 1500]],
    ],
    [
      "an add-on that joins the cycle",
      { kind: "add_on", target: STORAGE_PLUS },
      [["Remaining time on Storage plus until Dec 11", 200]],
    ],
    [
      "a plan after a free one, without a credit",
      { kind: "replace_free", anchor: NOV_21, current: subscriptions(FREE) },
      [["Creator", 600]],
    ],
    [
      "an upgrade out of a trial, without a credit",
      {
        kind: "upgrade",
        target: PRO,
        current: subscriptions(CREATOR, { anchor: ANCHOR, trial_ends_at: NOV_21 + 1 }),
      },
      [["Remaining time on Pro until Dec 11", 1000]],
    ],
    [
      "an upgrade into a trial: only the credit",
      {
        kind: "upgrade",
        target: PRO,
        current: subscriptions(CREATOR, { anchor: ANCHOR }),
        trialEndsAt: addDuration(NOV_21, 14, "day"),
        anchor: addDuration(NOV_21, 14, "day"),
      },
      [["Unused time on Creator after Nov 21", -400]],
    ],
    ["nothing for a renewal", { kind: "renew", current: subscriptions(CREATOR) }, []],
    [
      "nothing for unchanged items",
      { kind: "already_active", current: subscriptions(CREATOR) },
      [],
    ],
    [
      "packs at their price, also during a trial",
      {
        kind: "quantity",
        options: units(200),
        trialEndsAt: NOV_21 + 1,
        current: subscriptions(CREATOR, { anchor: NOV_21 + 1, trial_ends_at: NOV_21 + 1 }),
      },
      [["200 credits", 800]],
    ],
  ])("charges %s", (_what, over, expected) => {
    expect(said(planLines(changeOf(over)))).toEqual(expected);
  });

  it.each<[string, Partial<ChangeInput>, [string, number][]]>([
    [
      "an add-on beside a paid plan, without touching the plan",
      {
        kind: "add_on",
        target: STORAGE_PLUS,
        current: subscriptions(CREATOR, { anchor: ANCHOR }),
      },
      [["Remaining time on Storage plus until Dec 11", 200]],
    ],
    [
      "an upgrade from nothing",
      { kind: "upgrade", target: PRO },
      [["Remaining time on Pro until Dec 11", 1000]],
    ],
    [
      "a quantity of a feature that the customer did not have, with the rest of the purchase",
      { kind: "quantity", options: units(300) },
      [
        ["Remaining time on Creator until Dec 11", 400],
        ["300 credits", 1200],
      ],
    ],
    [
      "a plan whose trial ends now",
      { trialEndsAt: NOV_21 },
      [["Remaining time on Creator until Dec 11", 400]],
    ],
    [
      "a plan whose trial ended before",
      { trialEndsAt: NOV_21 - 1 },
      [["Remaining time on Creator until Dec 11", 400]],
    ],
    ["nothing while the trial runs", { trialEndsAt: NOV_21 + 1 }, []],
    [
      "only the quantity that changes",
      {
        kind: "quantity",
        target: TWO_PACKS,
        current: subscriptions(TWO_PACKS, {
          anchor: ANCHOR,
          options: [...units(200), ...units(2, "boost")],
        }),
        options: [...units(200), ...units(5, "boost")],
      },
      [["3 more boosts", 300]],
    ],
  ])("charges today for %s", (_what, over, expected) => {
    expect(said(planLines(changeOf(over)))).toEqual(expected);
  });

  describe("with unbilled usage", () => {
    const owing = (kind: ChangeInput["kind"], trialEnd: number | null = null) =>
      said(
        planLines(
          changeOf({
            kind,
            target: METERED,
            current: subscriptions(METERED, { anchor: ANCHOR, trial_ends_at: trialEnd }),
            overage: { api_calls: 7 },
          }),
        ),
      ).filter(([what]) => what === "7 API calls");

    it.each([
      ["bills it when the plan is replaced", "upgrade", null, 1],
      ["leaves it for the renewal when a quantity changes", "quantity", null, 0],
      ["bills it after a trial that is over", "upgrade", NOV_21 - 1, 1],
      ["bills none of a trial that ends now", "upgrade", NOV_21, 0],
      ["bills none of a running trial", "upgrade", NOV_21 + 1, 0],
    ] as const)("%s", (_what, kind, trialEnd, times) => {
      expect(owing(kind, trialEnd)).toHaveLength(times);
    });
  });

  it("applies a discount to its lines, of the old or the new product", () => {
    const onlyFor = (id: string, featureId?: string) => {
      const off = percentOff(50);
      const for_ = { product_id: id, ...(featureId && { feature_id: featureId }) };
      return [{ ...off, reward: { ...off.reward, applies_to: [for_] } }];
    };
    const minors = (discounts: ChangeInput["discounts"]) =>
      said(
        planLines(
          upgrade({
            current: subscriptions(METERED, { anchor: ANCHOR }),
            overage: { api_calls: 8 },
            discounts,
          }),
        ),
      ).map(([, minor]) => minor);
    expect(minors([])).toEqual([-2000, 1000, 800]);
    expect(minors(onlyFor("pro"))).toEqual([-2000, 500, 800]);
    expect(minors(onlyFor("metered"))).toEqual([-2000, 1000, 400]);
    expect(minors(onlyFor("metered", "api_calls"))).toEqual([-2000, 1000, 400]);
    expect(minors(onlyFor("creator"))).toEqual([-2000, 1000, 800]);
  });

  it("a setup fee is charged in full and never credited", () => {
    const withFee = product("fee", [price(30, "month"), price(50)]);
    const dearer = product("dearer", [price(60, "month")]);
    expect(said(planLines(changeOf({ target: withFee })))).toEqual([
      ["Remaining time on Fee until Dec 11", 2000],
      ["Fee", 5000],
    ]);
    const change = upgrade({ target: dearer, current: subscriptions(withFee, { anchor: ANCHOR }) });
    expect(said(planLines(change))[0]).toEqual(["Unused time on Fee after Nov 21", -2000]);
    expect(planLines(change)).toHaveLength(2);
  });

  it("credits the list price unless a receipt says less was paid; a discount is for charges", () => {
    const minors = (over: Partial<ChangeInput>) =>
      said(planLines(upgrade({ discounts: [percentOff(20)], ...over }))).map(([, minor]) => minor);
    expect(minors({})).toEqual([-400, 800]);
    expect(minors({ paid: new Map([[0, { full: 480, left: 480 }]]) })).toEqual([-320, 800]);
  });

  it("bills usage once, on the product in which it occurred", () => {
    const metered = (id: string, amount: number) =>
      product(id, [
        price(amount, "month"),
        { feature_id: "api_calls", interval: "month", price: 1, usage_model: "pay_per_use" },
      ]);
    const lines = planLines(
      upgrade({
        target: metered("dear", 60),
        current: subscriptions(metered("cheap", 30), { anchor: ANCHOR }),
        overage: { api_calls: 7 },
      }),
    );
    expect(said(lines)).toEqual([
      ["Unused time on Cheap after Nov 21", -2000],
      ["Remaining time on Dear until Dec 11", 4000],
      ["7 API calls", 700],
    ]);
    expect(lines.at(-1)).toMatchObject({ kind: "usage", of: "current", itemIndex: 1 });
  });

  it("credits continuing use only as far as it was paid for", () => {
    const used = { storage_gb: 231 };
    const change = (over: Partial<ChangeInput>) =>
      said(
        planLines(
          upgrade({
            target: STUDIO,
            current: subscriptions(PRO, { anchor: ANCHOR }),
            usage: used,
            ...over,
          }),
        ),
      ).filter(([, minor]) => Number(minor) < 0);
    const [pro, storage] = [
      ["Unused time on Pro after Nov 21", -1000],
      ["Unused time on 31 GB beyond the included 200 GB after Nov 21", -248],
    ];
    expect(change({})).toEqual([pro]);
    expect(change({ paid: new Map([[2, { full: 372, left: 372 }]]) })).toEqual([pro, storage]);
  });

  it("names the item of each line, of the old or the new product", () => {
    const lines = planLines(upgrade({ options: units(300) })).filter(({ minor }) => minor !== 0);
    expect(lines.map(({ kind, of, itemIndex }) => [kind, of, itemIndex])).toEqual([
      ["unused", "current", 0],
      ["remaining", "target", 0],
      ["charge", "target", 6],
    ]);
  });

  it("INV-27: credits no more than was paid and not credited yet", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: ANCHOR, max: DEC_11 - 1 }),
        fc.nat({ max: 600 }),
        fc.nat({ max: 600 }),
        (now, full, left) => {
          const lines = planLines(upgrade({ now, paid: new Map([[0, { full, left }]]) }));
          const credit = lines.find(({ kind }) => kind === "unused")?.minor ?? 0;
          expect(-credit).toBeLessThanOrEqual(Math.min(full, left));
          expect(credit).toBeLessThanOrEqual(0);
          expect(lines.every(({ minor }) => Number.isSafeInteger(minor))).toBe(true);
        },
      ),
    );
  });

  it("INV-28: two changes at one instant cost as much as one", () => {
    fc.assert(
      fc.property(fc.integer({ min: ANCHOR, max: DEC_11 - 1 }), (now) => {
        const step = (from: typeof PRO, to: typeof PRO) =>
          totalOf(
            planLines(
              upgrade({ now, target: to, current: subscriptions(from, { anchor: ANCHOR }) }),
            ),
          );
        expect(step(CREATOR, PRO) + step(PRO, STUDIO)).toBe(step(CREATOR, STUDIO));
      }),
    );
  });
});

describe("deferredLines", () => {
  const later = product("later", [
    price(6, "month"),
    { ...PREPAID_CREDITS, on_increase: "prorate_next_cycle" },
  ]);
  const change = (target: typeof later, kind: ChangeInput["kind"]) =>
    changeOf({
      kind,
      target,
      current: subscriptions(target, { anchor: ANCHOR, options: units(200) }),
      options: units(500),
    });

  it("has the lines that the item defers to the next invoice, which are not charged today", () => {
    const update = change(later, "quantity");
    expect(said(deferredLines(update))).toEqual([
      ["Unused time on 200 credits after Nov 21", -533],
      ["Remaining time on 500 credits until Dec 11", 1333],
    ]);
    expect(planLines(update)).toEqual([]);
  });

  it("is empty when they are charged today, or when no quantity is updated", () => {
    expect(deferredLines(change(CREATOR, "quantity"))).toEqual([]);
    expect(deferredLines(change(later, "upgrade"))).toEqual([]);
  });
});

describe("closingLines", () => {
  const api: ItemDefinition = {
    feature_id: "api_calls",
    included_usage: 100,
    interval: "month",
    price: 0.5,
    billing_units: 10,
    usage_model: "pay_per_use",
  };
  const row = subscriptions(product("metered", [price(20, "month"), api]), { anchor: ANCHOR });
  const close = (prorate: boolean, owed: number) =>
    said(
      closingLines({
        subscription: row,
        features: FEATURES,
        currency: "usd",
        now: NOV_21,
        prorate,
        overage: { api_calls: owed },
      }),
    );

  it("credits unused time and bills usage, in full", () => {
    expect(close(true, 37)).toEqual([
      ["Unused time on Metered after Nov 21", -1333],
      ["37 API calls beyond the included 100 API calls", 200],
    ]);
  });

  it("only bills usage when nothing is prorated", () => {
    expect(close(false, 37)).toEqual([["37 API calls beyond the included 100 API calls", 200]]);
    expect(close(false, 0)).toEqual([]);
  });
});
