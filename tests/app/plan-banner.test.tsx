import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import { fail } from "../../packages/billing/src/contract/errors";
import type { CustomerProduct } from "../../packages/billing/src/contract/wire";
import { BillingProvider } from "../../packages/billing/src/react";
import { PlanBanner } from "../../src/app/plan-banner";
import { ToastArea } from "../../src/app/toast-area";
import { FakeTransport } from "../../packages/billing/tests/react/fake-transport";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  productIn,
} from "../../packages/billing/tests/react/wire-samples";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { INES, renderAt } from "./fake-identity";

function show(products: CustomerProduct[]) {
  const transport = new FakeTransport().answer("createCustomer", customer({ products }));
  const view = renderAt(
    "/upload",
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider transport={transport} identityKey="ines" locale="en-US">
        <PlanBanner />
      </BillingProvider>
      <ToastArea />
    </SWRConfig>,
    { identity: INES },
  );
  return { transport, ...view };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const pro = customerProduct({ id: "pro", name: "Pro" });
const leaving = { ...pro, canceled_at: 1, current_period_end: CYCLE_START };
const coming = customerProduct({ status: "scheduled", started_at: CYCLE_START });

describe("PlanBanner", () => {
  it("shows nothing without news", async () => {
    const { transport, container } = show([pro]);
    await waitFor(() => expect(transport.calls).toHaveLength(1));
    expect(container.querySelector(".billing-notice")).toBeNull();
  });

  it("asks for a card after a failed renewal, and comes back to this page", async () => {
    const { transport } = show([{ ...pro, past_due: true }]);
    transport.reply("setupPayment", () => fail("payments_not_configured", "No payments here"));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Your last payment did not go through. You keep Pro for now.",
    );
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Update card" }));
    expect(transport.argsOf("setupPayment")).toEqual([{ successUrl: "/upload" }]);
    expect(await screen.findByText("Payments are not available right now")).toBeTruthy();
  });

  it("links the open invoice, where a charge can be approved", async () => {
    const { transport } = show([{ ...pro, past_due: true }]);
    const invoice = {
      product_ids: ["pro"],
      stripe_id: "in_2",
      total: 15,
      currency: "usd",
      created_at: CYCLE_START,
      hosted_invoice_url: "https://pay.example/in_2",
    };
    const invoices = [
      { ...invoice, status: "paid" as const, stripe_id: "in_3" },
      { ...invoice, status: "open" as const },
    ];
    transport.answer(
      "createCustomer",
      customer({ products: [{ ...pro, past_due: true }], invoices }),
    );
    const tab = { location: { replace: vi.fn() }, opener: null, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(Object.assign(Object.create(null) as Window, tab));
    await userEvent.click(await screen.findByRole("button", { name: "Pay $15.00 now" }));
    expect(tab.location.replace).toHaveBeenCalledWith("https://pay.example/in_2");
    await expectAccessible();
  });

  it.each([
    [
      { retry_at: CYCLE_START, grace_ends_at: CYCLE_START + 6 * DAY_MS },
      "We’ll try your card again on Dec 11, 2026. You keep Pro until Dec 17, 2026.",
    ],
    [
      { grace_ends_at: CYCLE_START },
      "We’ll try your card one last time on Dec 11, 2026. If that fails, Pro ends.",
    ],
  ])("says when the charge is retried and when the plan ends: %j", async (dates, said) => {
    show([{ ...pro, past_due: true, ...dates }]);
    expect((await screen.findByRole("alert")).textContent).toContain(said);
  });

  it("names the next plan and its date, and offers to undo the change", async () => {
    const { transport } = show([leaving, coming]);
    const renewal = {
      ...checkoutAnswer(),
      product: productIn("renew", { id: "pro", name: "Pro" }),
    };
    transport.answer("checkout", renewal);
    await screen.findByText("You move to Creator on Dec 11, 2026.");
    await userEvent.click(screen.getByRole("button", { name: "Keep Pro" }));
    expect(transport.argsOf("checkout")).toEqual([{ productId: "pro" }]);
    expect(await screen.findByRole("dialog", { name: "Renew" })).toBeTruthy();
  });

  it("says when a plan ends and no plan follows", async () => {
    show([leaving]);
    expect(await screen.findByText("Pro ends on Dec 11, 2026.")).toBeTruthy();
  });
});
