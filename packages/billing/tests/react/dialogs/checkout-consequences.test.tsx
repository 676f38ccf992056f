import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../src/contract/responses";
import { fail } from "../../../src/contract/errors";
import type { PlanSchedule } from "../../../src/contract/planSchedule";
import type { PaymentMethod } from "../../../src/contract/wire";
import { CheckoutDialog } from "../../../src/react/dialogs/checkout-dialog";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { CYCLE_START, checkoutAnswer, customer, product, productIn } from "../wire-samples";

const TODAY = Date.UTC(2026, 10, 22, 12);
const visa: PaymentMethod = {
  id: "pm",
  type: "card",
  card: { brand: "visa", last4: "4242", exp_month: 1, exp_year: 2030 },
};
const next_cycle = { starts_at: CYCLE_START, total: 60 };
const units = { singular: "credit", plural: "credits" };
const lost = {
  over: [],
  less: [
    {
      feature_id: "credits",
      name: "Credits",
      before: 1500,
      after: 100,
      interval: "month" as const,
      units,
    },
  ],
  gone: ["Seats", "4K and HDR uploads"],
};
const yearly = { id: "creator_annual", name: "Creator annual" };
/** From Studio to Creator by the year: an upgrade by its interval. */
const now = checkoutAnswer({
  product: productIn("upgrade", yearly),
  current_product: product({ id: "studio", name: "Studio" }),
  total: 12,
  next_cycle,
  losses: { ...lost, at: TODAY },
  starts: startsWith("immediate"),
});
const later = checkoutAnswer({
  product: productIn("downgrade", yearly),
  current_product: product({ id: "studio", name: "Studio" }),
  total: 0,
  next_cycle,
  preview_id: "shown-later",
  losses: { ...lost, at: CYCLE_START },
  starts: startsWith("end_of_cycle"),
});

function startsWith(selected: PlanSchedule) {
  return [
    { plan_schedule: "end_of_cycle" as const, at: CYCLE_START, total: 0 },
    { plan_schedule: "immediate" as const, at: TODAY, total: 12 },
  ].map((start) => ({ ...start, selected: start.plan_schedule === selected }));
}

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend(method: PaymentMethod | null = visa) {
  return new FakeTransport()
    .answer("createCustomer", customer({ payment_method: method }))
    .answer("checkout", later)
    .reply("attach", () => fail("payment_failed", "", 402));
}

async function renderDialog(result: Checkout, transport = backend()) {
  render(
    <CheckoutDialog
      open
      setOpen={() => undefined}
      checkoutResult={result}
      checkoutParams={{ productId: result.product.id }}
    />,
    { wrapper: billingWrapper(transport, { current: { locale: "en-US", onError: vi.fn() } }) },
  );
  await act(async () => Promise.resolve());
  return transport;
}

const text = () => screen.getByRole("dialog").textContent;
const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));
const chosen = () => screen.getByRole("radio", { checked: true }).closest("label")?.textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const button = (name: string) => screen.queryByRole("button", { name });

describe("a change that reduces grants", () => {
  it("lists the reductions before Confirm, with the day, in every scenario", async () => {
    await renderDialog(now);
    const gone = screen.getByRole("region", { name: "No longer included from Nov 22, 2026" });
    expect(gone.textContent).toContain("Seats and 4K and HDR uploads");
    const less = screen.getByRole("region", { name: "Less from Nov 22, 2026" });
    expect(less.textContent).toContain("Credits 1,500 credits now, 100 credits per month then");
    await expectAccessible();
  });

  it("can be moved to the end of the cycle, and back", async () => {
    const transport = await renderDialog(now);
    await choose(/^At the end of this period, Dec 11, 2026/);
    expect(transport.argsOf("checkout")).toEqual([
      expect.objectContaining({ productId: "creator_annual", planSchedule: "end_of_cycle" }),
    ]);
    expect(chosen()).toBe(
      "At the end of this period, Dec 11, 2026 $0.00You keep Studio until then. today",
    );
    expect(text()).toContain("Your subscription to Studio is cancelled and Creator annual begins");
    expect(screen.getByRole("region", { name: "Less from Dec 11, 2026" })).toBeTruthy();
    transport.answer("checkout", now);
    await choose(/^Switch now/);
    expect(transport.argsOf("checkout").at(-1)).toMatchObject({ planSchedule: "immediate" });
    expect(chosen()).toBe("Switch now $12.00Your unused time is deducted from the price. today");
    expect(button("Confirm and pay $12.00")).toBeTruthy();
  });

  it("shows the credit for unused time as a line", async () => {
    const lines = [{ description: "Unused time on Studio", amount: -27, item: null }];
    await renderDialog({ ...now, has_prorations: true, lines });
    expect(screen.getByText("Unused time on Studio").parentElement?.textContent).toContain("-$27");
    expect(button("View details")).toBeNull();
    await expectAccessible();
  });

  it("confirms the start that is on screen", async () => {
    const transport = await renderDialog(now);
    await choose(/^At the end of this period, Dec 11, 2026/);
    await press("Confirm");
    expect(transport.argsOf("attach")).toEqual([
      expect.objectContaining({ planSchedule: "end_of_cycle", previewId: "shown-later" }),
    ]);
  });

  it("leaves the start on screen when the other one does not load", async () => {
    const transport = backend().reply("checkout", () => fail("fetch_failed", ""));
    await renderDialog(now, transport);
    await choose(/^At the end of this period, Dec 11, 2026/);
    expect(chosen()).toMatch(/^Switch now/);
    await press("Confirm and pay $12.00");
    expect(transport.argsOf("attach")[0]).not.toHaveProperty("planSchedule");
  });
});

