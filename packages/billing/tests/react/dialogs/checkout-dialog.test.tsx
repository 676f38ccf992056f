import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Attach, Checkout } from "../../../src/contract/responses";
import { fail, ok } from "../../../src/contract/errors";
import { CheckoutDialog } from "../../../src/react/dialogs/checkout-dialog";
import { DIALOG_CLEAR_MS } from "../../../src/react/hooks/use-dialog-slot";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  prepaidItem,
  product,
  productIn,
  productItem,
} from "../wire-samples";

const attached: Attach = {
  success: true,
  customer_id: "ines",
  product_ids: ["pro"],
  code: "upgraded_to_new_product",
  message: "",
};
const visa = {
  id: "pm",
  type: "card" as const,
  card: { brand: "visa", last4: "4242", exp_month: 1, exp_year: 2030 },
};
const upgrade = checkoutAnswer({
  product: productIn("upgrade", {
    id: "pro",
    name: "Pro",
    items: [
      productItem({ price: 15, display: { primary_text: "$15", secondary_text: "per month" } }),
      productItem({
        type: "priced_feature",
        feature_id: "storage",
        feature: { id: "storage", name: "Storage", type: "continuous_use", archived: false },
        usage_model: "pay_per_use",
      }),
    ],
  }),
  current_product: product(),
  has_prorations: true,
  lines: [
    { description: "Unused time on Creator", amount: -4, item: null },
    { description: "Nothing at all", amount: 0, item: null },
    { description: "Remaining time on Pro", amount: 18, item: null },
  ],
  total: 14,
  next_cycle: { starts_at: CYCLE_START, total: 27 },
});

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));
function backend() {
  return new FakeTransport()
    .answer("createCustomer", customer({ payment_method: visa }))
    .answer("attach", attached);
}

function Host({ result }: { result: Checkout }) {
  const [open, setOpen] = useState(true);
  return (
    <CheckoutDialog
      open={open}
      setOpen={setOpen}
      checkoutResult={result}
      checkoutParams={{ productId: result.product.id }}
    />
  );
}

async function renderDialog(result: Checkout, transport = backend(), onError = vi.fn()) {
  const host = { current: { locale: "en-US", onError } };
  render(<Host result={result} />, { wrapper: billingWrapper(transport, host) });
  await act(async () => Promise.resolve());
  return transport;
}

