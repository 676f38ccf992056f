import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Attach, Checkout } from "../../../src/contract/responses";
import { fail, ok } from "../../../src/contract/errors";
import { useCheckoutDialog } from "../../../src/react/hooks/use-checkout-dialog";
import type { CheckoutDialogProps } from "../../../src/react/types";
import { FakeTransport, deferred } from "../fake-transport";
import { checkoutAnswer, prepaidItem, product, productItem } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

const attached: Attach = {
  success: true,
  customer_id: "ines",
  product_ids: ["creator"],
  code: "new_product_attached",
  message: "",
};
const withCredits = checkoutAnswer({
  product: product({ items: [productItem(), prepaidItem()] }),
  options: [
    { feature_id: "seats", quantity: 2 },
    { feature_id: "credits", quantity: 300 },
  ],
});

const log = vi.fn();
beforeEach(() => {
  log.mockReset();
  vi.spyOn(console, "error").mockImplementation(log);
});

function renderDialog(transport: FakeTransport, over: Partial<CheckoutDialogProps> = {}) {
  const setOpen = vi.fn();
  const onError = vi.fn();
  const onEvent = vi.fn();
  const first: CheckoutDialogProps = {
    open: true,
    setOpen,
    checkoutResult: checkoutAnswer(),
    checkoutParams: { productId: "creator" },
    ...over,
  };
  const view = renderHook((props: CheckoutDialogProps) => useCheckoutDialog(props), {
    initialProps: first,
    wrapper: billingWrapper(transport, { current: { onError, onEvent } }),
  });
  const again = (props: Partial<CheckoutDialogProps>) => view.rerender({ ...first, ...props });
  return { ...view, again, setOpen, onError, onEvent };
}

/** Starts a task that does not end yet; the returned function waits for its end. */
function start(run: () => Promise<void>) {
  let running = Promise.resolve();
  act(() => {
    running = run();
  });
  return (settle: () => void) =>
    act(async () => {
      settle();
      await running;
    });
}

