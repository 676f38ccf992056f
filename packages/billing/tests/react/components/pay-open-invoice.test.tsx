import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Invoice } from "../../../src/contract/wire";
import { PayOpenInvoice } from "../../../src/react/components/pay-open-invoice";
import "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { press } from "../press";
import { CYCLE_START, customer } from "../wire-samples";

const invoice = (id: string, over: Partial<Invoice> = {}): Invoice => ({
  ...{ product_ids: ["creator"], stripe_id: id, status: "open", total: 20, currency: "usd" },
  ...{ created_at: CYCLE_START, hosted_invoice_url: `https://pay.example/${id}` },
  ...over,
});

function show(balance: number, ...invoices: Invoice[]) {
  const who = { ...customer({ invoices }), credit: { balance, currency: "usd" } };
  render(<PayOpenInvoice />, {
    wrapper: billingWrapper(new FakeTransport().answer("createCustomer", who)),
  });
}

const replace = vi.fn();
beforeEach(() => {
  replace.mockReset();
  const tab = { opener: null, location: { replace }, close: vi.fn() };
  // The part of a window that navigation uses.
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
});

describe("PayOpenInvoice", () => {
  it.each([
    ["the whole amount", 0, "Pay $20.00 now"],
    ["what credit leaves to pay", 5, "Pay $15.00 now"],
    ["the whole amount where credit pays it all", 30, "Pay $20.00 now"],
  ])("names %s", async (_what, balance, name) => {
    show(balance, invoice("in_1", { status: "paid" }), invoice("in_2"));
    await press(name);
    expect(replace).toHaveBeenCalledWith("https://pay.example/in_2");
  });

  it("opens the first invoice that has a page", async () => {
    show(0, invoice("in_1", { hosted_invoice_url: null }), invoice("in_2", { total: 7 }));
    await press("Pay $7.00 now");
    expect(replace).toHaveBeenCalledWith("https://pay.example/in_2");
  });
});
