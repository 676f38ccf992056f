import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesOf } from "../../../../../tests/cases";
import { planLines } from "../../../src/component/rules/invoices/lines";
import type { Line } from "../../../src/component/rules/invoices/lines";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { PREPAID_CREDITS, price, product, subscriptions } from "../fixtures";
import { ANCHOR, DEC_11, changeOf, said, units } from "../change-input";

const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { minor }) => sum + minor, 0);

/** Ten days into the month, 20 of 30 are left. Packs of 100 at $4; a seat costs $9. */
describe("units bought within a period", () => {
  type Policy = ItemDefinition["on_increase"] | "default";
  const plan = (id: string, item: ItemDefinition, policy: Policy) =>
    product(id, [
      price(6, "month"),
      policy === "default" || policy === undefined ? item : { ...item, on_increase: policy },
    ]);
  const SEATS: ItemDefinition = {
    feature_id: "seats",
    interval: "month",
    price: 9,
    usage_model: "prepaid",
  };
  const BOOSTS: ItemDefinition = { ...SEATS, feature_id: "boost" };

  it.each<[string, ItemDefinition, Policy, number, number, [string, number][]]>([
    ["more credits", PREPAID_CREDITS, "default", 200, 500, [["300 more credits", 1200]]],
    ["the first credits", PREPAID_CREDITS, "default", 0, 500, [["500 credits", 2000]]],
    ["more credits", PREPAID_CREDITS, "bill_immediately", 200, 500, [["300 more credits", 1200]]],
    [
      "more credits",
      PREPAID_CREDITS,
      "prorate_immediately",
      200,
      500,
      [
        ["Unused time on 200 credits after Nov 21", -533],
        ["Remaining time on 500 credits until Dec 11", 1333],
      ],
    ],
    ["more credits", PREPAID_CREDITS, "bill_next_cycle", 200, 500, []],
    ["more boosts, which are consumed too", BOOSTS, "default", 2, 5, [["3 more boosts", 2700]]],
    [
      "more seats, which stay in use",
      SEATS,
      "default",
      2,
      5,
      [
        ["Unused time on 2 seats after Nov 21", -1200],
        ["Remaining time on 5 seats until Dec 11", 3000],
      ],
    ],
    ["more seats", SEATS, "bill_immediately", 2, 5, [["3 more seats", 2700]]],
    [
      "fewer credits, for the time that is left",
      PREPAID_CREDITS,
      "default",
      500,
      200,
      [
        ["Unused time on 500 credits after Nov 21", -1333],
        ["Remaining time on 200 credits until Dec 11", 533],
      ],
    ],
  ])("charge %s: %#", (_what, item, policy, from, to, expected) => {
    const target = plan("plan", item, policy);
    const id = item.feature_id ?? "";
    const current = subscriptions(target, { anchor: ANCHOR, options: units(from, id) });
    const update = { kind: "quantity", target, current } as const;
    expect(said(planLines(changeOf({ ...update, options: units(to, id) })))).toEqual(expected);
  });

  it.each<[string, number, number, [string, number][]]>([
    [
      "those of the old plan by the time",
      200,
      200,
      [["Remaining time on 200 credits until Dec 11", 533]],
    ],
    [
      "those on top in full",
      200,
      500,
      [
        ["Remaining time on 200 credits until Dec 11", 533],
        ["300 more credits", 1200],
      ],
    ],
    ["fewer by the time", 500, 200, [["Remaining time on 200 credits until Dec 11", 533]]],
    ["the first in full", 0, 200, [["200 credits", 800]]],
  ])("with an upgrade cost %s", (_what, from, to, expected) => {
    const current = subscriptions(plan("old", PREPAID_CREDITS, "default"), {
      anchor: ANCHOR,
      options: units(from),
    });
    const target = plan("new", PREPAID_CREDITS, "default");
    const change = changeOf({ kind: "upgrade", target, current, options: units(to) });
    const charges = said(planLines(change)).filter(([, minor]) => Number(minor) > 0);
    expect(charges.slice(1)).toEqual(expected);
  });

  it("cost the price of their tiers, after the units before them", () => {
    const tiers = [
      { to: 300, amount: 4 },
      { to: "inf" as const, amount: 1 },
    ];
    const { price: _flat, ...item } = PREPAID_CREDITS;
    const target = product("tiered", [{ ...item, tiers }]);
    const current = subscriptions(target, { anchor: ANCHOR, options: units(200) });
    const update = { kind: "quantity", target, current } as const;
    expect(said(planLines(changeOf({ ...update, options: units(500) })))).toEqual([
      ["300 more credits", 400 + 2 * 100],
    ]);
  });

  it("cost the same in one step as in several, whenever they are bought", () => {
    const target = plan("plan", PREPAID_CREDITS, "default");
    const bought = (from: number, to: number, now: number) => {
      const current = subscriptions(target, { anchor: ANCHOR, options: units(from) });
      const update = { kind: "quantity", target, current, now } as const;
      return totalOf(planLines(changeOf({ ...update, options: units(to) })));
    };
    const anyTime = fc.integer({ min: ANCHOR, max: DEC_11 - 1 });
    const anySteps = fc.array(fc.record({ packs: fc.integer({ min: 1, max: 50 }), now: anyTime }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(anySteps, (steps) => {
        let [held, paid] = [0, 0];
        for (const { packs, now } of steps) {
          paid += bought(held, held + packs * 100, now);
          held += packs * 100;
        }
        expect(paid).toBe((held / 100) * 400);
      }),
      { numRuns: casesOf(200) },
    );
  });
});
