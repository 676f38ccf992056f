import { describe, expect, it } from "vitest";
import type { PaymentMethod } from "../../../src/contract/wire";
import { describeTerms } from "../../../src/react/messages/terms-copy";
import { WORDS } from "../words";
import { CYCLE_START, checkoutAnswer, product, productIn, productItem } from "../wire-samples";

const visa: PaymentMethod = {
  id: "pm",
  type: "card",
  card: { brand: "visa", last4: "4242", exp_month: 1, exp_year: 2030 },
};
const url = "https://pay.example/page";
const next_cycle = { starts_at: CYCLE_START, total: 60 };
const metered = productItem({ type: "priced_feature", usage_model: "pay_per_use" });
const trial = (card_required: boolean) =>
  productIn("new", {
    name: "Pro",
    properties: { has_trial: true },
    free_trial: {
      duration: "day",
      length: 14,
      unique_fingerprint: true,
      card_required,
      trial_available: true,
    },
  });

describe("describeTerms", () => {
  it.each([
    {
      what: "a first plan",
      over: { url, total: 60 },
      said: "You pay $60.00 today and $60.00 on Dec 11, 2026. It renews until you cancel.",
    },
    {
      what: "a plan with use on top",
      over: { total: 12, product: product({ items: [productItem(), metered] }) },
      said: "You pay $12.00 today and $60.00 + usage prices on Dec 11, 2026. It renews until you cancel.",
    },
    {
      what: "a downgrade",
      over: { product: productIn("downgrade"), total: 0 },
      said: "You pay nothing today and $60.00 on Dec 11, 2026. It renews until you cancel.",
    },
    {
      what: "a change that gives credit",
      over: { product: productIn("active"), total: -6 },
      said: "Your next payment is $60.00 on Dec 11, 2026.",
    },
    {
      what: "a purchase",
      over: { product: product({ properties: { is_one_off: true } }), next_cycle: null },
      said: "You pay $6.00 today, once.",
    },
    {
      what: "a trial with a saved card",
      over: { product: trial(false), total: 0 },
      card: visa,
      said: "You pay nothing today. Your Visa ending in 4242 is charged $60.00 on Dec 11, 2026 unless you cancel first.",
    },
    {
      what: "a trial that asks for a card",
      over: { product: trial(true), total: 0, url },
      said: "You pay nothing today. Your card is charged $60.00 on Dec 11, 2026 unless you cancel first.",
    },
    {
      what: "a trial without a card",
      over: { product: trial(false), total: 0 },
      said: "You pay nothing today. Without a card, Pro ends on Dec 11, 2026 and nothing is charged.",
    },
    {
      what: "a free product",
      over: { product: product({ properties: { is_free: true } }) },
      said: null,
    },
    { what: "a product without a next date", over: { next_cycle: null }, said: null },
  ])("says for $what what is paid when", ({ over, said, card = null }) => {
    expect(describeTerms(checkoutAnswer({ next_cycle, ...over }), card, WORDS)).toBe(said);
  });
});
