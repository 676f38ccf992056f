import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { memo, useState } from "react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkout } from "../../../src/contract/responses";
import { fail, ok } from "../../../src/contract/errors";
import { useBilling } from "../../../src/react/context";
import { BillingProvider } from "../../../src/react/hooks/provider";
import type { BillingProviderProps } from "../../../src/react/hooks/provider";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { useFormat } from "../../../src/react/hooks/use-format";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import type { CheckoutDialogProps, PaywallDialogProps } from "../../../src/react/types";
import { FakeTransport, deferred } from "../fake-transport";
import { checkoutAnswer, customer, customerFeature, product } from "../wire-samples";
import { billingWrapper, fakeConvex } from "./billing-harness";

const log = vi.fn();
beforeEach(() => {
  log.mockReset();
  vi.spyOn(console, "error").mockImplementation(log);
});
const ines = customer({ features: [customerFeature()] });

function PaywallBox({ open, featureId, requiredBalance }: PaywallDialogProps) {
  return <p>{`paywall ${open ? "open" : "closed"} ${featureId} ${requiredBalance ?? 1}`}</p>;
}
function CheckoutBox({ open, checkoutResult }: CheckoutDialogProps) {
  return <p>{`checkout ${open ? "open" : "closed"} ${checkoutResult.product.id}`}</p>;
}

describe("BillingProvider", () => {
  it("fails with a clear message without any backend", () => {
    expect(() => render(<BillingProvider identityKey={null}>page</BillingProvider>)).toThrow(
      "BillingProvider needs a backend URL, or `convex` and `api`",
    );
  });

  it.each([
    ["useCustomer", useCustomer],
    ["usePricingTable", usePricingTable],
    ["useFormat", useFormat],
    ["usePaywall", () => usePaywall({ featureId: "uploads" })],
  ])("names %s when it is used outside of it", (name, useHook: () => unknown) => {
    expect(() => renderHook(() => useHook())).toThrow(
      `${name} must be used within <BillingProvider />`,
    );
  });

  it("re-renders nothing below when it renders again with the same values", () => {
    const rendered = vi.fn();
    const Below = memo(function Below() {
      useBilling("Below");
      rendered();
      return null;
    });
    const transport = new FakeTransport();
    const page = (over: Partial<BillingProviderProps> = {}) => (
      <BillingProvider
        transport={transport}
        identityKey="ines"
        trustedOrigins={["http://127.0.0.1:3211"]}
        onError={() => undefined}
        {...over}
      >
        <Below />
      </BillingProvider>
    );
    const { rerender } = render(page());
    rerender(page({ onEvent: () => undefined }));
    expect(rendered).toHaveBeenCalledOnce();
    rerender(page({ identityKey: "sade" }));
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it("keeps one transport though a generated api is a new object at every access", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { convex } = fakeConvex(transport);
    const seen = new Set<unknown>();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <SWRConfig value={{ provider: () => new Map() }}>
        <BillingProvider convex={convex} api={fakeConvex(transport).api} identityKey="ines">
          {children}
        </BillingProvider>
      </SWRConfig>
    );
    const { result, rerender } = renderHook(
      () => {
        seen.add(useBilling("test").transport);
        return useCustomer();
      },
      { wrapper },
    );
    rerender();
    await waitFor(() => expect(result.current.customer).toEqual(ines));
    expect(seen.size).toBe(1);
  });

  it("logs a failed request once and passes the envelope on", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    transport.reply("track", () => fail("forbidden", "Not from a browser", 403));
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    const tracked = await act(() => result.current.track({ featureId: "uploads" }));
    expect(tracked).toEqual(fail("forbidden", "Not from a browser", 403));
    expect(log.mock.calls).toEqual([["[billing] track failed: Not from a browser (forbidden)"]]);
  });
});

