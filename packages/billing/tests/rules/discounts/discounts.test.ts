import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyDiscounts,
  discountsLeft,
  isDiscountable,
  usedDiscounts,
} from "../../../src/component/rules/discounts/discounts";
import { planLines } from "../../../src/component/rules/invoices/lines";
import type { ChangeInput, Line } from "../../../src/component/rules/invoices/lines";
import { nextCycle } from "../../../src/component/rules/renewals/renewal";
import type { CustomerDiscount } from "../../../src/component/rules/discounts/customerDiscounts";
import type { DiscountReward } from "../../../src/component/rules/discounts/rewards";
import { CREATOR, FEATURES, percentOff, price, PRO, product, utc } from "../fixtures";

const NOV_21 = utc("2026-11-21");

const amountOff = (amount: number, over: Partial<DiscountReward> = {}): CustomerDiscount => ({
  id: `discount_${amount}`,
  reward: {
    ...percentOff(1).reward,
    id: "amount",
    type: "fixed_discount",
    discount_value: amount,
    ...over,
  },
  state: "active",
  ends_at: null,
});

const percent = (value: number, over: Partial<DiscountReward> = {}): CustomerDiscount => ({
  ...percentOff(value),
  reward: { ...percentOff(value).reward, ...over },
});

/** Lines of Creator (its price, then packs of credits), in minor units. */
const lines = (...amounts: number[]) =>
  amounts.map(
    (minor, index): Pick<Line, "description" | "minor" | "of" | "itemIndex" | "discounts"> => ({
      description: "Creator",
      minor,
      of: "target",
      itemIndex: index === 0 ? 0 : CREATOR.items.length - 1,
    }),
  );

const minors = (amounts: number[], discounts: CustomerDiscount[], currency = "usd") =>
  applyDiscounts(lines(...amounts), { discounts, target: CREATOR, current: null, currency }).map(
    ({ minor }) => minor,
  );

describe("discounts", () => {
  it.each<[string, number[], CustomerDiscount[], number[]]>([
    ["a percentage comes off every charge", [2000, 400], [percent(25)], [1500, 300]],
    ["each line is rounded separately, a half away from zero", [5, 5], [percent(50)], [2, 2]],
    ["a third is as exact as it was written", [1000], [percent(33.333)], [667]],
    ["a fixed amount is spent line by line", [300, 400], [amountOff(5)], [0, 200]],
    ["a fixed amount larger than the charges leaves nothing, not less", [300], [amountOff(5)], [0]],
    ["percentages come first, in any order of grants", [2000], [amountOff(5), percent(25)], [1000]],
    [
      "two percentages: the second applies to what is left",
      [1000],
      [percent(50), percent(50)],
      [250],
    ],
    ["all of it", [600, 1], [percent(100)], [0, 0]],
    [
      "a credit reverses what was paid, so nothing is taken off it",
      [-400, 800],
      [percent(25)],
      [-400, 600],
    ],
    ["a line of 0 stays 0", [0], [amountOff(5)], [0]],
    ["no discount changes nothing", [600], [], [600]],
  ])("%s", (_reason, amounts, discounts, expected) => {
    expect(minors(amounts, discounts)).toEqual(expected);
  });

  it.each<[string, NonNullable<DiscountReward["applies_to"]>, number[]]>([
    ["a whole product", [{ product_id: "creator" }], [300, 200]],
    ["another product", [{ product_id: "pro" }], [600, 400]],
    ["the product's fixed price alone", [{ product_id: "creator", feature_id: null }], [300, 400]],
    ["one feature's price", [{ product_id: "creator", feature_id: "credits" }], [600, 200]],
    ["nothing", [], [600, 400]],
  ])("one that is for %s touches only that", (_scope, applies_to, expected) => {
    expect(minors([600, 400], [percent(50, { applies_to })])).toEqual(expected);
  });

  it("lists what it took off each line, and names only discounts that took something", () => {
    const discounts = [percent(50, { applies_to: [{ product_id: "pro" }] }), amountOff(2)];
    const input = { discounts, target: CREATOR, current: null, currency: "usd" };
    const [line] = applyDiscounts(lines(600), input);
    expect(line).toMatchObject({
      description: "Creator (1% off)",
      minor: 400,
      discounts: [{ id: "discount_2", minor: 200 }],
    });
    expect([...usedDiscounts(line ? [line] : [])]).toEqual(["discount_2"]);
  });

  it("of a fixed amount apply their rest to other lines of the invoice", () => {
    const discounts = [amountOff(5), percent(50)];
    const input = { target: CREATOR, current: null, currency: "usd" };
    const first = applyDiscounts(lines(600), { ...input, discounts });
    const left = discountsLeft(discounts, first, "usd");
    expect(first.map(({ minor }) => minor)).toEqual([0]);
    expect(left.map(({ reward }) => reward.discount_value)).toEqual([2, 50]);
    const second = applyDiscounts(lines(1000), { ...input, discounts: left });
    expect(second.map(({ minor }) => minor)).toEqual([300]);
  });

  it("takes a fixed amount off in the currency's own minor units", () => {
    expect(minors([1000], [amountOff(300)], "jpy")).toEqual([700]);
    expect(minors([10_500], [amountOff(1.25)], "bhd")).toEqual([9250]);
  });

  it("leaves whole amounts between zero and the price; what is taken off and what is left sum to it", () => {
    const discount = fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((basis) => percent(basis / 100)),
      fc.integer({ min: 0, max: 5000 }).map((cents) => amountOff(cents / 100)),
    );
    const amounts = fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 5 });
    fc.assert(
      fc.property(amounts, fc.array(discount, { maxLength: 3 }), (before, discounts) => {
        const input = { discounts, target: CREATOR, current: null, currency: "usd" };
        const after = applyDiscounts(lines(...before), input);
        after.forEach((line, index) => {
          const full = before[index] ?? NaN;
          const off = (line.discounts ?? []).reduce((sum, { minor }) => sum + minor, 0);
          expect(line.minor + off).toBe(full);
          expect(Number.isSafeInteger(line.minor)).toBe(true);
          expect(line.minor).toBeGreaterThanOrEqual(Math.min(0, full));
        });
      }),
    );
  });
});

