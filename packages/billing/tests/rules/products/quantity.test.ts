import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { quantityChange, upcomingQuantity } from "../../../src/component/rules/products/quantity";
import { changeUpcoming, upcomingAt } from "../../../src/component/rules/balances/upcoming";
import {
  balanceRow,
  CREATOR,
  FEATURES,
  subscriptions,
  PREPAID_CREDITS,
  price,
  product,
  utc,
} from "../fixtures";

const APRIL_1 = utc("2025-04-01");
const MAY_1 = utc("2025-05-01");

describe("quantityChange", () => {
  it.each<[string, Partial<ItemDefinition>, number, number, string, string]>([
    ["more, by default", {}, 2, 5, "now", "now"],
    ["as many", {}, 2, 2, "now", "now"],
    ["more, prorated later", { on_increase: "prorate_next_cycle" }, 2, 5, "next_invoice", "now"],
    ["more, billed later", { on_increase: "bill_next_cycle" }, 2, 5, "never", "now"],
    ["fewer, by default", {}, 5, 2, "now", "now"],
    ["fewer, when more is later", { on_increase: "bill_next_cycle" }, 5, 2, "next_invoice", "now"],
    ["fewer, credited later", { on_decrease: "prorate_next_cycle" }, 5, 2, "next_invoice", "now"],
    [
      "fewer, without credit until the renewal",
      { on_decrease: "none" },
      5,
      2,
      "never",
      "next_cycle",
    ],
    ["fewer, without credit", { on_decrease: "no_prorations" }, 5, 2, "never", "next_cycle"],
    ["more, with any rule for fewer", { on_decrease: "none" }, 2, 5, "now", "now"],
  ])("%s", (_what, policy, from, to, money, units) => {
    expect(quantityChange({ ...PREPAID_CREDITS, ...policy }, FEATURES, from, to)).toEqual({
      money,
      units,
    });
  });
});

describe("upcomingQuantity", () => {
  it.each([
    [[], 0],
    [[{ feature_id: "credits", quantity: 300 }], 300],
    [[{ feature_id: "credits", quantity: 300, upcoming_quantity: 0 }], 0],
    [[{ feature_id: "seats", quantity: 3 }], 0],
  ])("for %j are %i", (options, expected) => {
    expect(upcomingQuantity(options, "credits")).toBe(expected);
  });
});

describe("upcomingAt", () => {
  const waiting = [{ feature_id: "credits", quantity: 500, upcoming_quantity: 200 }];
  const row = subscriptions(CREATOR, { anchor: APRIL_1, options: waiting });

  it("happens at the item's own boundary, and at no other", () => {
    expect(upcomingAt(row, MAY_1)).toEqual([{ feature_id: "credits", quantity: 200 }]);
    expect(upcomingAt(row, MAY_1 - 1)).toBeNull();
  });

  it("waits for the end of the year for a yearly item", () => {
    const yearly = product("yearly", [price(9, "month"), { ...PREPAID_CREDITS, interval: "year" }]);
    const other = subscriptions(yearly, { anchor: APRIL_1, options: waiting });
    expect(upcomingAt(other, MAY_1)).toBeNull();
    expect(upcomingAt(other, utc("2026-04-01"))).not.toBeNull();
  });

  it("is null without a scheduled change", () => {
    const settled = subscriptions(CREATOR, { options: [{ feature_id: "credits", quantity: 500 }] });
    expect(upcomingAt(settled, 0)).toBeNull();
  });

  it("leaves the balance to the reset, so that the rest rolls over first", () => {
    const options = [{ feature_id: "credits", quantity: 200 }];
    const full = balanceRow({
      granted: 500,
      feature_id: "credits",
      prepaid: true,
      interval: "month",
    });
    const [after] = changeUpcoming([full], row, options);
    expect(after).toEqual({ ...full, granted: full.granted - 300_000_000 });
  });

  it("reduces at once a balance that never resets", () => {
    const options = [{ feature_id: "credits", quantity: 200 }];
    const full = balanceRow({ granted: 500, feature_id: "credits", prepaid: true, interval: null });
    expect(changeUpcoming([full], row, options)).toMatchObject([
      { granted: 200_000_000, balance: 200_000_000 },
    ]);
  });
});