describe("dialogs of the provider", () => {
  it("opens a host's paywall and a host's checkout in one tick, and shows both", async () => {
    const transport = new FakeTransport()
      .answer("createCustomer", ines)
      .answer("checkout", checkoutAnswer());
    const onEvent = vi.fn();
    const { result } = renderHook(() => [useCustomer(), useBilling("test")] as const, {
      wrapper: billingWrapper(transport, { current: { onEvent } }),
    });
    await waitFor(() => expect(result.current[0].customer).toEqual(ines));
    act(() => {
      result.current[0].check({ featureId: "uploads", requiredBalance: 2, dialog: PaywallBox });
      result.current[1].showCheckout(CheckoutBox, {
        checkoutResult: checkoutAnswer(),
        checkoutParams: {},
      });
    });
    expect(screen.getByText("paywall open uploads 2")).toBeDefined();
    expect(screen.getByText("checkout open creator")).toBeDefined();
    await waitFor(() =>
      expect(onEvent.mock.calls).toEqual([
        [{ type: "paywall_shown", featureId: "uploads" }],
        [{ type: "checkout_opened", productId: "creator" }],
      ]),
    );
  });

  it("asks a visitor to sign in instead of opening a paywall that could not load", () => {
    const onSignIn = vi.fn();
    const onEvent = vi.fn();
    const { result } = renderHook(() => useCustomer(), {
      wrapper: billingWrapper(new FakeTransport(), {
        current: { identityKey: null, onSignIn, onEvent },
      }),
    });
    act(() => void result.current.check({ featureId: "uploads", dialog: PaywallBox }));
    expect(onSignIn.mock.calls).toEqual([[null]]);
    expect(screen.queryByText(/paywall/)).toBeNull();
    expect(onEvent).not.toHaveBeenCalled();
  });

  it("opens a visitor's paywall where the host has no sign-in", () => {
    const { result } = renderHook(() => useCustomer(), {
      wrapper: billingWrapper(new FakeTransport(), { current: { identityKey: null } }),
    });
    act(() => void result.current.check({ featureId: "uploads", dialog: PaywallBox }));
    expect(screen.getByText("paywall open uploads 1")).toBeDefined();
  });

  it("resets the dialog at each opening: no earlier choice is left", () => {
    const Choice = ({ featureId }: PaywallDialogProps) => {
      const [chosen, choose] = useState("nothing");
      return <button onClick={() => choose(featureId)}>{`chose ${chosen}`}</button>;
    };
    const { result } = renderHook(() => useBilling("test"), {
      wrapper: billingWrapper(new FakeTransport()),
    });
    act(() => result.current.showPaywall(Choice, { featureId: "uploads" }));
    act(() => screen.getByText("chose nothing").click());
    expect(screen.getByText("chose uploads")).toBeDefined();
    act(() => result.current.showPaywall(Choice, { featureId: "uploads" }));
    expect(screen.getByText("chose nothing")).toBeDefined();
  });

  it("closes a dialog when its user leaves, and opens none late", async () => {
    const late = deferred<ReturnType<typeof ok<Checkout>>>();
    const transport = new FakeTransport()
      .answer("createCustomer", ines)
      .reply("checkout", () => late.promise);
    const host = { current: { identityKey: "ines" } };
    const { result, rerender } = renderHook(() => [useCustomer(), useBilling("test")] as const, {
      wrapper: billingWrapper(transport, host),
    });
    const opening = result.current[0].checkout({ productId: "creator", dialog: CheckoutBox });
    act(() => result.current[1].showPaywall(PaywallBox, { featureId: "uploads" }));
    expect(screen.getByText(/paywall open/)).toBeDefined();

    host.current = { identityKey: "sade" };
    rerender();
    await act(async () => {
      late.resolve(ok(checkoutAnswer()));
      await opening;
    });
    expect(screen.queryByText(/paywall|checkout/)).toBeNull();
  });

  it("does not open the paywall while the customer loads", () => {
    const transport = new FakeTransport().reply("createCustomer", () => new Promise(() => null));
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    act(() => void result.current.check({ featureId: "uploads", dialog: PaywallBox }));
    expect(screen.queryByText(/paywall/)).toBeNull();
  });

  it.each([
    [true, "checkout open creator"],
    [undefined, undefined],
  ])("with alwaysConfirm %s an answer with only a URL shows %s", async (alwaysConfirm, shown) => {
    const transport = new FakeTransport()
      .answer("createCustomer", ines)
      .answer("checkout", checkoutAnswer({ url: "javascript:never" }));
    const { result } = renderHook(() => useCustomer(), {
      wrapper: billingWrapper(transport, { current: { alwaysConfirm } }),
    });
    const answer = await act(() =>
      result.current.checkout({ productId: "creator", dialog: CheckoutBox }),
    );
    expect(screen.queryByText(/checkout/)?.textContent).toBe(shown);
    expect(answer.error?.code).toBe(shown ? undefined : "unsafe_url");
  });
});

