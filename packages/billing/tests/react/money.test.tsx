import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../src/contract/responses";
import { BillingPortal } from "../../src/react/components/billing-portal";
import { PricingTable } from "../../src/react/components/pricing-table";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PlanChangePreview } from "../../src/react/dialogs/plan-change-preview";
import { Dialog } from "../../../ui/src/dialog";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { press } from "./press";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  prepaidItem,
  product,
  productItem,
  productPreview,
} from "./wire-samples";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

/** Each with as many decimals as it has: 0, 2 and 3; and an unknown one. */
const CURRENCIES = [
  {
    currency: "jpy",
    money: "¥1,235",
    less: "-¥1,235",
    unit: "¥1,234.5",
    whole: "¥4",
    sum: "¥3,704",
  },
  {
    ...{ currency: "usd", money: "$1,234.50", less: "-$1,234.50" },
    ...{ unit: "$1,234.50", whole: "$4", sum: "$3,703.50" },
  },
  {
    ...{ currency: "kwd", money: "KWD 1,234.500", less: "-KWD 1,234.500" },
    ...{ unit: "KWD 1,234.500", whole: "KWD 4", sum: "KWD 3,703.500" },
  },
  {
    // The runtime's own digits would show HUF 1,235 for a charge of HUF 1,234.50.
    ...{ currency: "huf", money: "HUF 1,234.50", less: "-HUF 1,234.50" },
    ...{ unit: "HUF 1,234.50", whole: "HUF 4", sum: "HUF 3,703.50" },
  },
  {
    ...{ currency: "coins", money: "1234.5 coins", less: "-1234.5 coins" },
    ...{ unit: "1234.5 coins", whole: "4 coins", sum: "3703.5 coins" },
  },
];
const AMOUNT = 1234.5;

function page(node: ReactElement, transport = new FakeTransport()) {
  transport.answer("listProducts", { list: [] });
  render(node, { wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) });
  return act(async () => Promise.resolve());
}

/** The text of matching elements as it reads: with plain spaces. */
function textOf(selector: string): string {
  const nodes = [...document.querySelectorAll(selector)];
  return nodes.map(({ textContent }) => textContent.replaceAll("\u00a0", " ")).join(" | ");
}

const shut = () => undefined;
async function showCheckout(result: Checkout) {
  await page(
    <CheckoutDialog open setOpen={shut} checkoutResult={result} checkoutParams={{}} />,
    new FakeTransport().answer("createCustomer", customer()),
  );
}

