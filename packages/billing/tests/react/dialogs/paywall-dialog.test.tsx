import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ok } from "../../../src/contract/errors";
import { fail } from "../../../src/contract/errors";
import { PaywallDialog } from "../../../src/react/dialogs/paywall-dialog";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  featureCheck,
  preview,
  productIn,
  productItem,
} from "../wire-samples";

const uploads = (primary_text: string) =>
  productItem({
    type: "feature",
    feature_id: "uploads",
    feature: {
      id: "uploads",
      name: "Uploads",
      type: "single_use",
      display: { singular: "upload", plural: "uploads" },
      archived: false,
    },
    display: { primary_text },
  });
const pro = productIn("upgrade", {
  id: "pro",
  name: "Pro",
  items: [productItem(), uploads("Unlimited uploads")],
});
const ines = customer({
  products: [customerProduct({ items: [uploads("100 uploads")] })],
  features: [customerFeature({ usage: 100, included_usage: 100, next_reset_at: CYCLE_START })],
});

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend() {
  return new FakeTransport()
    .answer("createCustomer", ines)
    .answer("check", featureCheck({ preview: preview({ products: [pro] }) }))
    .answer("checkout", checkoutAnswer({ product: pro, total: 9 }));
}

function Host() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Publish</button>
      <PaywallDialog
        open={open}
        setOpen={setOpen}
        featureId="uploads"
        context={<p>Your files stay here.</p>}
      />
    </>
  );
}

async function openPaywall(transport = backend()) {
  const host = { current: { locale: "en-US", onError: vi.fn() } };
  render(<Host />, { wrapper: billingWrapper(transport, host) });
  await userEvent.click(button("Publish"));
  return { transport, onError: host.current.onError };
}

const button = (name: string) => screen.getByRole("button", { name });
const paywall = () => document.querySelector("[data-slot=paywall-dialog]");

describe("PaywallDialog", () => {
  it("loads again on request after a failure", async () => {
    const transport = backend().reply("check", () => fail("internal_error", "no", 500));
    await openPaywall(transport);
    expect(await screen.findByRole("dialog", { name: "This did not load" })).toBeTruthy();
    transport.answer("check", featureCheck({ preview: preview({ products: [pro] }) }));
    await userEvent.click(button("Try again"));
    expect(await screen.findByRole("dialog", { name: "Upgrade to Pro" })).toBeTruthy();
  });

  it("shows the blocked feature, the reason, the used-up balance and the offer", async () => {
    await openPaywall();
    const node = await screen.findByRole("dialog", { name: "Upgrade to Pro" });
    expect(node.textContent).toContain("Your files stay here.");
    expect(node.textContent).toContain("You have reached the usage limit for uploads.");
    expect(node.textContent).toContain("100 of 100 uploads used");
    expect(node.textContent).toContain("Resets Dec 11, 2026");
    expect(screen.getByRole("meter", { name: "Uploads" }).dataset.state).toBe("lit");
    expect(screen.getByRole("heading", { name: "Creator, now" })).toBeTruthy();
    expect(
      screen.getByText("Unlimited uploads").closest("[data-state]")?.getAttribute("data-state"),
    ).toBe("next");
    expect(node.textContent).toContain("Nothing is charged yet.");
    await expectAccessible();
  });

  it("opens the checkout of the offer in its place, without a charge", async () => {
    const { transport } = await openPaywall();
    await screen.findByRole("dialog", { name: "Upgrade to Pro" });
    await userEvent.click(button("Upgrade to Pro"));
    await waitFor(() => expect(button("Confirm and pay $9.00")).toBeTruthy());
    expect(paywall()).toBeNull();
    expect(transport.argsOf("checkout")).toEqual([expect.objectContaining({ productId: "pro" })]);
    expect(transport.argsOf("attach")).toEqual([]);
    await expectAccessible();
  });

  it("says that the purchase continues in the other tab, and opens it again", async () => {
    const url = "https://pay.example/c";
    const transport = backend()
      .answer("checkout", checkoutAnswer({ product: pro, total: 9, url }))
      .answer("attach", {
        ...{ success: true, customer_id: "ines", product_ids: ["pro"], code: "checkout_created" },
        ...{ message: "Continue on the page", checkout_url: url },
      });
    const tab = { location: { replace: vi.fn() }, opener: null, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    await openPaywall(transport);
    await userEvent.click(await screen.findByRole("button", { name: "Upgrade to Pro" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Confirm/ }));
    const name = "Finish your purchase in the other tab";
    expect(await screen.findByRole("dialog", { name })).toBeTruthy();
    await userEvent.click(button("Open again"));
    expect(tab.location.replace.mock.calls).toEqual([[url], [url]]);
    expect(transport.argsOf("attach")).toHaveLength(1);
    await expectAccessible();
  });

  it("offers a free grant first, and leads to the other ways", async () => {
    const gift = productIn("new", {
      ...{ id: "gift", name: "Five uploads", is_add_on: true, items: [uploads("5 uploads")] },
      properties: { is_free: true },
    });
    const offers = preview({ products: [gift, pro], upgrade_product_id: "gift" });
    await openPaywall(backend().answer("check", featureCheck({ preview: offers })));
    const node = await screen.findByRole("dialog", { name: "Enable Five uploads" });
    expect(node.textContent).toContain("for free");
    expect(node.textContent).not.toContain("due today");
    await userEvent.click(button("Upgrade to Pro"));
    expect(await screen.findByRole("dialog", { name: "Upgrade to Pro" })).toBeTruthy();
    expect(button("Enable Five uploads")).toBeTruthy();
    await expectAccessible();
  });

  it("closes without an event or a call", async () => {
    const { transport } = await openPaywall();
    await screen.findByRole("dialog", { name: "Upgrade to Pro" });
    await userEvent.click(button("Not now"));
    expect(paywall()).toBeNull();
    expect(transport.argsOf("checkout")).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(button("Publish")));
  });

  it("says that it is loading, and can be closed until then", async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    await openPaywall(backend().reply("check", () => answer.promise));
    expect(screen.getByRole("dialog", { name: "One moment" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Upgrade to Pro" })).toBeNull();
    await expectAccessible();
    await userEvent.click(button("Not now"));
    expect(paywall()).toBeNull();
  });

  it("says that it failed, that nothing was charged, and tries again on request", async () => {
    const transport = backend().reply("check", () => fail("internal_error", "no", 500));
    await openPaywall(transport);
    await screen.findByRole("dialog", { name: "This did not load" });
    expect(paywall()?.textContent).toContain("Nothing was charged.");
    await expectAccessible();
    transport.answer("check", featureCheck({ preview: preview({ products: [pro] }) }));
    await userEvent.click(button("Try again"));
    expect(await screen.findByRole("dialog", { name: "Upgrade to Pro" })).toBeTruthy();
  });

  it("offers nothing when no product on sale helps", async () => {
    const nothing = preview({ products: [], upgrade_product_id: null });
    await openPaywall(backend().answer("check", featureCheck({ preview: nothing })));
    await screen.findByRole("dialog", { name: "Feature Unavailable" });
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "",
      "Not now",
    ]);
    await expectAccessible();
  });

  it("stays open, and tells the host, when the checkout cannot be opened", async () => {
    const transport = backend().reply("checkout", () => fail("product_not_found", "gone"));
    const { onError } = await openPaywall(transport);
    await screen.findByRole("dialog", { name: "Upgrade to Pro" });
    await userEvent.click(button("Upgrade to Pro"));
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    await act(async () => Promise.resolve());
    expect(paywall()).not.toBeNull();
  });
});