describe("the live revision", () => {
  async function renderLive() {
    const transport = new FakeTransport()
      .answer("createCustomer", ines)
      .answer("listProducts", { list: [product()] });
    const { convex, api, push } = fakeConvex(transport);
    const host = { current: { convex, api, transport: undefined, identityKey: "ines" } };
    const view = renderHook(() => [useCustomer(), useCustomer(), usePricingTable()] as const, {
      wrapper: billingWrapper(transport, host),
    });
    const revise = (revision: unknown) =>
      act(async () => {
        push(revision);
        await vi.advanceTimersByTimeAsync(0);
      });
    const asked = () => transport.calls.map(({ op }) => op).sort();
    const forget = () => transport.calls.splice(0);
    await act(() => vi.advanceTimersByTimeAsync(0));
    return { ...view, revise, push, asked, forget, host, transport };
  }

  beforeEach(() => void vi.useFakeTimers());

  it("refetches each query once per change, and nothing for the first revision", async () => {
    const { revise, asked, forget } = await renderLive();
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
    forget();
    await revise({ customer: 1, catalogue: 1, next_change_at: null });
    expect(asked()).toEqual([]);
    await revise({ customer: 2, catalogue: 1, next_change_at: null });
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
    forget();
    await revise({ customer: 2, catalogue: 1, next_change_at: null });
    expect(asked()).toEqual([]);
  });

  it("causes no refetch when it arrives together with a new identity", async () => {
    const { revise, push, asked, forget, host, rerender } = await renderLive();
    await revise({ customer: 1, catalogue: 1, next_change_at: null });
    forget();
    await act(async () => {
      host.current = { ...host.current, identityKey: "sade" };
      rerender();
      push({ customer: 7, catalogue: 1, next_change_at: null });
      await vi.advanceTimersByTimeAsync(5_000);
    });
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
  });

  it("is remembered per identity: the last one's revision is no change for the next", async () => {
    const { revise, asked, forget, host, rerender } = await renderLive();
    await revise({ customer: 1, catalogue: 1, next_change_at: null });
    host.current = { ...host.current, identityKey: "sade" };
    rerender();
    await revise({ customer: 7, catalogue: 1, next_change_at: null });
    forget();
    await revise({ customer: 8, catalogue: 1, next_change_at: null });
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
    forget();
    await revise({ customer: 7, catalogue: 1, next_change_at: null });
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
  });

  it("shows the new customer everywhere", async () => {
    const { revise, result, transport } = await renderLive();
    await revise({ customer: 1, catalogue: 1, next_change_at: null });
    const richer = customer({ features: [customerFeature({ balance: 5 })] });
    transport.reply("createCustomer", () => ok(richer));
    await revise({ customer: 2, catalogue: 1, next_change_at: null });
    expect(result.current[0].allowed({ featureId: "uploads" })).toBe(true);
    expect(result.current[1].allowed({ featureId: "uploads" })).toBe(true);
  });

  it("refetches once when a scheduled change is due", async () => {
    const { revise, asked, forget } = await renderLive();
    forget();
    const next_change_at = Date.now() + 40 * 24 * 3_600_000;
    await revise({ customer: 1, catalogue: 1, next_change_at });
    await act(() => vi.advanceTimersByTimeAsync(39 * 24 * 3_600_000));
    expect(asked()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000));
    expect(asked()).toEqual(["createCustomer", "listProducts"]);
  });

  it("is ignored when its query fails", async () => {
    const { revise, asked, forget, result } = await renderLive();
    forget();
    await revise(new Error("Server Error"));
    expect(asked()).toEqual([]);
    expect(result.current[0].customer).toEqual(ines);
  });

  it("subscribes once, also when React runs effects twice", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { convex, api, push } = fakeConvex(transport);
    push({ customer: 7, catalogue: 1, next_change_at: null });
    const host = { current: { convex, api, transport: undefined } };
    const { result } = renderHook(() => useCustomer(), {
      wrapper: billingWrapper(transport, host),
      reactStrictMode: true,
    });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(result.current.customer).toEqual(ines);
    expect(transport.calls).toHaveLength(1);
  });

  it("uses the present client's subscription only, and ends it on unmount", () => {
    const subscribed: string[] = [];
    const client = (name: string) => ({
      ...fakeConvex(new FakeTransport().answer("createCustomer", ines)).convex,
      watchQuery: () => ({
        onUpdate: () => {
          subscribed.push(name);
          return () => void subscribed.splice(subscribed.indexOf(name), 1);
        },
        localQueryResult: () => undefined,
      }),
    });
    const { api } = fakeConvex(new FakeTransport());
    const host = { current: { convex: client("first"), api, transport: undefined } };
    const wrapper = billingWrapper(new FakeTransport(), host);
    const { rerender, unmount } = renderHook(() => useCustomer(), { wrapper });
    expect(subscribed).toEqual(["first"]);
    host.current = { ...host.current, convex: client("second") };
    rerender();
    expect(subscribed).toEqual(["second"]);
    unmount();
    expect(subscribed).toEqual([]);
  });

  it("does not poll", async () => {
    const { asked, forget } = await renderLive();
    forget();
    await act(() => vi.advanceTimersByTimeAsync(3_600_000));
    expect(asked()).toEqual([]);
  });
});