const dialog = () => screen.queryByRole("dialog") ?? screen.queryByRole("alertdialog");
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("CheckoutDialog", () => {
  it("says what changes, what is due today and next, and who is charged", async () => {
    await renderDialog(upgrade);
    const node = screen.getByRole("dialog", { name: "Upgrade to Pro" });
    const prices = within(screen.getByRole("region", { name: "Price" }));
    expect(prices.getByText("Subscription").parentElement?.textContent).toBe(
      "Subscription $15 per month",
    );
    expect(prices.getByText("Total due today").parentElement?.textContent).toBe(
      "Total due today $14.00",
    );
    expect(prices.getByText("Due next cycle (Dec 11, 2026)").parentElement?.textContent).toBe(
      "Due next cycle (Dec 11, 2026) $27.00 + usage prices",
    );
    expect(node.textContent).toContain("Visa ending in 4242");
    expect(button("Keep Creator")).toBeTruthy();
    expect(button("Confirm and pay $14.00")).toBeTruthy();
    await expectAccessible();
  });

  it("announces a changed total without interrupting", async () => {
    await renderDialog(upgrade);
    const total = screen.getByText("Total due today").parentElement;
    expect(total?.getAttribute("aria-live")).toBe("polite");
    expect(total?.getAttribute("aria-atomic")).toBe("true");
  });

  it("shows proration lines on request, and hides lines of 0", async () => {
    await renderDialog(upgrade);
    const details = button("View details");
    expect(details.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(details);
    expect(details.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByText("Unused time on Creator").parentElement?.textContent).toContain(
      "-$4.00",
    );
    expect(screen.queryByText("Nothing at all")).toBeNull();
    await expectAccessible();
  });

  it("shows no breakdown for a free product", async () => {
    const free = productIn("new", { name: "Free", items: [], properties: { is_free: true } });
    await renderDialog(checkoutAnswer({ product: free, total: 0 }));
    expect(screen.getByRole("dialog", { name: "Enable Free" })).toBeTruthy();
    expect(screen.queryByText("Total due today")).toBeNull();
    expect(button("Confirm")).toBeTruthy();
    await expectAccessible();
  });

  it("shows a cancellation as an alert with the focus on the button that changes nothing", async () => {
    const free = productIn("cancel", { id: "free", items: [], properties: { is_free: true } });
    const pro = product({ id: "pro", name: "Pro" });
    await renderDialog(checkoutAnswer({ product: free, current_product: pro, total: 0 }));
    expect(screen.getByRole("alertdialog", { name: "Cancel" })).toBeTruthy();
    expect(document.activeElement).toBe(button("Keep Pro"));
    await expectAccessible();
  });

  it.each([
    ["downgrade", true],
    ["cancel", true],
    ["upgrade", false],
    ["renew", false],
  ] as const)("says what is lost in a change that is a %s: %s", async (scenario, told) => {
    const hd = { id: "hd", name: "4K uploads", type: "boolean" as const, archived: false };
    const item = productItem({ type: "feature", feature_id: "hd", feature: hd });
    const held = customerProduct({ id: "pro", name: "Pro", items: [item] });
    const features = [customerFeature({ id: "hd", name: "4K uploads", type: "static" })];
    const transport = backend().answer("createCustomer", customer({ products: [held], features }));
    const next = productIn(scenario, { id: "creator", items: [productItem()] });
    const current = product({ id: "pro", name: "Pro" });
    await renderDialog(checkoutAnswer({ product: next, current_product: current }), transport);
    const losses = screen.queryByRole("region", { name: "No longer included" })?.textContent;
    expect(losses).toBe(told ? "No longer included4K uploads" : undefined);
  });

  it("promises a trial no more than its terms", async () => {
    const trial = productIn("new", {
      name: "Pro",
      properties: { has_trial: true },
      free_trial: {
        duration: "day",
        length: 14,
        unique_fingerprint: true,
        card_required: false,
        trial_available: true,
      },
    });
    const next_cycle = { starts_at: Date.UTC(2026, 11, 5, 12), total: 15 };
    const transport = backend().answer("createCustomer", customer({ payment_method: null }));
    await renderDialog(checkoutAnswer({ product: trial, total: 0, next_cycle }), transport);
    expect(dialog()?.textContent).toContain("No card needed until then.");
    expect(dialog()?.textContent).toContain(
      "Without a card, Pro ends on Dec 5, 2026 and nothing is charged.",
    );
    expect(button("Confirm, free until Dec 5, 2026")).toBeTruthy();
  });

  it("says that the next page asks for a card when there is none", async () => {
    await renderDialog({ ...upgrade, url: "https://pay.example/x" });
    expect(dialog()?.textContent).toContain("You enter your card on the next page.");
  });

  it("opens the page of another card in a new tab, and stays open", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const unsafe = { customer_id: "ines", url: "javascript:never" };
    const transport = await renderDialog(upgrade, backend().answer("setupPayment", unsafe));
    await userEvent.click(button("Change"));
    expect(transport.argsOf("setupPayment")).toEqual([{}]);
    expect(open).toHaveBeenCalledOnce();
    expect(dialog()).not.toBeNull();
  });

  it("shows the quantity of a renewal without a way to change it", async () => {
    const renewed = productIn("renew", { items: [productItem(), prepaidItem()] });
    const options = [{ feature_id: "credits", quantity: 300 }];
    await renderDialog(checkoutAnswer({ product: renewed, options }));
    const trigger = button("Qty: 300");
    expect(trigger.hasAttribute("disabled")).toBe(true);
    expect(screen.getByText("The quantity stays as it is.")).toBeTruthy();
    expect(trigger.querySelector("svg")).toBeNull();
    await expectAccessible();
  });

  it("closes without a charge", async () => {
    const transport = await renderDialog(upgrade);
    await userEvent.click(button("Keep Creator"));
    expect(dialog()).toBeNull();
    expect(transport.argsOf("attach")).toEqual([]);
  });
});

