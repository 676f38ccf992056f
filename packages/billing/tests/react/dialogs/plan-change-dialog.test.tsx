import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import type { ok } from "../../../src/contract/errors";
import { PlanChangeDialog } from "../../../src/react/dialogs/plan-change-dialog";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  productCheck,
  productIn,
  productPreview,
} from "../wire-samples";

const pro = productIn("upgrade", { id: "pro", name: "Pro" });
const attached = {
  success: true,
  customer_id: "ines",
  product_ids: ["pro"],
  code: "upgraded_to_new_product" as const,
  message: "",
};

const PACK = { feature_id: "credits", feature_name: "Credits", billing_units: 100, price: 4 };

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend() {
  return new FakeTransport()
    .answer("createCustomer", customer())
    .answer("check", productCheck())
    .answer("checkout", checkoutAnswer({ product: pro, total: 9, preview_id: "shown-9" }))
    .answer("attach", attached);
}

function Shop() {
  const { attach } = useCustomer();
  const take = () => void attach({ productId: "pro", reward: "SPRING", dialog: PlanChangeDialog });
  return <button onClick={take}>Take Pro</button>;
}

async function take(transport = backend()) {
  const host = { current: { locale: "en-US" } };
  render(<Shop />, { wrapper: billingWrapper(transport, host) });
  await userEvent.click(button("Take Pro"));
  return transport;
}

const button = (name: string) => screen.getByRole("button", { name });
const confirmation = () => screen.findByRole("dialog", { name: "Upgrade to Pro" });

describe("PlanChangeDialog", () => {
  it("shows the price before anything happens, and then attaches exactly that", async () => {
    const transport = await take();
    await confirmation();
    expect(transport.argsOf("checkout")).toEqual([{ productId: "pro", reward: "SPRING" }]);
    await waitFor(() => expect(document.querySelectorAll("[role=dialog]")).toHaveLength(1));
    expect(transport.argsOf("attach")).toEqual([]);
    await expectAccessible();
    await userEvent.click(button("Confirm and pay $9.00"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(transport.argsOf("attach")).toEqual([
      expect.objectContaining({ productId: "pro", reward: "SPRING", previewId: "shown-9" }),
    ]);
    expect(document.activeElement).toBe(button("Take Pro"));
  });

  it("shows the preview at once; it cannot be confirmed before the amounts are loaded", async () => {
    const never = deferred<ReturnType<typeof ok>>();
    const preview = productPreview({
      items: [{ description: "Remaining Pro", price: "$10.00" }],
      next_cycle_at: CYCLE_START,
      due_next_cycle: { price: 15, currency: "usd" },
    });
    const slow = backend().answer("check", productCheck({ preview }));
    const transport = await take(slow.reply("checkout", () => never.promise));
    const node = await screen.findByRole("dialog", { name: "Upgrade to Pro" });
    expect(node.textContent).toContain("Remaining Pro $10.00");
    expect(node.textContent).toContain("Total due today $9.00");
    expect(node.textContent).toContain("Due next cycle (Dec 11, 2026) $15.00");
    await expectAccessible();
    await userEvent.click(button("Confirm"));
    expect(transport.argsOf("attach")).toEqual([]);
    await userEvent.click(button("Not now"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(transport.argsOf("attach")).toEqual([]);
  });

  it("promises neither a charge nor a trial where nothing is due today", async () => {
    const never = deferred<ReturnType<typeof ok>>();
    const preview = productPreview({ scenario: "new", due_today: { price: 0, currency: "usd" } });
    const unpriced = backend().answer("check", productCheck({ preview }));
    await take(unpriced.reply("checkout", () => never.promise));
    expect(await screen.findByRole("dialog", { name: "Change Subscription" })).toBeTruthy();
  });

  it.each<[what: string, over: Parameters<typeof productPreview>[0], title: string]>([
    ["a downgrade, for which nothing is due", { scenario: "downgrade" }, "Downgrade to Pro"],
    ["a renewal, for which nothing is due", { scenario: "renew" }, "Renew"],
    ["a one-time purchase", { recurring: false }, "Purchase Pro"],
    ["another quantity", { scenario: "active", options: [PACK] }, "Update Plan"],
    ["the current plan", { scenario: "active" }, "Product already active"],
  ])("has the right title for %s", async (_what, over, title) => {
    const preview = productPreview({ due_today: { price: 0, currency: "usd" }, ...over });
    const slow = backend().answer("check", productCheck({ preview }));
    await take(slow.reply("checkout", () => new Promise(() => undefined)));
    expect(await screen.findByRole("dialog", { name: title })).toBeTruthy();
  });

  it("says that it failed, that nothing was charged, and tries again on request", async () => {
    const transport = backend().reply("checkout", () => fail("internal_error", "no", 500));
    await take(transport);
    const node = await screen.findByRole("dialog", { name: "This did not load" });
    expect(node.textContent).toContain("Nothing was charged.");
    await expectAccessible();
    transport.answer("checkout", checkoutAnswer({ product: pro, total: 9 }));
    await userEvent.click(button("Try again"));
    expect(await confirmation()).toBeTruthy();
  });

  it("attaches at once when the provider has no preview", async () => {
    const transport = await take(backend().answer("check", productCheck({ preview: null })));
    await waitFor(() => expect(transport.argsOf("attach")).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
