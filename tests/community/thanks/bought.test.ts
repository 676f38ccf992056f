import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../convex/contract/wire";
import { lastPaid, nextStepFor } from "../../../src/community/thanks/bought";
import { customer } from "../../billing/wire-samples";

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
