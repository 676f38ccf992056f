import { act, render, screen, waitFor } from "@testing-library/react";
import { makeFunctionReference } from "convex/server";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it } from "vitest";
import type { Attach, Result } from "../../packages/billing/src/contract";
import { fail, ok } from "../../packages/billing/src/contract/errors";
import { BROWSER_OPERATIONS } from "../../packages/billing/src/contract/operations";
import { BillingProvider, useCustomer } from "../../packages/billing/src/react";
import type { BillingFunctions } from "../../packages/billing/src/react";
import { announcePurchase } from "../../src/app/announce-purchases";
import { deferred } from "../../packages/billing/tests/react/fake-transport";
import { customer } from "../../packages/billing/tests/react/wire-samples";
import { openToastArea } from "../shared/toast-page";

const toast = () =>
  document.querySelector<HTMLElement>("[data-sonner-toast]:not([data-removed=true])");

const productIds = ["pro"];
const start = () => act(() => announcePurchase({ type: "purchase_started", productIds }));
const settle = (result: Result<Attach>) =>
  act(() => announcePurchase({ type: "purchase_settled", productIds, result }));

const attached: Attach = {
  success: true,
  customer_id: "ines",
  product_ids: ["pro"],
  code: "upgraded_to_new_product",
  message: "Upgraded to Pro",
};

beforeEach(() => openToastArea());

describe("announcePurchase", () => {
  it("shows a purchase while it runs and when it is done, in one place", async () => {
    start();
    await screen.findByText("Confirming");
    expect(toast()?.dataset.type).toBe("loading");
    settle(ok(attached));
    await screen.findByText("Upgraded to Pro");
    expect(toast()?.dataset.type).toBe("success");
    expect(screen.queryByText("Confirming")).toBeNull();
  });

  it("hides when the purchase continues on another page", async () => {
    start();
    await screen.findByText("Confirming");
    settle(ok({ ...attached, checkout_url: "https://pay.example/1" }));
    await waitFor(() => expect(toast()).toBeNull());
  });

  it("leaves a failure to the dialog that shows it", async () => {
    start();
    await screen.findByText("Confirming");
    settle(fail("payment_failed", "Your card was declined", 402));
    await waitFor(() => expect(toast()).toBeNull());
  });

  it("says nothing about other operations", async () => {
    act(() => announcePurchase({ type: "checkout_opened", productId: "pro" }));
    start();
    await screen.findByText("Confirming");
    expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1);
  });

  it("works in a host that exports its actions under other names", async () => {
    const { promise, resolve } = deferred<Result<Attach>>();
    const named = BROWSER_OPERATIONS.map((op) => {
      return [op, makeFunctionReference<"action">(`shop:my_${op}`)] as const;
    });
    const api = Object.fromEntries(named) as unknown as BillingFunctions;
    const action = (reference: unknown) =>
      reference === api.attach ? promise : Promise.resolve(ok(customer()));
    const Buy = () => {
      const { attach } = useCustomer();
      return <button onClick={() => void attach({ productId: "pro" })}>Buy</button>;
    };
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <BillingProvider
          convex={{ action }}
          api={api}
          identityKey="ines"
          onEvent={announcePurchase}
        >
          <Buy />
        </BillingProvider>
      </SWRConfig>,
    );
    act(() => screen.getByText("Buy").click());
    await screen.findByText("Confirming");
    act(() => resolve(ok(attached)));
    expect(await screen.findByText("Upgraded to Pro")).toBeTruthy();
  });
});
