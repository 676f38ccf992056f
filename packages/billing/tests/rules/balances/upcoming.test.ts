import { describe, expect, it } from "vitest";
import type {
  Balance,
  SubscriptionOption,
  ItemDefinition,
} from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { changeUpcoming, upcomingAt } from "../../../src/component/rules/balances/upcoming";
import { balanceRow, subscriptions, PREPAID_CREDITS, price, product, utc } from "../fixtures";

const ANCHOR = utc("2026-11-11");
const DEC_11 = utc("2026-12-11");
const SEATS: ItemDefinition = {
  feature_id: "seats",
  interval: "year",
  price: 90,
  usage_model: "prepaid",
};
const ONCE: ItemDefinition = { feature_id: "boost", price: 1, usage_model: "prepaid" };
const PLAN = product("plan", [price(9, "month"), ONCE, PREPAID_CREDITS, SEATS]);

const option = (
  feature_id: string,
  quantity: number,
  upcoming_quantity?: number,
): SubscriptionOption => ({
  feature_id,
  quantity,
  ...(upcoming_quantity !== undefined && { upcoming_quantity }),
});

describe("upcomingAt", () => {
  it.each<[string, SubscriptionOption[], number, SubscriptionOption[] | null]>([
    ["nothing without a change", [option("credits", 300)], DEC_11, null],
    ["the scheduled change", [option("credits", 300, 100)], DEC_11, [option("credits", 100)]],
    ["a change to none", [option("credits", 300, 0)], DEC_11, [option("credits", 0)]],
    ["nothing between boundaries", [option("credits", 300, 100)], DEC_11 - 1, null],
    ["nothing for another boundary", [option("seats", 3, 1)], DEC_11, null],
    ["nothing for a one-time purchase", [option("boost", 3, 1)], DEC_11, null],
    [
      "the change, and leaves the rest as it is",
      [option("credits", 300, 100), option("seats", 4, 2), option("boost", 5)],
      DEC_11,
      [option("credits", 100), option("seats", 4, 2), option("boost", 5)],
    ],
    [
      "all changes of the same boundary",
      [option("credits", 300, 100), option("seats", 4, 2)],
      utc("2027-11-11"),
      [option("credits", 100), option("seats", 2)],
    ],
  ])("returns %s", (_what, options, at, expected) => {
    expect(upcomingAt(subscriptions(PLAN, { anchor: ANCHOR, options }), at)).toEqual(expected);
  });
});

describe("changeUpcoming", () => {
  const before = [option("credits", 300), option("seats", 4), option("boost", 5)];
  const credits = (over: Parameters<typeof balanceRow>[0] = {}) =>
    balanceRow({ feature_id: "credits", prepaid: true, granted: 300, interval: "month", ...over });
  const change = (row: Balance, options: SubscriptionOption[]) =>
    changeUpcoming([row], subscriptions(PLAN, { options: before }), options)[0];

  it("changes what the next reset grants, and not the present balance", () => {
    const row = credits({ balance: 120 });
    expect(change(row, [option("credits", 100)])).toEqual({ ...row, granted: toMicros(100) });
    expect(change(row, [option("credits", 500)])).toEqual({ ...row, granted: toMicros(500) });
  });

  it("changes each feature by its own units", () => {
    const seats = balanceRow({ feature_id: "seats", prepaid: true, granted: 4, interval: "year" });
    expect(change(seats, [option("seats", 2)])?.granted).toBe(toMicros(2));
  });

  it("changes a balance that never resets at once", () => {
    const seats = balanceRow({ feature_id: "seats", prepaid: true, granted: 4, balance: 3 });
    expect(change(seats, [option("seats", 2)])).toMatchObject({
      granted: toMicros(2),
      balance: toMicros(1),
    });
  });

  it.each<[string, Balance, SubscriptionOption[]]>([
    ["included units of the plan", credits({ prepaid: false }), [option("credits", 100)]],
    ["packs that do not change", credits(), [option("credits", 300), option("seats", 1)]],
    [
      "a feature of which the plan sells no packs",
      balanceRow({ feature_id: "prints", prepaid: true, interval: "month" }),
      [option("prints", 7)],
    ],
  ])("leaves unchanged %s", (_what, row, options) => {
    expect(change(row, options)).toBe(row);
  });
});