describe("Confirming", () => {
  it("cannot be repeated, dismissed or changed until it ends, and then closes", async () => {
    const answer = deferred<ReturnType<typeof ok<Attach>>>();
    const transport = await renderDialog(
      upgrade,
      backend().reply("attach", () => answer.promise),
    );
    await userEvent.click(button("Confirm and pay $14.00"));

    const busy = button("Confirming");
    expect(busy.getAttribute("aria-busy")).toBe("true");
    expect(button("Keep Creator").hasAttribute("disabled")).toBe(true);
    expect(button("Close").hasAttribute("disabled")).toBe(true);
    expect(document.querySelector("[data-slot=dialog-body]")?.hasAttribute("inert")).toBe(true);
    // React 18 and 19 want different values of `inert`, and report the other one.
    expect(console.error).not.toHaveBeenCalled();
    await expectAccessible();
    await userEvent.click(busy);
    await userEvent.keyboard("{Escape}");
    expect(dialog()).not.toBeNull();
    expect(transport.argsOf("attach")).toHaveLength(1);

    await act(async () => {
      answer.resolve(ok(attached));
      await answer.promise;
    });
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it.each([
    [
      "declined",
      fail("payment_failed", "Card declined", 402),
      "Your payment didn't go through. Try another card. Nothing was charged.",
    ],
    [
      "not decided yet",
      fail("payment_pending", "Soon", 202),
      "Your payment is still being processed. Wait a moment, then reload the page. You are charged once at most.",
    ],
    [
      "lost in a failure of the server",
      fail("internal_error", "Bug", 500),
      "That didn't work. Try again in a moment. You are charged once at most.",
    ],
    [
      "lost with the connection",
      { data: null, error: { code: "convex_action_failed", message: "Lost" } } as const,
      "We didn't get a response. Check your connection, then try again. You are charged once at most.",
    ],
  ])("stays open when the payment is %s, and tells the host", async (_how, answer, text) => {
    const onError = vi.fn();
    await renderDialog(
      upgrade,
      backend().reply("attach", () => answer),
      onError,
    );
    await userEvent.click(button("Confirm and pay $14.00"));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(onError).toHaveBeenCalledExactlyOnceWith({ ...answer.error, operation: "attach" });
    expect(button("Confirm and pay $14.00").hasAttribute("aria-busy")).toBe(false);
  });
});

describe("A supplied checkout dialog", () => {
  function Shop() {
    const { checkout } = useCustomer();
    const open = (productId: string) => void checkout({ productId, dialog: CheckoutDialog });
    return (
      <>
        <button onClick={() => open("pro")}>Pro</button>
        <button onClick={() => open("studio")}>Studio</button>
      </>
    );
  }

  it("shows the newer content when it is opened again before the old one was cleared", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const transport = backend().reply("checkout", ({ productId }) =>
      ok({ ...upgrade, product: { ...upgrade.product, name: String(productId) } }),
    );
    const host = { current: { locale: "en-US" } };
    render(<Shop />, { wrapper: billingWrapper(transport, host) });
    await user.click(button("Pro"));
    await screen.findByRole("dialog", { name: "Upgrade to pro" });
    await user.keyboard("{Escape}");
    await act(async () => vi.advanceTimersByTimeAsync(DIALOG_CLEAR_MS - 150));
    await user.click(button("Studio"));
    await act(async () => vi.advanceTimersByTimeAsync(DIALOG_CLEAR_MS * 2));
    expect(await screen.findByRole("dialog", { name: "Upgrade to studio" })).toBeTruthy();
  });
});
