import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Product } from "../../src/contract/wire";
import { EndProduct } from "../../src/react/components/end-product";
import { InvoiceList } from "../../src/react/components/invoice-list";
import { PricingTable } from "../../src/react/components/pricing-table";
import { SeatTable } from "../../src/react/components/seat-table";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PaywallDialog } from "../../src/react/dialogs/paywall-dialog";
import { PlanChangeDialog } from "../../src/react/dialogs/plan-change-dialog";
import { useCancelDialog } from "../../src/react/hooks/use-cancel-dialog";
import { useCustomer } from "../../src/react/hooks/use-customer";
import { useEntity } from "../../src/react/hooks/use-entity";
import type { BillingProviderProps } from "../../src/react/hooks/provider";
import type { CustomerHandle, EntityHandle } from "../../src/react/params";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { press } from "./press";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  entity,
  featureCheck,
  preview,
  productIn,
  productPreview,
} from "./wire-samples";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

const LOADS: readonly string[] = ["createCustomer", "listProducts", "getEntity", "check"];
const paid = customerProduct({ current_period_end: CYCLE_START });
const seat = {
  ...{ id: "seat_1", name: "Ana", customer_id: "ines", feature_id: "seats" },
  ...{ created_at: CYCLE_START, env: "sandbox" as const },
};

/** A page whose outgoing calls are all recorded. Only loads get a response. */
function openPage(host: Partial<BillingProviderProps> = {}, products: Product[] = []) {
  const transport = new FakeTransport()
    .answer(
      "createCustomer",
      customer({
        products: [paid],
        entities: [seat],
        features: [customerFeature({ balance: 1 })],
      }),
    )
    .answer("listProducts", { list: products })
    .answer("getEntity", entity())
    .answer("check", featureCheck({ preview: preview() }));
  const onEvent = vi.fn();
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const wrapper = billingWrapper(transport, { current: { onEvent, locale: "en-US", ...host } });
  const left = () => ({
    calls: transport.calls.filter(({ op }) => !LOADS.includes(op)).map(({ op }) => op),
    events: onEvent.mock.calls.length,
    tabs: open.mock.calls.length,
    dialogs: document.querySelectorAll("[role$=dialog]").length,
  });
  return { transport, wrapper, left };
}
const NOTHING = { calls: [], events: 0, tabs: 0, dialogs: 0 };
const settle = () => act(async () => Promise.resolve());

describe("a call that is refused in the browser", () => {
  type Handles = { own: CustomerHandle; none: EntityHandle };
  const dialogs = { dialog: CheckoutDialog, openInNewTab: true };

  it.each<[what: string, call: (page: Handles) => unknown]>([
    [
      "an attach for no entity",
      ({ none }) => none.attach({ productId: "pro", openInNewTab: true }),
    ],
    ["a checkout for no entity", ({ none }) => none.checkout({ productId: "pro", ...dialogs })],
    ["a cancellation for no entity", ({ none }) => none.cancel({ productId: "pro" })],
    ["use of no entity", ({ none }) => none.track({ featureId: "uploads" })],
    [
      "a checkout of several in one dialog",
      ({ own }) => expect(own.checkout({ productIds: ["a", "b"], ...dialogs })).rejects.toThrow(),
    ],
    [
      "a negative amount",
      ({ own }) => {
        const wrong = { featureId: "prints", requiredBalance: -1, dialog: PaywallDialog };
        expect(() => own.check(wrong)).toThrow(RangeError);
        expect(() => own.allowed(wrong)).toThrow(RangeError);
      },
    ],
    [
      "a check without feature and product",
      ({ own }) => expect(() => own.check({})).toThrow("requires either"),
    ],
  ])("sends no request, opens no dialog and emits no event: %s", async (_what, call) => {
    const { wrapper, left } = openPage();
    const { result } = renderHook(() => ({ own: useCustomer(), none: useEntity(null) }), {
      wrapper,
    });
    await waitFor(() => expect(result.current.own.customer).not.toBeNull());
    await act(async () => void (await call(result.current)));
    expect(left()).toEqual(NOTHING);
  });

  it.each([
    ["an allowed use", { featureId: "uploads" }],
    ["a use that is allowed to the last unit", { featureId: "uploads", requiredBalance: 1 }],
    ["0 units of a granted feature", { featureId: "uploads", requiredBalance: 0 }],
    ["an active product", { productId: "creator" }],
    ["an active product, with a feature that is denied", { productId: "creator", featureId: "x" }],
    ["a missing product alone", { productId: "pro" }],
  ])("opens no paywall for %s", async (_what, asked) => {
    const { wrapper, left } = openPage();
    const { result } = renderHook(() => useCustomer(), { wrapper });
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    act(() => void result.current.check({ ...asked, dialog: PaywallDialog }));
    expect(left()).toEqual(NOTHING);
  });

  it.each([
    ["one unit more than there is", { featureId: "uploads", requiredBalance: 2 }],
    ["a feature that is not granted", { featureId: "prints" }],
    ["a feature with a product that is missing", { featureId: "uploads", productId: "pro" }],
  ])("opens a paywall for %s, and none for a mere check", async (_what, asked) => {
    const { wrapper, left } = openPage();
    const { result } = renderHook(() => useCustomer(), { wrapper });
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    expect(result.current.allowed({ ...asked, dialog: PaywallDialog })).toBe(false);
    act(() => void result.current.check(asked));
    expect(left()).toEqual(NOTHING);
    act(() => void result.current.check({ ...asked, dialog: PaywallDialog }));
    await settle();
    expect(left()).toEqual({ ...NOTHING, events: 1, dialogs: 1 });
  });
});

