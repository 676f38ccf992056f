import { describe, expect, it } from "vitest";
import type { ChangeKind } from "../../../src/component/rules/changes";
import type { CustomerDiscount } from "../../../src/component/rules/discounts/customerDiscounts";
import type { ChangeInput } from "../../../src/component/rules/invoices/lines";
import type { CatalogueProduct, ItemDefinition } from "../../../src/component/rules/model";
import { trialOffer } from "../../../src/component/rules/renewals/trialOffer";
import {
  CREATOR,
  FEATURES,
  FREE,
  subscriptions,
  percentOff,
  price,
  PRO,
  product,
  utc,
} from "../fixtures";

const NOW = utc("2026-11-21");
const IN_14_DAYS = utc("2026-12-05");
const MONTHLY = { interval: "month", count: 1 } as const;

const offer = (over: Partial<ChangeInput> = {}) =>
  trialOffer({
    kind: "new",
    target: PRO,
    options: [],
    current: null,
    features: FEATURES,
    currency: "usd",
    now: NOW,
    anchor: IN_14_DAYS,
    trialEndsAt: IN_14_DAYS,
    ...over,
  });

describe("the offer after a trial", () => {
  it("is the full price at its end, every month, with usage billed in addition", () => {
    expect(offer()).toEqual({
      length: { count: 14, unit: "day" },
      endsAt: IN_14_DAYS,
      minor: 1500,
      every: MONTHLY,
      usage: "charged",
    });
  });

  it("counts prepaid packs", () => {
    expect(offer({ options: [{ feature_id: "credits", quantity: 300 }] })?.minor).toBe(2700);
  });

  it("mentions usage only where usage is billed", () => {
    expect(offer({ target: CREATOR })?.usage).toBe("none");
  });

  it.each<[ChangeKind, boolean]>([
    ["new", true],
    ["add_on", true],
    ["replace_free", true],
    ["replace_trial", true],
    ["upgrade", true],
    ["one_off", false],
    ["renew", false],
    ["new_version", false],
    ["already_active", false],
    ["downgrade", false],
    ["quantity", false],
  ])("is announced for the kind %s: %s", (kind, isTold) => {
    expect(offer({ kind, current: subscriptions(PRO) }) !== null).toBe(isTold);
  });

  it.each<[string, number | null, boolean]>([
    ["none", null, false],
    ["one that is over", NOW - 1, false],
    ["one that ends this moment", NOW, false],
    ["one that is running", NOW + 1, true],
  ])("for a trial, %s", (_what, trialEndsAt, isTold) => {
    expect(offer({ trialEndsAt }) !== null).toBe(isTold);
  });

  it("is nothing for a free product: no charge follows", () => {
    expect(offer({ target: { ...FREE, free_trial: PRO.free_trial } })).toBeNull();
  });

  const month = { length: 1, duration: "month", unique_fingerprint: false, card_required: true };
  it.each<[string, CatalogueProduct, number, unknown]>([
    ["its own days", PRO, IN_14_DAYS, { count: 14, unit: "day" }],
    [
      "its own month",
      { ...PRO, free_trial: { ...month, duration: "month" } },
      utc("2026-12-21"),
      { count: 1, unit: "month" },
    ],
    ["the rest of the plan's trial that it joins", PRO, IN_14_DAYS - 1, null],
    ["the plan's, without a trial of its own", CREATOR, IN_14_DAYS, null],
  ])("lasts %s", (_what, target, trialEndsAt, length) => {
    expect(offer({ target, trialEndsAt })?.length).toEqual(length);
  });

  const grant: ItemDefinition = { feature_id: "uploads", included_usage: 5, interval: "day" };
  const packs: ItemDefinition = { feature_id: "credits", price: 4, interval: "year" };
  it.each<[string, ItemDefinition[], unknown]>([
    ["by its one interval", [price(20, "month")], MONTHLY],
    ["by three months", [price(50, "month", 3)], { interval: "month", count: 3 }],
    [
      "by the month, with an explicit count of 1",
      [price(5, "month"), price(6, "month", 1)],
      MONTHLY,
    ],
    ["by the month, whatever resets daily", [grant, price(20, "month")], MONTHLY],
    ["by the month, beside a one-time price", [price(9), price(20, "month")], MONTHLY],
    ["without one interval: by the month and the year", [price(5, "month"), packs], null],
    ["without one interval: by one month and two", [price(5, "month"), price(8, "month", 2)], null],
  ])("recurs %s", (_what, items, every) => {
    expect(offer({ target: product("p", items) })?.every).toEqual(every);
  });

  const once = (discount: CustomerDiscount): CustomerDiscount => ({
    ...discount,
    reward: { ...discount.reward, duration_type: "one_off" },
  });
  const elsewhere = (discount: CustomerDiscount): CustomerDiscount => ({
    ...discount,
    reward: { ...discount.reward, applies_to: [{ product_id: "studio" }] },
  });
  it.each<[string, CustomerDiscount, number, unknown]>([
    ["applied", percentOff(20), 1200, null],
    ["applied once", once(percentOff(20)), 1200, null],
    ["ended by then", { ...percentOff(20), ends_at: IN_14_DAYS }, 1500, MONTHLY],
    ["for another product", elsewhere(percentOff(20)), 1500, MONTHLY],
  ])("with a discount %s, announces only what is certain", (_what, discount, minor, every) => {
    expect(offer({ discounts: [discount] })).toMatchObject({ minor, every });
  });
});
