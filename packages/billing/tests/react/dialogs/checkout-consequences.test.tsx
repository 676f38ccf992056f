import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../src/contract/responses";
import { fail } from "../../../src/contract/errors";
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
  end_of_cycle_at: CYCLE_START,
});
const later = checkoutAnswer({
  product: productIn("downgrade", yearly),
  current_product: product({ id: "studio", name: "Studio" }),
  total: 0,
  next_cycle,
  preview_id: "shown-later",
  losses: { ...lost, at: CYCLE_START },
});

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
    await press("Change on Dec 11, 2026 instead");
    expect(transport.argsOf("checkout")).toEqual([
      expect.objectContaining({ productId: "creator_annual", planSchedule: "end_of_cycle" }),
    ]);
    expect(text()).toContain("Your subscription to Studio is cancelled and Creator annual begins");
    expect(screen.getByRole("region", { name: "Less from Dec 11, 2026" })).toBeTruthy();
    transport.answer("checkout", now);
    await press("Change today instead");
    expect(transport.argsOf("checkout").at(-1)).not.toHaveProperty("planSchedule");
    expect(button("Confirm and pay $12.00")).toBeTruthy();
  });

  it("confirms the start that is on screen", async () => {
    const transport = await renderDialog(now);
    await press("Change on Dec 11, 2026 instead");
    await press("Confirm");
    expect(transport.argsOf("attach")).toEqual([
      expect.objectContaining({ planSchedule: "end_of_cycle", previewId: "shown-later" }),
    ]);
  });

  it("leaves the start on screen when the other one does not load", async () => {
    const transport = backend().reply("checkout", () => fail("fetch_failed", ""));
    await renderDialog(now, transport);
    await press("Change on Dec 11, 2026 instead");
    expect(button("Change on Dec 11, 2026 instead")).toBeTruthy();
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
    expect(text().includes("From your credit")).toBe(payment.from_credit > 0);
    expect(text().includes(`Charged to your card $${payment.by_card}.00`)).toBe(
      payment.from_credit > 0,
    );
  });
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
    expect(text()).not.toContain("No card needed until then.");
  });
});
