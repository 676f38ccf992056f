import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import type { UsePaywallParams } from "../../../src/react/hooks/use-paywall";
import { FakeTransport } from "../fake-transport";
import { featureCheck, preview } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

describe("usePaywall", () => {
  it.each([
    ["once, and logged once: a misspelt feature", fail("feature_not_found", "No", 404), 1],
    ["once: a refusal", fail("forbidden", "No", 403), 1],
    ["again: a broken server", fail("internal_error", "No", 500), 2],
    ["again: too many calls", fail("rate_limit_exceeded", "No", 429), 2],
    ["again: no answer", { data: null, error: { code: "fetch_failed", message: "" } } as const, 2],
  ])("asks %s", async (_what, failure, calls) => {
    vi.useFakeTimers();
    // SWR's first retry is then 5 seconds later, and its second 10.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const log = vi.spyOn(console, "error").mockReturnValue();
    const transport = new FakeTransport().reply("check", () => failure);
    const { result } = renderHook(() => usePaywall({ featureId: "uplods" }), {
      wrapper: billingWrapper(transport),
    });
    await act(async () => await vi.advanceTimersByTimeAsync(9_000));
    expect(result.current.error?.code).toBe(failure.error.code);
    expect(transport.calls).toHaveLength(calls);
    expect(log).toHaveBeenCalledTimes(calls);
  });

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
