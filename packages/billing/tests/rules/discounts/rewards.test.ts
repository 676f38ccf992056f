import { describe, expect, it } from "vitest";
import {
  discountEnd,
  discountsAt,
  applyDiscountPeriods,
} from "../../../src/component/rules/discounts/customerDiscounts";
import { normaliseCode } from "../../../src/component/rules/discounts/rewards";
import type { CustomerDiscount } from "../../../src/component/rules/discounts/customerDiscounts";
import { percentOff, utc } from "../fixtures";

const NOV_21 = utc("2026-11-21");
const LATER = utc("2026-12-21");

const discount = (id: string, over: Partial<CustomerDiscount> = {}): CustomerDiscount => ({
  ...percentOff(20),
  id,
  ...over,
});
const once = (id: string, over: Partial<CustomerDiscount> = {}) => {
  const { reward } = percentOff(20);
  return discount(id, { reward: { ...reward, duration_type: "one_off" }, ...over });
};
const months = (id: string, length: number, over: Partial<CustomerDiscount> = {}) => {
  const { reward } = percentOff(20);
  const running = { ...reward, duration_type: "months" as const, duration_value: length };
  return discount(id, { reward: running, ...over });
};
const ids = (subscriptions: readonly CustomerDiscount[]) => subscriptions.map(({ id }) => id);

describe("a promotion code", () => {
  it.each(["SPRING25", " spring25 ", "\tSpring25\n"])("%j is the same code", (typed) => {
    expect(normaliseCode(typed)).toBe("SPRING25");
  });
});

describe("when a discount ends", () => {
  it("is the same day some months later, clamped to the month", () => {
    expect(discountEnd(months("a", 1).reward, utc("2026-01-31"))).toBe(utc("2026-02-28"));
  });

  it("is unknown for a one-time discount, and for one that never ends", () => {
    expect(discountEnd(once("a").reward, NOV_21)).toBeNull();
    expect(discountEnd(discount("a").reward, NOV_21)).toBeNull();
  });
});

describe("the discounts at a moment", () => {
  it("are all that are active and not over", () => {
    const subscriptions = [
      discount("a"),
      months("b", 1, { ends_at: LATER }),
      discount("c", { state: "ended" }),
    ];
    expect(ids(discountsAt(subscriptions, LATER - 1))).toEqual(["a", "b"]);
    expect(ids(discountsAt(subscriptions, LATER))).toEqual(["a"]);
  });

  it("are the first queued one when none is active, and no more", () => {
    const subscriptions = [discount("a", { state: "queued" }), discount("b", { state: "queued" })];
    expect(ids(discountsAt(subscriptions, NOV_21))).toEqual(["a"]);
    expect(
      ids(discountsAt([months("c", 1, { ends_at: NOV_21 }), ...subscriptions], NOV_21)),
    ).toEqual(["a"]);
    expect(ids(discountsAt([discount("c"), ...subscriptions], NOV_21))).toEqual(["c"]);
  });
});

describe("the discounts after an invoice", () => {
  const after = (subscriptions: CustomerDiscount[], used: string[]) =>
    applyDiscountPeriods(subscriptions, new Set(used), NOV_21).map(({ state, ends_at }) => [
      state,
      ends_at,
    ]);

  it("end a one-time discount if it took something off", () => {
    expect(after([once("a")], ["a"])).toEqual([["ended", null]]);
    expect(after([once("a")], [])).toEqual([["active", null]]);
  });

  it("start a queued discount with this invoice", () => {
    const waiting = months("a", 3, { state: "queued" });
    expect(after([waiting], ["a"])).toEqual([["active", utc("2027-02-21")]]);
    expect(after([waiting], [])).toEqual([["queued", null]]);
    expect(after([once("a", { state: "queued" })], ["a"])).toEqual([["ended", null]]);
  });

  it("end expired ones, and leave active ones", () => {
    expect(after([months("a", 1, { ends_at: NOV_21 })], [])).toEqual([["ended", NOV_21]]);
    expect(after([months("a", 1, { ends_at: LATER }), discount("b")], ["a", "b"])).toEqual([
      ["active", LATER],
      ["active", null],
    ]);
  });
});
