import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../convex/contract/errors";
import type { Customer } from "../../../convex/contract/wire";
import { BillingProvider } from "../../../src/billing";
import { BillingSettingsScreen } from "../../../src/community/billing-settings/billing-settings-screen";
import { ToastArea } from "../../../src/shell/toast-area";
import { FakeTransport } from "../../billing/fake-transport";
import {
  CYCLE_START,
  customer,
  customerFeature,
  customerProduct,
  productItem,
} from "../../billing/wire-samples";
import { INES, renderAt } from "../../shell/fake-identity";
import { expectAccessible } from "../../ui/browser";

const price = productItem({ type: "price", feature_id: null, price: 6, interval: "month" });
const creator = customerProduct({
  id: "creator",
  name: "Creator",
  group: "main",
  is_default: false,
  items: [price],
  current_period_end: CYCLE_START,
});

function show(reply: FakeTransport, identityKey: string | null = "ines") {
  reply.answer("listProducts", { list: [] });
  return renderAt(
    "/settings/billing",
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider transport={reply} identityKey={identityKey} locale="en-US">
        <BillingSettingsScreen />
      </BillingProvider>
      <ToastArea />
    </SWRConfig>,
    identityKey === null ? {} : { identity: INES },
  );
}

function showCustomer(over: Partial<Customer>) {
  const transport = new FakeTransport().answer("createCustomer", {
    ...customer({}),
    products: [creator],
    payment_method: null,
    ...over,
  });
  show(transport);
  return transport;
}

describe("BillingSettingsScreen", () => {
  it("tells the plan, the next bill and its day, the card and the invoices", async () => {
    showCustomer({
      payment_method: {
        id: "pm_1",
        type: "card",
        card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
      },
      invoices: [
        {
          product_ids: ["creator"],
          stripe_id: "in_1",
          status: "paid",
          total: 14,
          currency: "usd",
          created_at: Date.UTC(2026, 10, 11, 12),
          hosted_invoice_url: null,
        },
      ],
    });
    const plan = within(await screen.findByRole("region", { name: "Creator" }));
    expect(plan.getByText("$6.00")).toBeTruthy();
    expect(plan.getByText("12/11/2026")).toBeTruthy();
    expect(plan.getByText("Visa ending in 4242, expires 12/2030")).toBeTruthy();
    const invoices = within(screen.getByRole("region", { name: "Invoices" }));
    expect(invoices.getByText("$14.00")).toBeTruthy();
    expect(invoices.getByText("11/11/2026, paid")).toBeTruthy();
    expect(screen.getByRole("form", { name: "Password form" })).toBeTruthy();
    await expectAccessible();
  });

  it("measures what is counted, and only names what simply is there", async () => {
    showCustomer({
      features: {
        uploads: customerFeature({ id: "uploads", name: "Uploads" }),
        hd: customerFeature({ id: "hd", name: "4K and HDR uploads", type: "static" }),
      },
    });
    expect(await screen.findAllByRole("meter")).toHaveLength(1);
    expect(screen.getByText("Also yours: 4K and HDR uploads.")).toBeTruthy();
  });

  it("tells of a change to come instead of a bill that will not", async () => {
    const next = customerProduct({
      id: "free",
      name: "Free",
      group: "main",
      status: "scheduled",
      started_at: CYCLE_START,
    });
    showCustomer({ products: [{ ...creator, canceled_at: 1 }, next] });
    expect(await screen.findByText(/You move to Free on 12\/11\/2026\./)).toBeTruthy();
    expect(screen.queryByText("$6.00")).toBeNull();
  });

  it("says where nothing is yet: no card, no invoice", async () => {
    showCustomer({ invoices: [] });
    expect(await screen.findByText("No card yet")).toBeTruthy();
    expect(screen.getByText(/No invoices yet/)).toBeTruthy();
  });

  it("opens the card page in another tab and says so", async () => {
    const tab = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
    // Only what navigation uses of a window.
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    const transport = showCustomer({});
    transport.reply("setupPayment", () =>
      ok({ customer_id: "ines", url: "https://pay.example/setup" }),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Add card" }));
    expect(await screen.findByText("The card page is open in another tab")).toBeTruthy();
    expect(tab.location.replace).toHaveBeenCalledWith("https://pay.example/setup");
    expect(transport.argsOf("setupPayment")).toEqual([{ successUrl: "/settings/billing" }]);
  });

  it("offers another try when the customer did not load", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const transport = new FakeTransport().reply("createCustomer", () =>
      fail("convex_action_failed", "no"),
    );
    show(transport);
    await screen.findByRole("heading", { name: "Your billing did not load" });
    transport.answer("createCustomer", { ...customer({}), products: [creator] });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("region", { name: "Creator" })).toBeTruthy();
  });

  it("shows its places while it loads", () => {
    show(new FakeTransport().reply("createCustomer", () => new Promise(() => undefined)));
    expect(screen.getByText("Your billing is loading")).toBeTruthy();
  });

  it("asks a stranger to sign in, and leads back", async () => {
    show(new FakeTransport(), null);
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Fbilling");
  });
});
