import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { PricingTable } from "../../../src/react/components/pricing-table";
import { useBilling } from "../../../src/react/context";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { useEntity } from "../../../src/react/hooks/use-entity";
import { useFormat } from "../../../src/react/hooks/use-format";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import { useUsage } from "../../../src/react/hooks/use-usage";
import type { BillingProviderProps } from "../../../src/react/hooks/provider";
import { GERMAN } from "../../../src/react/messages/german";
import type { CheckoutDialogProps } from "../../../src/react/types";
import "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { press } from "../press";
import {
  checkoutAnswer,
  customer,
  customerFeature,
  entity,
  featureCheck,
  product,
  productIn,
} from "../wire-samples";
import { billingWrapper } from "./billing-harness";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

function backend() {
  return new FakeTransport()
    .answer("createCustomer", customer({ features: [customerFeature({ balance: 1 })] }))
    .answer("listProducts", {
      list: [product(), product({ id: "pro", name: "Pro" })],
    })
    .answer("getEntity", entity())
    .answer("query", { list: [{ period: 0, uploads: 1 }], total: {} })
    .answer("check", featureCheck());
}

/** A page whose host passes other props at its second render. */
function renderTwice<Result, Props>(
  useIt: (props: Props) => Result,
  [first, second]: readonly [Props, Props],
  host: readonly [Partial<BillingProviderProps>, Partial<BillingProviderProps>] = [{}, {}],
  transport = backend(),
) {
  const live = { current: host[0] };
  const view = renderHook(useIt, {
    initialProps: first,
    wrapper: billingWrapper(transport, live),
  });
  const change = () => {
    live.current = host[1];
    view.rerender(second);
  };
  return { ...view, transport, change };
}