describe.each(CURRENCIES)("money in $currency", ({ currency, money, less, unit, whole, sum }) => {
  const credits = (price: number) => prepaidItem({ billing_units: 1, price });
  const sold = (price: number) => product({ items: [productItem(), credits(price)] });
  const options = [{ feature_id: "credits", quantity: 3 }];

  it("has this form everywhere in the checkout", async () => {
    await showCheckout(
      checkoutAnswer({
        ...{ currency, options, total: AMOUNT, has_prorations: true, product: sold(AMOUNT) },
        lines: [
          { description: "More", amount: AMOUNT, item: null },
          { description: "Less", amount: -AMOUNT, item: null },
        ],
        next_cycle: { starts_at: CYCLE_START, total: 4 * AMOUNT },
      }),
    );
    await press("View details", "Qty: 3");
    expect(textOf(".billing-details li")).toBe(`More ${money} | Less ${less}`);
    expect(textOf(".billing-total-amount")).toBe(money);
    expect(textOf(".billing-unit-price")).toBe(`${unit} per credits`);
    expect(textOf(".billing-quantity-price")).toBe(`${unit} per credits`);
    expect(textOf(".billing-quantity-sum")).toBe(`3 credits, ${sum} per month`);
    expect(textOf(".billing-dialog-footer")).toContain(`Confirm and pay ${money}`);
    expect(textOf(".billing-next")).toMatch(/^Due next cycle \(Dec 11, 2026\) .*4,?938/);
  });

  it("has no decimals where a unit price is whole", async () => {
    await showCheckout(checkoutAnswer({ currency, options, product: sold(4) }));
    expect(textOf(".billing-unit-price")).toBe(`${whole} per credits`);
  });

  it("has this form in the preview of a plan change, each amount in its own currency", async () => {
    const preview = productPreview({
      items: [{ description: "Remaining", price: "as the provider wrote it" }],
      due_today: { price: AMOUNT, currency },
      due_next_cycle: { price: -AMOUNT, currency },
      next_cycle_at: CYCLE_START,
    });
    await page(
      <Dialog open slot="test" onOpenChange={shut}>
        <PlanChangePreview preview={preview} />
      </Dialog>,
    );
    expect(textOf(".billing-price-row")).toBe("Remaining as the provider wrote it");
    expect(textOf(".billing-total")).toBe(`Total due today ${money}`);
    expect(textOf(".billing-next")).toBe(`Due next cycle (Dec 11, 2026) ${less}`);
  });

  it("has this form everywhere in the portal", async () => {
    const renewing = { current_period_end: CYCLE_START, items: [productItem({ price: AMOUNT })] };
    const invoice = {
      ...{ product_ids: ["creator"], stripe_id: "in_1", status: "paid" as const },
      ...{ currency, created_at: CYCLE_START, hosted_invoice_url: null },
    };
    const holder = customer({
      products: [
        customerProduct(renewing),
        customerProduct({ ...renewing, id: "extra", name: "Extra", is_add_on: true }),
      ],
      invoices: [
        { ...invoice, total: AMOUNT, amount_refunded: AMOUNT },
        { ...invoice, stripe_id: "in_2", total: -AMOUNT },
      ],
    });
    await page(
      <BillingPortal currency={currency} />,
      new FakeTransport().answer("createCustomer", holder),
    );
    expect(textOf(".billing-plan-card-total")).toBe(money);
    expect(textOf("[data-slot=plan-card] dd li")).toBe(`Creator ${money} per month`);
    expect(textOf("[data-slot=add-ons] li p span")).toBe(`Renews Dec 11, 2026, ${money}`);
    expect(textOf("[data-slot=invoices] b")).toBe(`${money} | ${less}`);
    expect(textOf("[data-slot=invoices] p span:nth-of-type(2)")).toBe(`${money} refunded`);
  });
});

describe("a next cycle that reads the same as today", () => {
  it.each(["jpy", "usd", "kwd"])("is not shown, in %s", async (currency) => {
    const next_cycle = { starts_at: CYCLE_START, total: AMOUNT + 1e-9 };
    await showCheckout(checkoutAnswer({ currency, total: AMOUNT, next_cycle }));
    expect(textOf(".billing-next")).toBe("");
  });
});

describe("money text of the server", () => {
  it("is shown unchanged, in any currency: plans, add-ons and intervals", async () => {
    const priced = (text: string) => [
      productItem({ display: { primary_text: text, secondary_text: "per month" } }),
    ];
    const yearly = { interval_group: "year" as const };
    const transport = new FakeTransport().answer("createCustomer", customer());
    vi.stubGlobal("innerWidth", 1440);
    const list = [
      product({ items: priced("KWD 1.500") }),
      product({ id: "y", name: "Year", items: priced("¥1,200"), properties: yearly }),
      product({ id: "extra", name: "Extra", items: priced("₩900"), is_add_on: true }),
    ];
    render(<PricingTable />, {
      wrapper: billingWrapper(transport.answer("listProducts", { list })),
    });
    await screen.findByRole("article", { name: "Extra" });
    expect(textOf(".billing-plan-amount")).toBe("KWD 1.500");
    expect(textOf(".billing-add-on-price")).toBe("₩900 per month");
    expect(textOf(".billing-pricing-intervals")).toContain("Year, ¥1,200");
    fireEvent.click(screen.getByRole("radio", { name: /Year, ¥1,200/ }));
    expect(textOf(".billing-plan-amount")).toBe("¥1,200");
  });

  it("is shown for the price of a pack in tiers", async () => {
    const tiers = [
      { to: 5, amount: 1 },
      { to: "inf" as const, amount: 2 },
    ];
    const { price: _flat, ...item } = prepaidItem({ tiers });
    const options = [{ feature_id: "credits", quantity: 300 }];
    await showCheckout(
      checkoutAnswer({ currency: "jpy", options, product: product({ items: [item] }) }),
    );
    await press("Qty: 300");
    expect(textOf(".billing-unit-price")).toBe("$4 per 100 credits");
    expect(textOf(".billing-quantity-sum")).toBe("3 packs = 300 credits. Save to see the price.");
  });
});
