import { act, screen, waitFor } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Attach } from "../../packages/billing/src/contract/answers";
import { fail, failTooMany, ok } from "../../packages/billing/src/contract/errors";
import { announcePurchases, tellBillingFailure } from "../../src/shell/announce-purchases";
import { deferred } from "../../packages/billing/tests/react/fake-transport";
import { openToastArea } from "./toast-page";

const toast = () =>
  document.querySelector<HTMLElement>("[data-sonner-toast]:not([data-removed=true])");

type Billing = typeof api.billing;
type Called = Billing["attach"] | Billing["listProducts"];

function buy<Of extends Called = Billing["attach"]>(
  reference: Of | Billing["attach"] = api.billing.attach,
) {
  const { promise, resolve } = deferred<FunctionReturnType<Of>>();
  const convex = announcePurchases({
    action: () => promise,
    watchQuery: () => ({ onUpdate: () => () => undefined, localQueryResult: () => undefined }),
  });
  return { answered: convex.action(reference, { productId: "pro" }), resolve };
}

const attached: Attach = {
  success: true,
  customer_id: "ines",
  product_ids: ["pro"],
  code: "upgraded_to_new_product",
  message: "Upgraded to Pro",
};

beforeEach(() => openToastArea());

describe("announcePurchases", () => {
  it("tells a purchase while it runs and when it is done, in one place", async () => {
    const purchase = buy();
    await screen.findByText("Confirming");
    expect(toast()?.dataset.type).toBe("loading");
    purchase.resolve(ok(attached));
    await screen.findByText("Upgraded to Pro");
    expect(toast()?.dataset.type).toBe("success");
    expect(screen.queryByText("Confirming")).toBeNull();
    expect(await purchase.answered).toEqual(ok(attached));
  });

  it("falls silent where the purchase goes on at another page", async () => {
    const purchase = buy();
    await screen.findByText("Confirming");
    purchase.resolve(ok({ ...attached, checkout_url: "https://pay.example/1" }));
    await purchase.answered;
    await waitFor(() => expect(toast()).toBeNull());
  });

  it.each([
    [fail("payment_failed", "Your card was declined"), "Your card was declined"],
    [fail("unknown_error", "", 503), "HTTP error! status 503"],
  ])("tells a refusal in the server's words, or by its status", async (answer, words) => {
    const purchase = buy();
    purchase.resolve(answer);
    await screen.findByText(words);
    expect(toast()?.dataset.type).toBe("error");
  });

  it("counts down to when a purchase that came too soon may be tried again", async () => {
    const purchase = buy();
    purchase.resolve(failTooMany(12_000));
    await screen.findByText("Too many requests");
    const detail = toast()?.querySelector("[data-description]")?.textContent;
    expect(detail).toContain("Nothing was charged. Try again in 12\u00A0s.");
  });

  it("passes a lost connection on, and says that another try is safe", async () => {
    const convex = announcePurchases({
      action: () => Promise.reject(new Error("Connection lost while action was in flight")),
      watchQuery: () => ({ onUpdate: () => () => undefined, localQueryResult: () => undefined }),
    });
    await expect(convex.action(api.billing.attach, {})).rejects.toThrow("Connection lost");
    expect(await screen.findByText("Confirm again: you are charged once at most.")).toBeTruthy();
  });

  it("says nothing about other calls", async () => {
    const call = buy(api.billing.listProducts);
    call.resolve(ok({ list: [] }));
    await call.answered;
    expect(screen.queryByText("Confirming")).toBeNull();
  });
});

describe("tellBillingFailure", () => {
  it("tells what a dialog could not do, but no purchase twice", async () => {
    act(() =>
      tellBillingFailure({ operation: "attach", code: "payment_failed", message: "Twice" }),
    );
    act(() => tellBillingFailure({ operation: "checkout", code: "forbidden", message: "Once" }));
    expect(await screen.findByText("Once")).toBeTruthy();
    expect(screen.queryByText("Twice")).toBeNull();
  });
});