describe("a click that is refused in the browser", () => {
  const upgrade = productIn("upgrade", { id: "pro", name: "Pro" });

  it.each<[when: string, host: Partial<BillingProviderProps>, sold: Product, words: string]>([
    ["a visitor has nowhere to sign in", { identityKey: null }, upgrade, "Upgrade"],
    ["the plan is the current one", {}, productIn("active"), "Current Plan"],
    ["the plan is scheduled", {}, productIn("scheduled"), "Plan Scheduled"],
  ])("does nothing when %s", async (_when, host, sold, words) => {
    const { wrapper, left } = openPage(host, [sold]);
    render(<PricingTable />, { wrapper });
    await press(words);
    expect(left()).toEqual(NOTHING);
  });

  it("is not possible while the identity is loading", async () => {
    const { transport, wrapper, left } = openPage({
      ...{ identityKey: undefined, visitorProducts: { list: [upgrade] } },
    });
    render(<PricingTable />, { wrapper });
    await settle();
    expect(document.querySelector("button")).toBeNull();
    expect(transport.calls).toEqual([]);
    expect(left()).toEqual(NOTHING);
  });

  it.each<[what: string, node: ReactElement]>([
    ["a scheduled product", <EndProduct key="1" product={{ ...paid, status: "scheduled" }} />],
    ["an expired product", <EndProduct key="2" product={{ ...paid, status: "expired" }} />],
    ["a product without an end", <EndProduct key="3" product={customerProduct()} />],
  ])("has no cancel button for %s", async (_what, node) => {
    const { wrapper } = openPage();
    render(node, { wrapper });
    await settle();
    expect(document.querySelector("button")).toBeNull();
  });

  it.each([
    ["is not held", { productId: "pro" }, {}],
    ["an entity holds", { productId: "creator" }, { entity_id: "seat_1" }],
    ["another entity holds", { productId: "creator", entityId: "s2" }, { entity_id: "seat_1" }],
    ["the customer holds", { productId: "creator", entityId: "seat_1" }, {}],
    ["is scheduled", { productId: "creator" }, { status: "scheduled" as const }],
    ["has ended", { productId: "creator" }, { status: "expired" as const }],
  ])("cancels nothing that %s, not even in its own dialog", async (_what, asked, over) => {
    const { wrapper, transport, left } = openPage();
    transport.answer("createCustomer", customer({ products: [{ ...paid, ...over }] }));
    const { result } = renderHook(
      () => useCancelDialog({ open: true, setOpen: () => undefined, ...asked }),
      { wrapper },
    );
    await waitFor(() => expect(result.current.state).toBe("failed"));
    await act(() => result.current.confirm());
    expect(left()).toEqual(NOTHING);
  });

  it("opens no invoice at an unsafe URL, and has no button without a URL", async () => {
    const invoice = {
      ...{ product_ids: [], stripe_id: "in_1", status: "paid" as const, total: 1 },
      ...{ currency: "usd", created_at: CYCLE_START, hosted_invoice_url: "javascript:alert(1)" },
    };
    const { wrapper } = openPage();
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    const bare = { ...invoice, stripe_id: "in_2", hosted_invoice_url: null };
    render(<InvoiceList invoices={[invoice, bare]} />, { wrapper });
    await press("Invoice of");
    expect(tab.location.replace).not.toHaveBeenCalled();
    expect(tab.close).toHaveBeenCalledOnce();
  });
});

