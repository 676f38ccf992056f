import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Customer } from "../../../src/contract/wire";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { FakeTransport, deferred } from "../fake-transport";
import { customer, customerFeature, customerProduct } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

const ines = customer({ features: [customerFeature({ balance: 2 })] });
const sade = customer({ id: "sade", features: [customerFeature({ balance: 0 })] });

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
describe("useCustomer", () => {
  it("loads the customer once for all components", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { result } = renderHook(() => [useCustomer(), useCustomer()], {
      wrapper: billingWrapper(transport),
    });
    expect(result.current[0]).toMatchObject({ customer: null, isLoading: true });
    await waitFor(() => expect(result.current[1]?.customer).toEqual(ines));
    expect(transport.argsOf("createCustomer")).toEqual([{ errorOnNotFound: false }]);
  });

  it("requests once everything that the hooks of one page expand", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { result } = renderHook(
      () => [
        useCustomer({ expand: ["payment_method"] }),
        useCustomer({ expand: ["invoices", "payment_method"] }),
        useCustomer({ errorOnNotFound: false }),
      ],
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current[2]?.customer).toEqual(ines));
    expect(result.current[0]?.customer).toEqual(ines);
    expect(transport.argsOf("createCustomer")).toEqual([
      { errorOnNotFound: false, expand: ["invoices", "payment_method"] },
    ]);
  });

  it("requests nothing while the identity is unknown, and says that it loads", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const host: { current: { identityKey: string | undefined } } = {
      current: { identityKey: undefined },
    };
    const { result, rerender } = renderHook(() => useCustomer(), {
      wrapper: billingWrapper(transport, host),
    });
    expect(result.current).toMatchObject({ customer: null, isLoading: true, error: undefined });
    expect(result.current.check({ featureId: "uploads" }).data.loading).toBe(true);
    expect(transport.calls).toEqual([]);
    host.current = { identityKey: "ines" };
    rerender();
    await waitFor(() => expect(result.current.customer).toEqual(ines));
  });

  it.each([
    [true, "CUSTOMER_ID_REQUIRED"],
    [false, undefined],
  ])(
    "without a customer on the server and errorOnNotFound %s, the error is %s",
    async (errorOnNotFound, code) => {
      const transport = new FakeTransport().answer("createCustomer", null);
      const { result } = renderHook(() => useCustomer({ errorOnNotFound }), {
        wrapper: billingWrapper(transport),
      });
      await waitFor(() => expect(result.current.isLoading).toBe(false));
      expect(result.current.error?.code).toBe(code);
    },
  );

  it("denies access, and is no longer loading, once the server has found no customer", async () => {
    const transport = new FakeTransport().answer("createCustomer", null);
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    const loading = () => result.current.check({ featureId: "uploads" }).data.loading;
    expect(loading()).toBe(true);
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(loading()).toBeUndefined();
  });

  it("returns CUSTOMER_ID_REQUIRED for a visitor, without a request", () => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => [useCustomer(), useCustomer({ errorOnNotFound: false })], {
      wrapper: billingWrapper(transport, { current: { identityKey: null } }),
    });
    expect(result.current[0]?.error).toEqual({
      code: "CUSTOMER_ID_REQUIRED",
      message: "Customer ID is required",
    });
    expect(result.current[1]).toMatchObject({ customer: null, isLoading: false, error: undefined });
    expect(transport.calls).toEqual([]);
  });

  it("returns a failure and never retries", async () => {
    vi.useFakeTimers();
    const transport = new FakeTransport();
    transport.reply("createCustomer", () => fail("internal_error", "Down", 500));
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(result.current.error).toMatchObject({ code: "internal_error", message: "Down" });
    expect(result.current.allowed({ featureId: "uploads" })).toBe(false);
    expect(transport.calls).toHaveLength(1);
    vi.useRealTimers();
  });

  it("leaves the customer on screen when a later refresh fails", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await waitFor(() => expect(result.current.customer).toEqual(ines));
    transport.reply("createCustomer", () => fail("internal_error", "Down", 500));
    await act(() => result.current.refetch());
    expect(result.current.customer).toEqual(ines);
    expect(result.current.error?.code).toBe("internal_error");
  });

  it("checks locally, and says so while it loads", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    expect(result.current.check({ featureId: "uploads" })).toEqual({
      data: {
        allowed: false,
        loading: true,
        customer_id: null,
        feature_id: "uploads",
        required_balance: 1,
      },
      error: null,
    });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(result.current.allowed({ featureId: "uploads", requiredBalance: 2 })).toBe(true);
    expect(result.current.allowed({ featureId: "uploads", requiredBalance: 3 })).toBe(false);
    expect(transport.calls).toHaveLength(1);
  });

  it("refetches once when the nearest reset has passed, though two components wait for it", async () => {
    vi.useFakeTimers();
    const resets = customer({
      features: [
        customerFeature({ next_reset_at: Date.now() + 60_000 }),
        customerFeature({ id: "credits", next_reset_at: Date.now() - 1 }),
      ],
    });
    const transport = new FakeTransport().answer("createCustomer", resets);
    renderHook(() => [useCustomer(), useCustomer()], { wrapper: billingWrapper(transport) });
    await act(() => vi.advanceTimersByTimeAsync(59_999));
    expect(transport.calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(600_000));
    expect(transport.calls).toHaveLength(2);
    vi.useRealTimers();
  });
});