describe("confirm", () => {
  it("attaches with every parameter and the quantities on screen, then closes", async () => {
    const transport = new FakeTransport().answer("attach", attached);
    const params = { productId: "creator", entityId: "seat", reward: "SPRING", successUrl: "/ok" };
    const { result, setOpen, onEvent } = renderDialog(transport, {
      checkoutResult: withCredits,
      checkoutParams: params,
    });
    await act(() => result.current.confirm());
    const [sent] = transport.argsOf("attach");
    expect(sent).toEqual({
      ...params,
      options: [
        { featureId: "seats", quantity: 2 },
        { featureId: "credits", quantity: 300 },
      ],
      previewId: "shown-1",
      clientRequestId: sent?.clientRequestId,
    });
    expect(sent?.clientRequestId).toMatch(/^.{36}$/);
    expect(setOpen.mock.calls).toEqual([[false]]);
    expect(onEvent).toHaveBeenCalledWith({ type: "checkout_confirmed", productId: "creator" });
  });

  it.each([
    ["paid with the saved card", { status: "paid", total: 6 }, undefined, "/thanks"],
    ["paid by credit alone", { status: "paid", total: 0 }, undefined, undefined],
    ["paid on a page", { status: "paid", total: 6 }, "https://pay.example/1", undefined],
    ["not paid today", undefined, undefined, undefined],
  ] as const)(
    "passes the URL of a purchase that was %s to onEvent",
    async (_what, bill, page, paidUrl) => {
      const invoice = bill && {
        ...bill,
        stripe_id: "a",
        currency: "usd",
        hosted_invoice_url: null,
      };
      const answer: Attach = {
        ...attached,
        ...(invoice && { invoice }),
        ...(page !== undefined && { checkout_url: page }),
      };
      const { result, onEvent } = renderDialog(new FakeTransport().answer("attach", answer), {
        checkoutParams: { productId: "creator", successUrl: "/thanks" },
      });
      await act(() => result.current.confirm());
      const told = { type: "checkout_confirmed", productId: "creator" };
      expect(onEvent).toHaveBeenCalledWith(paidUrl === undefined ? told : { ...told, paidUrl });
    },
  );

  it("attaches once however often it is clicked in one tick", async () => {
    const transport = new FakeTransport().answer("attach", attached);
    const { result } = renderDialog(transport);
    const { confirm } = result.current;
    await act(() => Promise.all([confirm(), confirm(), confirm()]));
    expect(transport.argsOf("attach")).toHaveLength(1);
  });

  it("cannot be dismissed while the charge is in flight", async () => {
    const answer = deferred<ReturnType<typeof ok<Attach>>>();
    const transport = new FakeTransport().reply("attach", () => answer.promise);
    const { result, setOpen } = renderDialog(transport);
    const finish = start(() => result.current.confirm());
    expect(result.current.state).toBe("confirming");
    act(() => result.current.setOpen(false));
    expect(setOpen).not.toHaveBeenCalled();
    await finish(() => answer.resolve(ok(attached)));
    expect(result.current.state).toBe("idle");
    expect(setOpen).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("stays open on failure, logs it and tells the host", async () => {
    const transport = new FakeTransport();
    transport.reply("attach", () => fail("payment_failed", "Declined", 402));
    const { result, setOpen, onError } = renderDialog(transport);
    await act(() => result.current.confirm());
    expect(result.current.state).toBe("idle");
    expect(setOpen).not.toHaveBeenCalled();
    expect(log.mock.calls).toEqual([["[billing] attach failed: Declined (payment_failed)"]]);
    expect(onError.mock.calls).toEqual([
      [{ code: "payment_failed", message: "Declined", operation: "attach" }],
    ]);
  });

  it("shows changed amounts instead of charging them, and confirms those next", async () => {
    const transport = new FakeTransport();
    transport.reply("attach", () => fail("preview_stale", "The amounts have changed", 409));
    transport.answer("checkout", checkoutAnswer({ total: 8, preview_id: "shown-2" }));
    const params = { productId: "creator", reward: "SPRING" };
    const { result, setOpen, onError } = renderDialog(transport, { checkoutParams: params });
    await act(() => result.current.confirm());
    expect(transport.argsOf("checkout")).toEqual([{ ...params, clientRequestId: undefined }]);
    expect(result.current.result.total).toBe(8);
    expect(onError.mock.calls[0]).toMatchObject([{ code: "preview_stale" }]);
    expect(setOpen).not.toHaveBeenCalled();
    transport.answer("attach", attached);
    await act(() => result.current.confirm());
    expect(transport.argsOf("attach").map(({ previewId }) => previewId)).toEqual([
      "shown-1",
      "shown-2",
    ]);
  });

  it("requests the new amounts for the quantities on screen", async () => {
    const transport = new FakeTransport();
    transport.reply("attach", () => fail("preview_stale", "The amounts have changed", 409));
    transport.answer("checkout", withCredits);
    const { result } = renderDialog(transport, { checkoutResult: withCredits });
    await act(() => result.current.confirm());
    expect(transport.argsOf("checkout")[0]?.["options"]).toEqual([
      { featureId: "seats", quantity: 2 },
      { featureId: "credits", quantity: 300 },
    ]);
  });

  it("reuses the request id while the outcome is unknown, and takes a new one after an answer", async () => {
    const transport = new FakeTransport();
    const { result } = renderDialog(transport);
    const ids = () => transport.argsOf("attach").map(({ clientRequestId }) => clientRequestId);
    const lost = { data: null, error: { code: "convex_action_failed", message: "lost" } };

    transport.reply("attach", () => lost);
    await act(() => result.current.confirm());
    transport.reply("attach", () => fail("payment_failed", "Declined", 402));
    await act(() => result.current.confirm());
    expect(ids()[1]).toBe(ids()[0]);

    transport.answer("attach", attached);
    await act(() => result.current.confirm());
    expect(ids()[2]).not.toBe(ids()[1]);
  });

  it("takes a new request id with every opening", async () => {
    const transport = new FakeTransport();
    transport.reply("attach", () => ({ data: null, error: { code: "x", message: "lost" } }));
    const { result, again } = renderDialog(transport);
    await act(() => result.current.confirm());
    again({ open: false });
    again({ open: true });
    await act(() => result.current.confirm());
    const [first, second] = transport.argsOf("attach");
    expect(second?.clientRequestId).not.toBe(first?.clientRequestId);
  });

  it.each([
    ["opens no second tab when a saved card is charged", null, 0],
    ["opens the hosted page in a second tab", "https://pay.example/c", 1],
  ])("%s", async (_rule, url, tabs) => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const transport = new FakeTransport().answer("attach", attached);
    const { result } = renderDialog(transport, {
      checkoutResult: checkoutAnswer({ url }),
      checkoutParams: { productId: "creator", openInNewTab: true },
    });
    await act(() => result.current.confirm());
    expect(open).toHaveBeenCalledTimes(tabs);
  });
});

describe("saveQuantity", () => {
  const saved = checkoutAnswer({
    ...withCredits,
    total: 26,
    options: [{ feature_id: "credits", quantity: 500 }],
  });

  it("runs the checkout again with every parameter, and shows what comes back", async () => {
    const transport = new FakeTransport().answer("checkout", saved).answer("attach", attached);
    const params = { productId: "creator", entityId: "seat", reward: "SPRING" };
    const { result } = renderDialog(transport, {
      checkoutResult: withCredits,
      checkoutParams: params,
    });
    await act(() => result.current.saveQuantity("credits", 5));
    expect(transport.argsOf("checkout")).toEqual([
      {
        ...params,
        options: [
          { featureId: "seats", quantity: 2 },
          { featureId: "credits", quantity: 500 },
        ],
      },
    ]);
    expect(result.current.result).toBe(saved);

    await act(() => result.current.confirm());
    expect(transport.argsOf("attach")[0]).toMatchObject({
      ...params,
      options: [{ featureId: "credits", quantity: 500 }],
    });
  });

  it("leaves the shown result on failure and only logs", async () => {
    const transport = new FakeTransport();
    transport.reply("checkout", () => fail("invalid_options", "Too many", 400));
    const { result, onError } = renderDialog(transport, { checkoutResult: withCredits });
    await act(() => result.current.saveQuantity("credits", 5));
    expect(result.current).toMatchObject({ state: "idle", result: withCredits });
    expect(log.mock.calls).toEqual([["[billing] checkout failed: Too many (invalid_options)"]]);
    expect(onError).not.toHaveBeenCalled();
  });

  it("blocks Confirm until the price on screen is the saved one", async () => {
    const answer = deferred<ReturnType<typeof ok<Checkout>>>();
    const transport = new FakeTransport().reply("checkout", () => answer.promise);
    const { result } = renderDialog(transport, { checkoutResult: withCredits });
    const finish = start(() => result.current.saveQuantity("credits", 5));
    expect(result.current.state).toBe("saving");
    await act(() => result.current.confirm());
    expect(transport.argsOf("attach")).toEqual([]);
    await finish(() => answer.resolve(ok(saved)));
    expect(result.current.state).toBe("idle");
  });

  it.each([
    ["a renewal", product({ scenario: "renew", items: [prepaidItem()] }), "credits"],
    [
      "an item that is not prepaid",
      product({ items: [productItem({ feature_id: "seats" })] }),
      "seats",
    ],
    ["an item that is not sold", product(), "credits"],
  ])("requests nothing for %s", async (_what, sold, featureId) => {
    const transport = new FakeTransport();
    const { result } = renderDialog(transport, {
      checkoutResult: checkoutAnswer({ product: sold }),
    });
    await act(() => result.current.saveQuantity(featureId, 5));
    expect(transport.calls).toEqual([]);
  });

  it("changes several quantities in turn, starting from those on screen", async () => {
    const two = checkoutAnswer({
      product: product({
        items: [prepaidItem(), prepaidItem({ feature_id: "seats", billing_units: 1 })],
      }),
      options: [
        { feature_id: "credits", quantity: 100 },
        { feature_id: "seats", quantity: 1 },
      ],
    });
    const transport = new FakeTransport().reply("checkout", ({ options }) => {
      const asked = options as { featureId: string; quantity: number }[];
      const chosen = asked.map(({ featureId, quantity }) => ({ feature_id: featureId, quantity }));
      return ok({ ...two, options: chosen });
    });
    const { result, again } = renderDialog(transport, { checkoutResult: two });
    await act(() => result.current.saveQuantity("credits", 5));
    await act(() => result.current.saveQuantity("seats", 3));
    expect(result.current.result.options).toEqual([
      { feature_id: "credits", quantity: 500 },
      { feature_id: "seats", quantity: 3 },
    ]);
    again({ checkoutResult: withCredits });
    again({ checkoutResult: two });
    expect(result.current.result).toBe(two);
  });

  it("sends one request however often it is called in one tick", async () => {
    const transport = new FakeTransport().answer("checkout", saved);
    const { result } = renderDialog(transport, { checkoutResult: withCredits });
    const { saveQuantity, confirm } = result.current;
    const all = [saveQuantity("credits", 5), saveQuantity("credits", 6), confirm()];
    await act(() => Promise.all(all));
    expect(transport.calls.map(({ op }) => op)).toEqual(["checkout"]);
  });

  it("can be dismissed meanwhile: nothing is charged", () => {
    const transport = new FakeTransport().reply("checkout", () => new Promise(() => undefined));
    const { result, setOpen } = renderDialog(transport, { checkoutResult: withCredits });
    act(() => void result.current.saveQuantity("credits", 5));
    expect(result.current.state).toBe("saving");
    act(() => result.current.setOpen(false));
    expect(setOpen).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("opens the page that the saved answer names, in the requested tab", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const paged = checkoutAnswer({ ...saved, url: "https://pay.example/c" });
    const transport = new FakeTransport().answer("checkout", paged).answer("attach", attached);
    const { result } = renderDialog(transport, {
      checkoutResult: withCredits,
      checkoutParams: { productId: "creator", openInNewTab: true },
    });
    await act(() => result.current.saveQuantity("credits", 5));
    await act(() => result.current.confirm());
    expect(open).toHaveBeenCalledOnce();
  });

  it("does not let a late answer replace the result of the next opening", async () => {
    const answer = deferred<ReturnType<typeof ok<Checkout>>>();
    const transport = new FakeTransport().reply("checkout", () => answer.promise);
    const { result, again } = renderDialog(transport, { checkoutResult: withCredits });
    const finish = start(() => result.current.saveQuantity("credits", 5));
    const next = checkoutAnswer({ total: 1 });
    again({ checkoutResult: next });
    expect(result.current.result).toBe(next);
    await finish(() => answer.resolve(ok(saved)));
    expect(result.current.result).toBe(next);
  });
});