describe("a list of invoices", () => {
  const invoice = (n: number) => ({
    ...{ product_ids: [], stripe_id: `in_${n}`, status: "paid" as const, total: 1 },
    ...{ currency: "usd", created_at: CYCLE_START, hosted_invoice_url: null },
  });

  it.each([
    [99, []],
    [100, ["billingPortal"]],
  ])("of %i leads to the page with all of them by %j", async (count, calls) => {
    const { wrapper, transport, left } = openPage();
    transport.answer("billingPortal", { customer_id: "user_ana", url: "https://pay.test/portal" });
    const invoices = Array.from({ length: count }, (_, n) => invoice(n));
    render(<InvoiceList invoices={invoices} />, { wrapper });
    const button = screen.queryByRole("button", { name: "All invoices" });
    if (button) await press("All invoices");
    expect(left().calls).toEqual(calls);
  });
});

describe("a dialog that is dismissed", () => {
  const change = {
    preview: productPreview(),
    attachParams: { productId: "pro" },
  };
  const shut = vi.fn();
  const control = { open: true, setOpen: shut };
  const DIALOGS: readonly [name: string, node: ReactElement, wayOut: string][] = [
    ["cancellation", <CancelDialog key="1" {...control} productId="creator" />, "Keep Creator"],
    ["paywall", <PaywallDialog key="2" {...control} featureId="prints" />, "Not now"],
    ["plan change", <PlanChangeDialog key="3" {...control} {...change} />, "Not now"],
    [
      "checkout",
      <CheckoutDialog
        {...control}
        key="4"
        checkoutResult={checkoutAnswer()}
        checkoutParams={{ productId: "creator" }}
      />,
      "Not now",
    ],
  ];

  it.each(DIALOGS)("calls nothing, however it is closed: %s", async (_name, node, wayOut) => {
    const { wrapper, transport, left } = openPage();
    transport.reply("checkout", () => new Promise(() => undefined));
    shut.mockReset();
    render(node, { wrapper });
    await press(wayOut);
    await press("Close");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    fireEvent.pointerDown(document.querySelector("[data-slot=dialog-scrim]") ?? document.body);
    expect(shut.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(shut.mock.calls.flat()).not.toContain(true);
    const { calls, events } = left();
    // A plan change has requested its price, which is not a purchase.
    expect(calls.filter((op) => op !== "checkout")).toEqual([]);
    expect(events).toBe(0);
  });

  it("is not rendered and requests nothing while it is closed", async () => {
    const { wrapper, left, transport } = openPage();
    render(
      <>
        <PaywallDialog open={false} setOpen={shut} featureId="prints" />
        <PlanChangeDialog open={false} setOpen={shut} {...change} />
      </>,
      { wrapper },
    );
    await settle();
    expect(left()).toEqual(NOTHING);
    expect(transport.argsOf("check")).toEqual([]);
  });

  it("removes no seat", async () => {
    const { wrapper, left } = openPage();
    render(<SeatTable featureId="seats" title="Seats" editing="host" />, { wrapper });
    await press("Remove Ana", "Keep the seat");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await press("Add a seat");
    expect(left()).toEqual(NOTHING);
  });
});
