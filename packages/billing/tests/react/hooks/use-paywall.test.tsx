import { renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import type { UsePaywallParams } from "../../../src/react/hooks/use-paywall";
import { FakeTransport } from "../fake-transport";
import { featureCheck, preview } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

describe("usePaywall", () => {
  it.each<[asked: UsePaywallParams, sent: object]>([
    [{ featureId: "uploads" }, { featureId: "uploads", withPreview: true }],
    [
      { featureId: "uploads", entityId: "seat_1" },
      { featureId: "uploads", entityId: "seat_1", withPreview: true },
    ],
    [
      { featureId: "uploads", requiredBalance: 0 },
      { featureId: "uploads", requiredBalance: 0, withPreview: true },
    ],
  ])("sends all of %j, the entity too", async (asked, sent) => {
    const transport = new FakeTransport().answer("check", featureCheck());
    const { result } = renderHook(() => usePaywall(asked), { wrapper: billingWrapper(transport) });
    expect(result.current).toMatchObject({ data: null, allowed: null, isLoading: true });
    await waitFor(() => expect(result.current.data).toEqual(preview()));
    expect(result.current.allowed).toBe(false);
    expect(transport.argsOf("check")).toEqual([sent]);
  });

  it("has no offer when the feature is allowed", async () => {
    const allowed = featureCheck({ allowed: true, preview: null });
    const transport = new FakeTransport().answer("check", allowed);
    const { result } = renderHook(() => usePaywall({ featureId: "uploads" }), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(result.current.allowed).toBe(true));
    expect(result.current.data).toBeNull();
  });

  it.each([
    ["without a feature", null, "ines"],
    ["without an identity", "uploads", null],
  ])("requests nothing %s", (_why, featureId, identityKey) => {
    const transport = new FakeTransport();
    const { result } = renderHook(() => usePaywall({ featureId }), {
      wrapper: billingWrapper(transport, { current: { identityKey } }),
    });
    expect(result.current).toMatchObject({ data: null, allowed: null, isLoading: false });
    expect(transport.calls).toEqual([]);
  });
});
