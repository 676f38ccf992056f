import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { usePaywalled } from "../../src/community/paywalled";
import { deferred } from "../../packages/billing/tests/react/fake-transport";
import { refusal } from "./fake-convex";

interface Shown {
  open: boolean;
  setOpen: (open: boolean) => void;
  featureId: string;
  onUnlocked: () => void;
}
const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock("../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({}),
}));
vi.mock("../../src/shared/toasts", () => ({ showToast }));

type Answer = { error: { code: string; message: string } | null };
const DONE: Answer = { error: null };
const request = vi.fn<() => Promise<Answer>>();
const done = vi.fn();
const refused = vi.fn();

const open = () => renderHook(() => usePaywalled("boost"));
type View = ReturnType<typeof open>;
/** The paywall's props; null: it is closed. */
function paywallOf({ result }: View): Shown | null {
  const { paywall } = result.current;
  const element = paywall as { props: Shown } | null;
  return element && element.props;
}
const run = async ({ result }: View) =>
  await act(async () => {
    result.current.run(request, done, refused);
    await Promise.resolve();
  });

beforeEach(() => {
  request.mockReset();
  for (const mock of [done, refused, showToast]) mock.mockReset();
  vi.spyOn(console, "error").mockReturnValue();
});

describe("usePaywalled", () => {
  it("continues where the plan suffices, without a paywall", async () => {
    request.mockResolvedValue(DONE);
    const view = open();
    await run(view);
    expect([done.mock.calls.length, refused.mock.calls.length]).toEqual([1, 0]);
    expect(paywallOf(view)).toBeNull();
  });

  it.each([
    ["insufficient_balance", "boost"],
    ["storage_full", "storage_gb"],
    ["hd_only", "hd_upload"],
  ])(
    "opens the paywall for %s with %s, and repeats the request after the purchase",
    async (code, featureId) => {
      request.mockResolvedValueOnce(refusal(code, "Not enough")).mockResolvedValueOnce(DONE);
      const view = open();
      await run(view);
      expect(paywallOf(view)).toMatchObject({ open: true, featureId });
      expect([done.mock.calls.length, refused.mock.calls.length]).toEqual([0, 0]);
      expect(showToast).not.toHaveBeenCalled();
      await act(async () => {
        paywallOf(view)?.onUnlocked();
        await Promise.resolve();
      });
      expect([request.mock.calls.length, done.mock.calls.length]).toEqual([2, 1]);
    },
  );

  it("closes without a purchase, and opens again after another refusal", async () => {
    request.mockResolvedValue(refusal("insufficient_balance", "Not enough"));
    const view = open();
    await run(view);
    act(() => paywallOf(view)?.setOpen(false));
    expect(paywallOf(view)?.open).toBe(false);
    await run(view);
    expect(paywallOf(view)?.open).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });

  it("shows any other refusal, and reports it to the caller", async () => {
    request.mockResolvedValue(refusal("blocked", "They blocked you"));
    const view = open();
    await run(view);
    expect(showToast.mock.calls).toEqual([["error", { title: "They blocked you" }]]);
    expect([done.mock.calls.length, refused.mock.calls.length]).toEqual([0, 1]);
    expect(paywallOf(view)).toBeNull();
  });

  it("offers another try without an answer, and does not continue before", async () => {
    request.mockRejectedValueOnce(new Error("Connection lost")).mockResolvedValueOnce(DONE);
    const view = open();
    await run(view);
    expect([done.mock.calls.length, refused.mock.calls.length]).toEqual([0, 0]);
    const [, news] = (showToast.mock.lastCall ?? []) as [string, { onRetry?: () => void }];
    await act(async () => {
      news.onRetry?.();
      await Promise.resolve();
    });
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("is busy until all answers are there, in any order", async () => {
    const [first, second] = [deferred<Answer>(), deferred<Answer>()];
    request.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const view = open();
    await run(view);
    await run(view);
    await act(async () => {
      second.resolve(DONE);
      await second.promise;
    });
    expect(view.result.current.busy).toBe(true);
    await act(async () => {
      first.resolve(DONE);
      await first.promise;
    });
    expect(view.result.current.busy).toBe(false);
  });
});
