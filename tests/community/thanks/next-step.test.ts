import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../packages/billing/src/contract/wire";
import { boughtBy, nextStepFor } from "../../../src/community/thanks/next-step";
import { customer, customerProduct } from "../../../packages/billing/tests/react/wire-samples";

describe("nextStepFor", () => {
  it.each([
    { bought: "studio", studio: undefined, label: "Open your studio", href: "/studio/new" },
    { bought: "studio_quarter", studio: "ink", label: "Open your studio", href: "/studio/ink" },
    { bought: "creator", studio: "ink", label: "Publish a work", href: "/upload" },
    {
      bought: "boost_pack",
      studio: undefined,
      label: "See your billing",
      href: "/settings/billing",
    },
    { bought: undefined, studio: undefined, label: "See your billing", href: "/settings/billing" },
  ])("leads from $bought to $href", ({ bought, studio, label, href }) => {
    expect(nextStepFor(bought, studio)).toEqual({ label, href });
  });
});

describe("boughtBy", () => {
  const invoice = (over: Partial<Invoice>): Invoice => ({
    product_ids: ["badge"],
    stripe_id: "b",
    status: "paid",
    total: 6,
    currency: "usd",
    created_at: 5,
    hosted_invoice_url: null,
    ...over,
  });
  const paid = invoice({});
  const free = customerProduct({ id: "free", is_default: true });
  const badge = customerProduct({ id: "badge", is_add_on: true });
  const trialOf = (started_at: number) =>
    customerProduct({ id: "pro", trial_ends_at: 9, started_at });
  const later = customerProduct({ id: "creator", status: "scheduled" });

  it.each([
    ["nothing at first: the free plan is no purchase", [free], [], []],
    ["no scheduled plan, and no add-on without an invoice", [free, badge, later], [], []],
    ["a plan whose trial has started", [badge, trialOf(0)], [], ["pro"]],
    ["a plan that cost nothing", [customerProduct({ id: "pro" })], [], ["pro"]],
    ["a trial that started after the newest invoice", [trialOf(6)], [paid], ["pro"]],
  ])("is %s", (_what, products, invoices, productIds) => {
    expect(boughtBy(customer({ products, invoices }))).toEqual({ productIds });
  });

  it("is the newest paid invoice, after a trial too", () => {
    const others = [invoice({ status: "open" }), invoice({ total: -6 })];
    const bought = boughtBy(customer({ products: [trialOf(4)], invoices: [...others, paid] }));
    expect(bought).toEqual({ productIds: ["badge"], paid });
  });
});
