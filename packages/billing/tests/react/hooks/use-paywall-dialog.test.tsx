import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { useBilling } from "../../../src/react/context";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import { usePaywallDialog } from "../../../src/react/hooks/use-paywall-dialog";
import type { PaywallDialogProps } from "../../../src/react/types";
import { FakeTransport } from "../fake-transport";
import { checkoutAnswer, featureCheck, preview, product } from "../wire-samples";
import { billingWrapper, fakeConvex } from "./billing-harness";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

const pro = product({ id: "pro", name: "Pro" });
const proCheckout = checkoutAnswer({ url: "https://pay.example/c", product: pro });

describe("usePaywall", () => {
  it("requests the preview of this feature, entity and amount", async () => {
    const transport = new FakeTransport().answer("check", featureCheck());
    const params = { featureId: "uploads", entityId: "seat", requiredBalance: 3 };
    const { result } = renderHook(() => usePaywall(params), {
      wrapper: billingWrapper(transport),
    });
    expect(result.current).toMatchObject({ data: null, allowed: null, isLoading: true });
    await waitFor(() => expect(result.current.data).toEqual(preview()));
    expect(result.current.allowed).toBe(false);
    expect(transport.argsOf("check")).toEqual([{ ...params, withPreview: true }]);
  });

  it.each([
    ["the user is a visitor", null, "uploads"],
    ["there is no feature", "ines", null],
  ])("requests nothing when %s", (_when, identityKey, featureId) => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => usePaywall({ featureId }), {
      wrapper: billingWrapper(transport, { current: { identityKey } }),
    });
    expect(result.current).toMatchObject({ data: null, isLoading: false });
    expect(transport.calls).toEqual([]);
  });
});

function renderPaywall(transport: FakeTransport, over: Partial<PaywallDialogProps> = {}) {
  const setOpen = vi.fn();
  const onUnlocked = vi.fn();
  const onError = vi.fn();
  const first: PaywallDialogProps = {
    open: true,
    setOpen,
    featureId: "uploads",
    onUnlocked,
    ...over,
  };
  const onEvent = vi.fn();
  const view = renderHook(
    (props: PaywallDialogProps) => ({
      paywall: usePaywallDialog(props),
      refresh: useBilling("test").refresh,
    }),
    { initialProps: first, wrapper: billingWrapper(transport, { current: { onError, onEvent } }) },
  );
  const again = (props: Partial<PaywallDialogProps>) => view.rerender({ ...first, ...props });
  return { ...view, again, setOpen, onUnlocked, onError, onEvent };
}

/** A paywall that has loaded its offer. */
async function renderOffer(over: Partial<PaywallDialogProps> = {}, products = [pro]) {
  const transport = new FakeTransport()
    .answer("check", featureCheck({ preview: preview({ products }) }))
    .answer("checkout", proCheckout);
  const view = renderPaywall(transport, over);
  await waitFor(() => expect(view.result.current.paywall.state).toBe("offering"));
  return { ...view, transport };
}

