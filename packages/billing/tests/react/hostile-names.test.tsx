import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { InvoiceList } from "../../src/react/components/invoice-list";
import { PricingTable } from "../../src/react/components/pricing-table";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { CYCLE_START, checkoutAnswer, customer, productIn, productItem } from "./wire-samples";

beforeEach(() => vi.spyOn(console, "error").mockReturnValue());

const NAMES = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "Pro\u202eorp",
  "Pro\u0000\u0007",
  "👩‍👩‍👧‍👦".repeat(10),
  "{name} {0} %s",
  "x".repeat(10_000),
];

const nameOf = (element: Element | null) => element?.textContent ?? "";
const inserted = () => document.querySelectorAll("img, script, iframe, [onerror]").length;

function page() {
  const transport = new FakeTransport().answer("createCustomer", customer());
  return { transport, wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) };
}

describe("a hostile name", () => {
  it.each(NAMES)("is text in the pricing table: %.40j", async (name) => {
    const item = productItem({ display: { primary_text: name, secondary_text: name } });
    const { transport, wrapper } = page();
    transport.answer("listProducts", {
      list: [productIn("upgrade", { id: "pro", name, items: [item], display: { name } })],
    });
    render(<PricingTable />, { wrapper });
    await screen.findByRole("button", { name: /./ });
    expect(nameOf(document.body)).toContain(name);
    expect(inserted()).toBe(0);
  });

  it.each(NAMES)("is text in the checkout, whose button still works: %.40j", (name) => {
    const { wrapper } = page();
    const checkoutResult = checkoutAnswer({
      product: productIn("upgrade", { id: "pro", name }),
      lines: [{ description: name, amount: 18, item: null }],
    });
    const params = { productId: "pro" };
    const set = () => undefined;
    render(<CheckoutDialog open setOpen={set} {...{ checkoutResult, checkoutParams: params }} />, {
      wrapper,
    });
    expect(nameOf(document.body)).toContain(name);
    expect(inserted()).toBe(0);
    expect(screen.getByRole("button", { name: /^Confirm/ })).toBeTruthy();
  });
});

describe("invalid money", () => {
  it.each([
    ["an unknown currency", { currency: "xxx" }],
    ["no currency", { currency: "" }],
    ["a currency that is not a code", { currency: "$$" }],
    ["a total that is not a number", { total: Number.NaN }],
    ["an infinite total", { total: Infinity }],
    [
      "a next cycle without a valid time",
      { next_cycle: { starts_at: Number.NaN, total: Number.NaN } },
    ],
    ["no next cycle", { next_cycle: null }],
  ])("leaves the checkout usable: %s", (_, wrong) => {
    const { wrapper } = page();
    const set = () => undefined;
    render(
      <CheckoutDialog
        open
        setOpen={set}
        checkoutResult={checkoutAnswer({ product: productIn("upgrade"), ...wrong })}
        checkoutParams={{ productId: "pro" }}
      />,
      { wrapper },
    );
    expect(screen.getByRole("button", { name: /^Confirm/ })).toBeTruthy();
    expect(nameOf(document.body)).not.toMatch(/NaN|undefined|Invalid Date/);
  });

  it("leaves the list of invoices readable", () => {
    const { wrapper } = page();
    const invoice = {
      ...{ product_ids: [], stripe_id: "in_1", status: "paid" as const, total: Number.NaN },
      ...{ currency: "x", created_at: CYCLE_START, hosted_invoice_url: null },
    };
    render(<InvoiceList invoices={[invoice]} />, { wrapper });
    expect(nameOf(document.body)).not.toMatch(/NaN|undefined/);
  });
});