describe("the charge to the card", () => {
  it.each([
    { total: 12, by_card: 6, from_credit: 6, confirm: "Confirm and pay $6.00" },
    { total: 12, by_card: 12, from_credit: 0, confirm: "Confirm and pay $12.00" },
    {
      total: 12,
      by_card: 0,
      from_credit: 12,
      confirm: "Confirm and use $12.00 of your credit",
    },
    { total: -6, by_card: 0, from_credit: -6, confirm: "Confirm" },
  ])("is what the button says: $confirm", async ({ total, confirm, ...payment }) => {
    await renderDialog(checkoutAnswer({ total, payment, next_cycle }));
    expect(button(confirm)).toBeTruthy();
    const credit = "$6.00 is added to your credit.";
    expect(text().includes(credit)).toBe(total < 0);
    expect(text().includes("From your account credit")).toBe(payment.from_credit > 0);
    expect(text().includes(`Paid by card $${payment.by_card}.00`)).toBe(payment.from_credit > 0);
  });

  it("lists an open invoice as a line of the total, with a link to pay only that", async () => {
    const invoice = {
      number: "7KQ2M9XA-0002",
      product_names: ["Creator"],
      created_at: CYCLE_START,
      hosted_invoice_url: "https://pay.example/i",
    };
    const lines = [
      { description: "Unpaid invoice 7KQ2M9XA-0002", amount: 6, item: null, invoice },
      { description: "Remaining time on Pro", amount: 9, item: null },
    ];
    const payment = { by_card: 15, from_credit: 0 };
    await renderDialog(checkoutAnswer({ has_prorations: true, lines, total: 15, payment }));
    expect(text()).toContain(
      "Creator, invoice from Dec 11, 2026 Not paid Pay only this invoice $6.00",
    );
    expect(text()).toContain("Total due today $15.00");
    expect(button("Confirm and pay $15.00")).toBeTruthy();
    await press("View details");
    expect(text()).not.toContain("Unpaid invoice");
    await expectAccessible();
  });

  it.each([
    [
      "upgrade",
      15,
      6,
      "On Dec 11, 2026, your account credit covers $6.00 and your card pays $9.00.",
    ],
    ["upgrade", 6, 6, "Your account credit covers the payment on Dec 11, 2026."],
    ["new", 15, 0, "You pay nothing today and $15.00 on Dec 11, 2026."],
  ] as const)(
    "of the next bill (%s, %i, %i) is said",
    async (scenario, total, credit, sentence) => {
      const payment = { by_card: total - credit, from_credit: credit };
      const next = { next_cycle: { starts_at: CYCLE_START, total }, next_payment: payment };
      await renderDialog(checkoutAnswer({ product: productIn(scenario), total: -6, ...next }));
      expect(text()).toContain(sentence);
      expect(text().includes("your card pays $")).toBe(credit > 0 && credit < total);
    },
  );
});

describe("a trial with a saved card", () => {
  it("says when that card is charged, and does not say that no card is needed", async () => {
    const trial = productIn("new", {
      properties: { has_trial: true },
      free_trial: {
        duration: "day",
        length: 14,
        unique_fingerprint: true,
        card_required: false,
        trial_available: true,
      },
    });
    await renderDialog(checkoutAnswer({ product: trial, total: 0, next_cycle }));
    expect(text()).toContain("Your Visa ending in 4242 is charged $60.00 on Dec 11, 2026");
    expect(text()).not.toContain("credit");
    expect(text()).not.toContain("No card needed until then.");
  });
});
