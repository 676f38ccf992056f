import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { useEntity } from "../../../src/react/hooks/use-entity";
import type { PaywallDialogProps } from "../../../src/react/types";
import { FakeTransport } from "../fake-transport";
import { checkoutAnswer, customerFeature, customerProduct, entity } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

const seat = entity({
  features: [customerFeature({ balance: 2 })],
  products: [customerProduct({ id: "seat_plan" })],
});

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

async function renderSeat(transport = new FakeTransport()) {
  transport.answer("getEntity", seat);
  const view = renderHook(() => useEntity("seat_1"), { wrapper: billingWrapper(transport) });
  await waitFor(() => expect(view.result.current.entity).toEqual(seat));
  return { ...view, transport };
}

function PaywallBox({ featureId, entityId }: PaywallDialogProps) {
  return <p>{`paywall ${featureId} of ${entityId ?? "the customer"}`}</p>;
}

describe("useEntity", () => {
  it("loads the entity, with the expanded fields", async () => {
    const transport = new FakeTransport().answer("getEntity", seat);
    const { result } = renderHook(() => useEntity("seat_1", { expand: ["invoices"] }), {
      wrapper: billingWrapper(transport),
    });
    expect(result.current).toMatchObject({ entity: null, isLoading: true });
    expect(result.current.check({ featureId: "uploads" }).data.loading).toBe(true);
    await waitFor(() => expect(result.current.entity).toEqual(seat));
    expect(transport.argsOf("getEntity")).toEqual([{ entityId: "seat_1", expand: ["invoices"] }]);
  });

  it("checks the entity's own balances and products, without a request", async () => {
    const { result, transport } = await renderSeat();
    expect(result.current.allowed({ featureId: "uploads", requiredBalance: 2 })).toBe(true);
    expect(result.current.allowed({ featureId: "uploads", requiredBalance: 3 })).toBe(false);
    expect(result.current.allowed({ productId: "seat_plan" })).toBe(true);
    expect(result.current.check({ featureId: "uploads" }).data).toMatchObject({
      allowed: true,
      customer_id: "ines",
      entity_id: "seat_1",
    });
    expect(transport.calls).toHaveLength(1);
  });

  it("opens the paywall of the entity when a feature is denied", async () => {
    const { result } = await renderSeat();
    act(() => void result.current.check({ featureId: "prints", dialog: PaywallBox }));
    expect(screen.getByText("paywall prints of seat_1")).toBeDefined();
  });

  it("sends every call for the entity, whatever entity the caller names", async () => {
    const { result, transport } = await renderSeat();
    transport
      .answer("checkout", checkoutAnswer())
      .answer("cancel", { success: true, customer_id: "ines", product_id: "pro" })
      .reply("attach", () => fail("payment_failed", "Declined", 402))
      .reply("track", () => fail("forbidden", "Not from a browser", 403));
    const other = { entityId: "seat_2" };
    await act(async () => {
      await result.current.checkout({ productId: "pro", ...other });
      await result.current.attach({ productId: "pro", ...other });
      await result.current.cancel({ productId: "pro", ...other });
      await result.current.track({ featureId: "uploads", ...other });
    });
    const bound = { productId: "pro", entityId: "seat_1" };
    expect(transport.argsOf("checkout")).toEqual([bound]);
    expect(transport.argsOf("attach")).toEqual([bound]);
    expect(transport.argsOf("cancel")).toEqual([bound]);
    expect(transport.argsOf("track")).toEqual([{ featureId: "uploads", entityId: "seat_1" }]);
  });

  it("shows the result of its own change", async () => {
    const { result, transport } = await renderSeat();
    transport
      .answer("getEntity", entity({ features: [customerFeature({ balance: 9 })] }))
      .answer("cancel", { success: true, customer_id: "ines", product_id: "pro" });
    await act(() => result.current.cancel({ productId: "pro" }));
    expect(result.current.allowed({ featureId: "uploads", requiredBalance: 9 })).toBe(true);
    expect(transport.argsOf("getEntity")).toHaveLength(2);
  });

  it("without an id requests nothing, and never uses the customer instead", async () => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => useEntity(null), { wrapper: billingWrapper(transport) });
    expect(result.current).toMatchObject({ entity: null, isLoading: false, error: undefined });
    expect(result.current.allowed({ featureId: "uploads" })).toBe(false);
    const { attach, checkout, cancel, track } = result.current;
    const answers = await Promise.all([
      attach({ productId: "pro" }),
      checkout({ productId: "pro" }),
      cancel({ productId: "pro" }),
      track({ featureId: "uploads" }),
    ]);
    expect(answers.map(({ error }) => error?.code)).toEqual(Array(4).fill("entity_not_found"));
    expect(transport.calls).toEqual([]);
  });

  it("is no error without an id, even for a visitor", () => {
    const { result } = renderHook(() => useEntity(null), {
      wrapper: billingWrapper(new FakeTransport(), { current: { identityKey: null } }),
    });
    expect(result.current).toMatchObject({ entity: null, isLoading: false, error: undefined });
  });

  it("returns CUSTOMER_ID_REQUIRED for a visitor", () => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => useEntity("seat_1"), {
      wrapper: billingWrapper(transport, { current: { identityKey: null } }),
    });
    expect(result.current.error?.code).toBe("CUSTOMER_ID_REQUIRED");
    expect(transport.calls).toEqual([]);
  });

  it("returns a refusal, and does not retry", async () => {
    vi.useFakeTimers();
    const transport = new FakeTransport();
    transport.reply("getEntity", () => fail("forbidden", "getEntity is not open to you", 403));
    const { result } = renderHook(() => useEntity("seat_1"), {
      wrapper: billingWrapper(transport),
    });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(result.current.error?.code).toBe("forbidden");
    expect(transport.calls).toHaveLength(1);
    vi.useRealTimers();
  });
});