describe("usePaywallDialog", () => {
  it("requests nothing before it is opened", async () => {
    const transport = new FakeTransport().answer("check", featureCheck());
    const { result, again } = renderPaywall(transport, { open: false });
    expect(transport.calls).toEqual([]);
    again({ open: true });
    expect(result.current.paywall.state).toBe("loading");
    await waitFor(() => expect(result.current.paywall.state).toBe("offering"));
  });

  it("requests the feature, the entity and the amount that were denied", async () => {
    const asked = { featureId: "uploads", entityId: "seat", requiredBalance: 3 };
    const { transport } = await renderOffer(asked);
    expect(transport.argsOf("check")).toEqual([{ ...asked, withPreview: true }]);
  });

  it("names the offered product", async () => {
    const { result } = await renderOffer();
    expect(result.current.paywall.product).toEqual(pro);
    expect(result.current.paywall.copy?.title).toBe("Upgrade to Pro");
  });

  it("says that it failed when there is no preview", async () => {
    const transport = new FakeTransport();
    transport.reply("check", () => fail("internal_error", "Down", 500));
    const { result } = renderPaywall(transport);
    await waitFor(() => expect(result.current.paywall.state).toBe("failed"));
    await act(() => result.current.paywall.upgrade());
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it("opens the checkout of that product in its place, and hides meanwhile", async () => {
    const { result, transport, onEvent } = await renderOffer({ entityId: "seat" });
    await act(() => result.current.paywall.upgrade());
    expect(onEvent.mock.calls).toEqual([[{ type: "checkout_opened", productId: "pro" }]]);
    expect(transport.argsOf("checkout")).toEqual([
      { productId: "pro", entityId: "seat", openInNewTab: true },
    ]);
    expect(result.current.paywall).toMatchObject({
      open: false,
      checkout: {
        open: true,
        checkoutResult: proCheckout,
        checkoutParams: { productId: "pro", entityId: "seat", openInNewTab: true },
      },
    });
    act(() => result.current.paywall.checkout?.setOpen(false));
    expect(result.current.paywall.open).toBe(true);
  });

  it("opens the payment page in this tab, and returns to this page, if the host says so", async () => {
    const { result, transport } = await renderOffer({ target: "_self" });
    window.history.replaceState(null, "", "/works/7?tab=boost");
    await act(() => result.current.paywall.upgrade());
    const asked = { productId: "pro", successUrl: "/works/7?tab=boost" };
    expect(transport.argsOf("checkout")).toEqual([asked]);
    expect(result.current.paywall.checkout?.checkoutParams).toEqual(asked);
  });

  it("sells another product that unlocks the feature, if the customer chooses it", async () => {
    const pack = product({ id: "pack", name: "Ten uploads", is_add_on: true });
    const { result, transport } = await renderOffer({}, [pro, pack]);
    expect(result.current.paywall.others).toEqual([pack]);
    act(() => result.current.paywall.choose("pack"));
    expect(result.current.paywall).toMatchObject({ product: pack, others: [pro] });
    expect(result.current.paywall.copy?.title).toBe("Purchase Ten uploads");
    await act(() => result.current.paywall.upgrade());
    expect(transport.argsOf("checkout")).toEqual([{ productId: "pack", openInNewTab: true }]);
  });

  describe("whose purchase continues on a hosted page", () => {
    const page = "https://pay.example/c?token=1";
    async function renderSent() {
      const view = await renderOffer();
      await act(() => view.result.current.paywall.upgrade());
      const { checkout } = view.result.current.paywall;
      act(() => {
        checkout?.onHostedPage?.(page);
        checkout?.setOpen(false);
      });
      return view;
    }

    it("offers that page again, and does not sell twice", async () => {
      const { result, transport } = await renderSent();
      expect(result.current.paywall).toMatchObject({ open: true, state: "elsewhere" });
      const tab = { location: { replace: vi.fn() }, opener: window, close: vi.fn() };
      vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
      await act(() => result.current.paywall.upgrade());
      expect(tab.location.replace.mock.calls).toEqual([[page]]);
      expect(transport.argsOf("checkout")).toHaveLength(1);
    });

    it("unlocks by itself once it is paid", async () => {
      const { result, transport, onUnlocked } = await renderSent();
      transport.answer("check", featureCheck({ allowed: true, preview: null }));
      await act(() => result.current.refresh());
      expect(onUnlocked).toHaveBeenCalledTimes(1);
    });

    it("unlocks as soon as the deployment reports the payment", async () => {
      const transport = new FakeTransport()
        .answer("check", featureCheck({ preview: preview({ products: [pro] }) }))
        .answer("checkout", proCheckout);
      const { convex, api, push } = fakeConvex(transport);
      push(1);
      const onUnlocked = vi.fn();
      const props = { open: true, setOpen: vi.fn(), featureId: "uploads", onUnlocked };
      const { result } = renderHook(() => usePaywallDialog(props), {
        wrapper: billingWrapper(transport, { current: { convex, api, transport: undefined } }),
      });
      await waitFor(() => expect(result.current.state).toBe("offering"));
      await act(() => result.current.upgrade());
      act(() => result.current.checkout?.onHostedPage?.(page));
      await waitFor(() => expect(result.current.state).toBe("elsewhere"));
      transport.answer("check", featureCheck({ allowed: true, preview: null }));
      act(() => push(2));
      await waitFor(() => expect(onUnlocked).toHaveBeenCalledOnce());
    });

    it("offers the missing amount if the purchase was not enough", async () => {
      const { result, transport } = await renderSent();
      const studio = product({ id: "studio", name: "Studio" });
      transport.answer("check", featureCheck({ preview: preview({ products: [studio] }) }));
      await act(() => result.current.refresh());
      await waitFor(() => expect(result.current.paywall.state).toBe("offering"));
    });

    it("is offered again for another feature", async () => {
      const { result, again } = await renderSent();
      again({ featureId: "seats" });
      await waitFor(() => expect(result.current.paywall.state).toBe("offering"));
    });
  });

  it("requests one checkout however often it is clicked in one tick", async () => {
    const { result, transport } = await renderOffer();
    const { upgrade } = result.current.paywall;
    await act(() => Promise.all([upgrade(), upgrade()]));
    expect(transport.argsOf("checkout")).toHaveLength(1);
  });

  it("stays open, and tells the host, when the checkout fails", async () => {
    const { result, transport, onError } = await renderOffer();
    transport.reply("checkout", () => fail("internal_error", "Down", 500));
    await act(() => result.current.paywall.upgrade());
    expect(result.current.paywall).toMatchObject({ open: true, state: "offering", checkout: null });
    expect(onError.mock.calls).toEqual([
      [{ code: "internal_error", message: "Down", operation: "checkout" }],
    ]);
  });

  it("closes and unlocks once when the feature becomes allowed, without an empty dialog", async () => {
    const { result, transport, setOpen, onUnlocked } = await renderOffer();
    await act(() => result.current.paywall.upgrade());
    const allowed = featureCheck({ allowed: true, preview: null });
    transport.answer("check", allowed);
    await act(() => result.current.refresh());
    await act(() => result.current.refresh());
    expect(setOpen.mock.calls).toEqual([[false]]);
    expect(onUnlocked).toHaveBeenCalledOnce();
    expect(result.current.paywall.checkout?.open).toBe(false);
    expect(result.current.paywall.product).toEqual(pro);
  });

  it("does not unlock on an answer that was allowed from the start: it may be old", async () => {
    const allowed = featureCheck({ allowed: true, preview: null });
    const transport = new FakeTransport().answer("check", allowed);
    const { result, onUnlocked } = renderPaywall(transport);
    await waitFor(() => expect(result.current.paywall.state).toBe("failed"));
    expect(onUnlocked).not.toHaveBeenCalled();

    transport.answer("check", featureCheck());
    await act(() => result.current.refresh());
    transport.answer("check", allowed);
    await act(() => result.current.refresh());
    expect(onUnlocked).toHaveBeenCalledOnce();
  });

  it("does not unlock after it was closed", async () => {
    const { result, transport, again, onUnlocked } = await renderOffer();
    again({ open: false });
    const allowed = featureCheck({ allowed: true, preview: null });
    transport.answer("check", allowed);
    await act(() => result.current.refresh());
    expect(onUnlocked).not.toHaveBeenCalled();
  });
});
