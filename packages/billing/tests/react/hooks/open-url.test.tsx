import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useCustomer } from "../../../src/react/headless";
import { FakeTransport } from "../fake-transport";
import { checkoutAnswer, customer } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

async function checkoutTo(url: string, openInNewTab: boolean, openUrl = vi.fn()) {
  const transport = new FakeTransport()
    .answer("createCustomer", customer())
    .answer("checkout", checkoutAnswer({ url }));
  const { result } = renderHook(() => useCustomer(), {
    wrapper: billingWrapper(transport, { current: { openUrl } }),
  });
  await waitFor(() => expect(result.current.customer).not.toBeNull());
  const answer = await act(() => result.current.checkout({ productId: "creator", openInNewTab }));
  return { answer, openUrl };
}

it.each([false, true])(
  "gives a hosted page to an app without a window, in a new tab: %s",
  async (openInNewTab) => {
    const { answer, openUrl } = await checkoutTo("https://pay.example/1", openInNewTab);
    expect(answer.error).toBeNull();
    expect(openUrl.mock.calls).toEqual([["https://pay.example/1"]]);
  },
);

it("gives the app no address that a page would refuse", async () => {
  const { answer, openUrl } = await checkoutTo("javascript:alert(1)", false);
  expect(answer.error?.code).toBe("unsafe_url");
  expect(openUrl).not.toHaveBeenCalled();
});

it("answers that the page did not open, if the app's own opener throws", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const broken = vi.fn(() => {
    throw new Error("Can't open https://pay.example/secret");
  });
  const { answer } = await checkoutTo("https://pay.example/secret", false, broken);
  expect(answer.error?.code).toBe("unknown_error");
  expect(log.mock.calls.join()).toContain("Can't open https://pay.example");
  expect(log.mock.calls.join()).not.toContain("secret");
});
