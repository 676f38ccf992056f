import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import type { Query, Range } from "../../../src/contract/usageResponses";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { useUsage } from "../../../src/react/hooks/use-usage";
import { FakeTransport } from "../fake-transport";
import { customer } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

const used = (sum: number): Query => ({
  list: [{ period: Date.UTC(2026, 10, 20), uploads: sum }],
  total: { uploads: { count: 1, sum } },
});

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

describe("useUsage", () => {
  it.each<Range>(["24h", "7d", "30d", "90d", "last_cycle"])(
    "requests the range %s",
    async (range) => {
      const transport = new FakeTransport().answer("query", used(3));
      const { result } = renderHook(() => useUsage({ featureId: "uploads", range }), {
        wrapper: billingWrapper(transport),
      });
      expect(result.current).toMatchObject({ rows: [], total: {}, isLoading: true });
      await waitFor(() => expect(result.current.rows).toEqual(used(3).list));
      expect(result.current.total).toEqual(used(3).total);
      expect(transport.argsOf("query")).toEqual([{ featureId: "uploads", range }]);
    },
  );

  it("requests the last cycle by default", async () => {
    const transport = new FakeTransport().answer("query", used(3));
    const { result } = renderHook(() => useUsage({ featureId: ["uploads", "credits"] }), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(transport.argsOf("query")).toEqual([
      { featureId: ["uploads", "credits"], range: "last_cycle" },
    ]);
  });

  it.each([
    ["without a feature", null, "ines"],
    ["without an identity", "uploads", null],
  ])("requests nothing %s", (_why, featureId, identityKey) => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => useUsage({ featureId }), {
      wrapper: billingWrapper(transport, { current: { identityKey } }),
    });
    expect(result.current).toMatchObject({ rows: [], isLoading: false, error: undefined });
    expect(transport.calls).toEqual([]);
  });

  it("shows new use once the page has tracked it", async () => {
    const transport = new FakeTransport()
      .answer("createCustomer", customer())
      .answer("query", used(3))
      .answer("track", {
        id: "evt_1",
        code: "event_received",
        customer_id: "ines",
        feature_id: "uploads",
      });
    const { result } = renderHook(
      () => ({ usage: useUsage({ featureId: "uploads" }), customer: useCustomer() }),
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current.usage.rows).toEqual(used(3).list));
    transport.answer("query", used(4));
    await act(() => result.current.customer.track({ featureId: "uploads" }));
    expect(result.current.usage.rows).toEqual(used(4).list);
    expect(transport.argsOf("query")).toHaveLength(2);
  });

  it("returns a failure; refetch tries again", async () => {
    const transport = new FakeTransport();
    transport.reply("query", () => fail("feature_not_found", "No such feature", 404));
    const { result } = renderHook(() => useUsage({ featureId: "uploads" }), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(result.current.error?.code).toBe("feature_not_found"));
    transport.answer("query", used(1));
    await act(() => result.current.refetch());
    expect(result.current).toMatchObject({ rows: used(1).list, error: undefined });
  });
});