describe("a scheduled change", () => {
  it.each([
    ["a reset", (at: number) => customer({ features: [customerFeature({ next_reset_at: at })] })],
    [
      "the end of a trial",
      (at: number) => customer({ products: [customerProduct({ trial_ends_at: at })] }),
    ],
  ])("is awaited one second longer, for the server's clock: %s", async (_what, holder) => {
    vi.useFakeTimers();
    const transport = new FakeTransport().answer("createCustomer", holder(Date.now() + 60_000));
    renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await act(() => vi.advanceTimersByTimeAsync(60_999));
    expect(transport.calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(transport.calls).toHaveLength(2);
  });

  it("is not awaited after unmount", async () => {
    vi.useFakeTimers();
    const resets = customer({
      features: [customerFeature({ next_reset_at: Date.now() + 60_000 })],
    });
    const transport = new FakeTransport().answer("createCustomer", resets);
    const { unmount } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a change of identity", () => {
  it("never shows the earlier customer's data, and deletes it from the cache", async () => {
    const transport = new FakeTransport().answer("createCustomer", ines);
    const host = { current: { identityKey: "ines" } };
    const seen: (string | null)[] = [];
    const { result, rerender } = renderHook(
      () => {
        const handle = useCustomer();
        seen.push(handle.customer && handle.customer.id);
        return handle;
      },
      { wrapper: billingWrapper(transport, host) },
    );
    await waitFor(() => expect(result.current.customer?.id).toBe("ines"));

    const answer = deferred<ReturnType<typeof ok<Customer>>>();
    transport.reply("createCustomer", () => answer.promise);
    seen.length = 0;
    host.current = { identityKey: "sade" };
    rerender();
    expect(result.current).toMatchObject({ customer: null, isLoading: true });
    expect(result.current.allowed({ featureId: "uploads" })).toBe(false);
    answer.resolve(ok(sade));
    await waitFor(() => expect(result.current.customer?.id).toBe("sade"));
    expect(seen).not.toContain("ines");

    const again = deferred<ReturnType<typeof ok<Customer>>>();
    transport.reply("createCustomer", () => again.promise);
    host.current = { identityKey: "ines" };
    rerender();
    expect(result.current).toMatchObject({ customer: null, isLoading: true });
    again.resolve(ok(ines));
    await waitFor(() => expect(result.current.customer?.id).toBe("ines"));
  });

  it("drops an answer for a user who has signed out", async () => {
    const late = deferred<ReturnType<typeof ok<Customer>>>();
    const transport = new FakeTransport().reply("createCustomer", () => late.promise);
    const host: { current: { identityKey: string | null } } = { current: { identityKey: "ines" } };
    const { result, rerender } = renderHook(() => useCustomer({ errorOnNotFound: false }), {
      wrapper: billingWrapper(transport, host),
    });
    await waitFor(() => expect(transport.calls).toHaveLength(1));
    host.current = { identityKey: null };
    rerender();
    await act(async () => {
      late.resolve(ok(ines));
      await late.promise;
    });
    expect(result.current.customer).toBeNull();

    transport.reply("createCustomer", () => deferred<ReturnType<typeof ok<Customer>>>().promise);
    host.current = { identityKey: "ines" };
    rerender();
    expect(result.current).toMatchObject({ customer: null, isLoading: true });
  });
});
