import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../convex/contract/wire";
import { boughtBy, lastPaid, nextStepFor } from "../../../src/community/thanks/bought";
import { customer, customerProduct } from "../../billing/wire-samples";

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

describe("lastPaid", () => {
  it("is the newest bill that took money", () => {
    const invoice = (stripe_id: string, status: Invoice["status"], total: number): Invoice => ({
      product_ids: ["creator"],
      stripe_id,
      status,
      total,
      currency: "usd",
      created_at: 0,
      hosted_invoice_url: null,
    });
    const invoices = [invoice("d", "open", 6), invoice("c", "paid", -6), invoice("b", "paid", 6)];
    expect(lastPaid(customer({ invoices }))?.stripe_id).toBe("b");
    expect(lastPaid(customer())).toBeUndefined();
  });
});

describe("boughtBy", () => {
  const free = customerProduct({ id: "free", is_default: true });
  const badge = customerProduct({ id: "badge", is_add_on: true });
  const trial = customerProduct({ id: "pro", trial_ends_at: 1 });
  const later = customerProduct({ id: "creator", status: "scheduled" });

  it.each([
    ["nothing at first: what everybody has was not bought", [free], []],
    ["no plan of later, and no add-on without a bill", [free, badge, later], []],
    ["a plan whose trial began", [badge, trial], ["pro"]],
  ])("is %s", (_what, products, ids) => {
    expect(boughtBy(customer({ products }))).toEqual(ids);
  });

  it("is what the newest bill was for", () => {
    const paid = { status: "paid", total: 6, currency: "usd", created_at: 0 } as const;
    const bill = { ...paid, product_ids: ["badge"], stripe_id: "a", hosted_invoice_url: null };
    expect(boughtBy(customer({ products: [trial], invoices: [bill] }))).toEqual(["badge"]);
  });
});