describe("a prop that a host changes while the page is open", () => {
  const list = [product()];
  it.each<
    [
      prop: keyof BillingProviderProps,
      first: Partial<BillingProviderProps>,
      second: Partial<BillingProviderProps>,
    ]
  >([
    ["locale", { locale: "en-US" }, { locale: "de-DE" }],
    ["language", {}, { language: GERMAN }],
    ["alwaysConfirm", { alwaysConfirm: true }, { alwaysConfirm: false }],
    ["backendUrl", { backendUrl: "https://a.example" }, { backendUrl: "https://b.example" }],
    ["identityKey", { identityKey: "ines" }, { identityKey: undefined }],
    ["visitorProducts", {}, { visitorProducts: { list } }],
  ])("reaches the components below: %s", (prop, first, second) => {
    const hook = () => useBilling("test");
    const { result, change } = renderTwice(hook, [undefined, undefined], [first, second]);
    const value = () => (result.current as unknown as Record<string, unknown>)[prop];
    change();
    expect(value()).toBe(second[prop]);
  });

  it("changes the texts at once", () => {
    const { result, change } = renderTwice(
      useFormat,
      [undefined, undefined],
      [{ locale: "en-US" }, { locale: "de-DE", language: GERMAN }],
    );
    change();
    expect(result.current.t("retry")).toBe(GERMAN.messages.retry);
    expect(result.current.money(1.5, "eur").replace("\u00a0", " ")).toBe("1,50 €");
  });

  it("changes which origins are allowed at once", () => {
    const a = "http://a.example";
    const b = "http://b.example";
    const tab = {
      opener: null,
      location: { replace: vi.fn() },
      close: vi.fn(),
    };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    const hook = () => useBilling("test").navigator;
    const { result, change } = renderTwice(
      hook,
      [undefined, undefined],
      [{ trustedOrigins: [a] }, { trustedOrigins: [b, "http://c.example"] }],
    );
    const goes = () =>
      [a, b, "http://c.example"].map((url) => result.current.prepare(true).go(`${url}/x`));
    expect(goes()).toEqual([true, false, false]);
    change();
    expect(goes()).toEqual([false, true, true]);
  });

  it("replaces the listeners for failures and events", async () => {
    const early = { onError: vi.fn(), onEvent: vi.fn() };
    const late = { onError: vi.fn(), onEvent: vi.fn() };
    const { result, change } = renderTwice(
      () => useBilling("test"),
      [undefined, undefined],
      [early, late],
    );
    const { emit, reportError } = result.current;
    change();
    act(() => {
      emit({ type: "paywall_shown", featureId: "uploads" });
      reportError({ code: "x", message: "y", operation: "check" });
    });
    await Promise.resolve();
    expect([early.onError, early.onEvent].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(late.onEvent).toHaveBeenCalledOnce();
    expect(late.onError).toHaveBeenCalledOnce();
  });

  it("replaces the transport", async () => {
    const { result, change, transport } = renderTwice(useCustomer, [undefined, undefined]);
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    const before = transport.calls.length;
    const other = backend().reply("cancel", () => fail("forbidden", "no", 403));
    const live = renderTwice(useCustomer, [undefined, undefined], [{}, { transport: other }]);
    await waitFor(() => expect(live.result.current.customer).not.toBeNull());
    live.change();
    await act(() => live.result.current.cancel({ productId: "pro" }));
    expect(other.argsOf("cancel")).toHaveLength(1);
    change();
    expect(transport.calls).toHaveLength(before);
  });

  it("turns confirmation dialogs on", async () => {
    const Box = ({ open }: CheckoutDialogProps) => (open ? <p>the dialog</p> : null);
    const { result, change } = renderTwice(
      useCustomer,
      [undefined, undefined],
      [{ alwaysConfirm: false }, { alwaysConfirm: true }],
      backend().answer("checkout", checkoutAnswer({ url: "javascript:never" })),
    );
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    await act(() => result.current.checkout({ productId: "pro", dialog: Box }));
    expect(screen.queryByText("the dialog")).toBeNull();
    change();
    await act(() => result.current.checkout({ productId: "pro", dialog: Box }));
    expect(screen.getByText("the dialog")).toBeTruthy();
  });
});

describe("an argument that a component changes in a hook", () => {
  it.each<
    [
      what: string,
      useIt: (changed: boolean) => unknown,
      op: "createCustomer" | "getEntity" | "query" | "check",
      sent: object,
    ]
  >([
    [
      "what is expanded",
      (on) => useCustomer(on ? { expand: ["invoices"] } : {}),
      "createCustomer",
      { errorOnNotFound: false, expand: ["invoices"] },
    ],
    ["the entity", (on) => useEntity(on ? "s2" : "s1"), "getEntity", { entityId: "s2" }],
    [
      "what is expanded of it",
      (on) => useEntity("s1", on ? { expand: ["invoices"] } : {}),
      "getEntity",
      { entityId: "s1", expand: ["invoices"] },
    ],
    [
      "the used feature",
      (on) => useUsage({ featureId: on ? "b" : "a" }),
      "query",
      { featureId: "b", range: "last_cycle" },
    ],
    [
      "the range",
      (on) => useUsage({ featureId: "a", range: on ? "7d" : "24h" }),
      "query",
      { featureId: "a", range: "7d" },
    ],
    [
      "the feature of a paywall",
      (on) => usePaywall({ featureId: on ? "b" : "a" }),
      "check",
      { featureId: "b", withPreview: true },
    ],
    [
      "from no feature to one",
      (on) => usePaywall({ featureId: on ? "b" : null }),
      "check",
      { featureId: "b", withPreview: true },
    ],
  ])("is requested again: %s", async (_what, useIt, op, sent) => {
    const { change, transport } = renderTwice(useIt, [false, true]);
    await act(async () => Promise.resolve());
    change();
    await waitFor(() => expect(transport.argsOf(op).at(-1)).toEqual(sent));
  });

  it("changes the products without a new request", async () => {
    const { result, change, transport } = renderTwice(
      (id: string) => usePricingTable({ productDetails: [{ id, name: `My ${id}` }] }),
      ["creator", "pro"],
    );
    await waitFor(() => expect(result.current.products[0]?.name).toBe("My creator"));
    change();
    expect(result.current.products.map(({ name }) => name)).toEqual(["My pro"]);
    expect(transport.calls).toHaveLength(1);
  });

  it("decides again whether a missing customer is an error", async () => {
    const { result, change } = renderTwice(
      (errorOnNotFound: boolean) => useCustomer({ errorOnNotFound }),
      [false, true],
      [{ identityKey: null }, { identityKey: null }],
    );
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current.error).toBeUndefined();
    change();
    expect(result.current.error?.code).toBe("CUSTOMER_ID_REQUIRED");
  });
});

describe("a pricing table", () => {
  const sold = [productIn("upgrade", { id: "pro", name: "Pro" })];

  it("calls the present handler of its host on a click", async () => {
    const transport = backend().answer("listProducts", { list: sold });
    transport.answer("checkout", checkoutAnswer());
    const first = vi.fn();
    const second = vi.fn();
    const live: { current: Partial<BillingProviderProps> } = {
      current: { identityKey: null, onSignIn: first },
    };
    const { rerender } = render(<PricingTable />, { wrapper: billingWrapper(transport, live) });
    await screen.findByRole("article", { name: "Pro" });
    live.current = { identityKey: null, onSignIn: second };
    rerender(<PricingTable />);
    await press("Upgrade");
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledExactlyOnceWith({ productId: "pro" });
    live.current = { identityKey: "ines", onSignIn: second };
    rerender(<PricingTable checkoutParams={{ reward: "SPRING" }} />);
    await press("Upgrade");
    expect(second).toHaveBeenCalledOnce();
    await waitFor(() =>
      expect(transport.argsOf("checkout")).toEqual([{ productId: "pro", reward: "SPRING" }]),
    );
  });
});