describe("isDiscountable", () => {
  const grants = product("grants", [{ feature_id: "credits", included_usage: 5 }]);
  const free = product("free", [{ feature_id: "credits", price: 0, interval: "month" }]);
  const scope = (product_id: string, feature_id?: string | null) => [
    { product_id, ...(feature_id !== undefined && { feature_id }) },
  ];
  it.each<[string, typeof CREATOR, DiscountReward["applies_to"], boolean]>([
    ["yes, by a discount for all", CREATOR, undefined, true],
    ["yes, by one for its prices", CREATOR, scope("creator"), true],
    ["yes, by one for its packs", CREATOR, scope("creator", "credits"), true],
    ["yes, by one for its fixed price", CREATOR, scope("creator", null), true],
    ["no, by one for another product", CREATOR, scope("pro"), false],
    ["no, by one for a grant without a price", CREATOR, scope("creator", "uploads"), false],
    ["no, by one for nothing", CREATOR, [], false],
    ["no, without a price", grants, undefined, false],
    ["no, at a price of 0", free, undefined, false],
  ])("answers %s", (_what, of, applies_to, expected) => {
    const { reward } = percentOff(20);
    const scoped = applies_to === undefined ? reward : { ...reward, applies_to };
    expect(isDiscountable(of, scoped)).toBe(expected);
  });

  it("leaves a fixed amount whole where other discounts or none were used", () => {
    const other = { id: "other", name: "Other", minor: 100 };
    const left = discountsLeft([amountOff(5)], [{ discounts: [other] }, {}], "usd");
    expect(left.map(({ reward }) => reward.discount_value)).toEqual([5]);
    expect([...usedDiscounts([{ discounts: [other] }, {}])]).toEqual(["other"]);
  });

  it("does not name a discount in a line where it changes nothing", () => {
    const input = { target: CREATOR, current: null, currency: "usd" };
    const after = applyDiscounts(lines(500, 400), { ...input, discounts: [amountOff(5)] });
    expect(after.map(({ description }) => description)).toEqual(["Creator (1% off)", "Creator"]);
    expect(after[1]).not.toHaveProperty("discounts");
  });
});

describe("a discount on a purchase", () => {
  const changeOf = (over: Partial<ChangeInput>): ChangeInput => ({
    kind: "new",
    target: PRO,
    options: [],
    current: null,
    features: FEATURES,
    currency: "usd",
    now: NOV_21,
    anchor: NOV_21,
    trialEndsAt: null,
    ...over,
  });
  const today = (change: ChangeInput) =>
    planLines(change).reduce((sum, { minor }) => sum + minor, 0);

  it("counts today and in the next cycle while it is active", () => {
    const change = changeOf({ discounts: [percent(20)] });
    expect([today(change), nextCycle(change)?.minor]).toEqual([1200, 1200]);
  });

  it("once, counts today and not in the next cycle", () => {
    const change = changeOf({ discounts: [percent(20, { duration_type: "one_off" })] });
    expect([today(change), nextCycle(change)?.minor]).toEqual([1200, 1500]);
  });

  it("once, waits for the first invoice with something to take off", () => {
    const trialEndsAt = utc("2026-12-05");
    const discounts = [percent(20, { duration_type: "one_off" })];
    const change = changeOf({ discounts, anchor: trialEndsAt, trialEndsAt });
    expect([today(change), nextCycle(change)?.minor]).toEqual([0, 1200]);
  });

  it("that has ended by the next cycle does not count there", () => {
    const change = changeOf({ discounts: [{ ...percent(20), ends_at: utc("2026-12-20") }] });
    expect([today(change), nextCycle(change)?.minor]).toEqual([1200, 1500]);
  });

  it("that waits starts with the next cycle when the one before it is used up today", () => {
    const once = percent(20, { duration_type: "one_off" });
    const change = changeOf({ discounts: [once, { ...percent(50), state: "queued" }] });
    expect([today(change), nextCycle(change)?.minor]).toEqual([1200, 750]);
  });

  it("does not make an unused month worth more than was paid for it (B9)", () => {
    const cheap = product("cheap", [price(10, "month")]);
    const dear = product("dear", [price(20, "month")]);
    const anchor = utc("2026-11-06");
    const change = changeOf({
      kind: "upgrade",
      target: dear,
      anchor,
      current: {
        id: "subscriptions",
        product: cheap,
        entity_id: null,
        status: "active",
        canceled_at: null,
        starts_at: anchor,
        ended_at: null,
        trial_ends_at: null,
        anchor,
        quantity: 1,
        options: [],
        created_at: anchor,
      },
      paid: new Map([[0, { full: 800, left: 800 }]]),
      discounts: [percent(20)],
    });
    expect(planLines(change).map(({ minor }) => minor)).toEqual([-400, 800]);
  });
});
