import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../convex/contract/errors";
import { CancelDialog } from "../../../src/billing/dialogs/cancel-dialog";
import { expectAccessible } from "../../ui/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import {
  CYCLE_START,
  customer,
  customerFeature,
  customerProduct,
  productIn,
  productItem,
} from "../wire-samples";

const storage = (included_usage: number) =>
  productItem({
    type: "feature",
    feature_id: "storage",
    feature: {
      id: "storage",
      name: "Storage",
      type: "continuous_use",
      display: { singular: "GB", plural: "GB" },
      archived: false,
    },
    included_usage,
  });
const creator = customerProduct({ items: [storage(25)], current_period_end: CYCLE_START });
const free = productIn("cancel", {
  id: "free",
  name: "Free",
  items: [storage(1)],
  properties: { is_free: true },
});
const ines = customer({
  products: [creator],
  features: [
    customerFeature({ id: "storage", name: "Storage", type: "continuous_use", usage: 22.84 }),
    customerFeature({ id: "hd", name: "4K uploads", type: "static" }),
  ],
});
const canceled = { success: true as const, customer_id: "ines", product_id: "creator" };

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend() {
  return new FakeTransport()
    .answer("createCustomer", ines)
    .answer("listProducts", { list: [free] })
    .answer("cancel", canceled);
}

function Host() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Cancel plan</button>
      <CancelDialog open={open} setOpen={setOpen} productId="creator" />
    </>
  );
}

async function openDialog(transport = backend()) {
  const onError = vi.fn();
  const host = { current: { locale: "en-US", onError } };
  render(<Host />, { wrapper: billingWrapper(transport, host) });
  await userEvent.click(button("Cancel plan"));
  return { transport, onError };
}

const dialog = () => screen.queryByRole("alertdialog");
const button = (name: string) => screen.getByRole("button", { name });
const shown = () => screen.findByRole("alertdialog", { name: "Cancel Creator" });

describe("CancelDialog", () => {
  it("says until when the plan runs, what follows, and what will not fit", async () => {
    await openDialog();
    const node = await shown();
    expect(node.textContent).toContain("You keep Creator until 12/11/2026. Then you are on Free.");
    const over = screen.getByRole("region", { name: "Over the limit from then on" });
    expect(over.textContent).toContain("Storage 22.8 GB in use, 1 included");
    expect(screen.getByRole("region", { name: "No longer included" }).textContent).toContain(
      "4K uploads",
    );
    await expectAccessible();
  });

  it("puts the focus on the way out, and gives it back on leaving", async () => {
    const { transport } = await openDialog();
    await shown();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(dialog()).toBeNull());
    expect(document.activeElement).toBe(button("Cancel plan"));
    await userEvent.click(button("Cancel plan"));
    expect(document.activeElement).toBe(button("Keep Creator"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(dialog()).toBeNull());
    expect(transport.argsOf("cancel")).toEqual([]);
  });

  it("cancels once, cannot be dismissed meanwhile, and then closes", async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { transport } = await openDialog(backend().reply("cancel", () => answer.promise));
    await shown();
    await userEvent.click(button("Confirm cancellation"));
    expect(button("Cancelling").getAttribute("aria-busy")).toBe("true");
    await userEvent.click(button("Cancelling"));
    await userEvent.keyboard("{Escape}");
    expect(dialog()).not.toBeNull();
    await expectAccessible();
    expect(transport.argsOf("cancel")).toEqual([{ productId: "creator" }]);
    await act(async () => {
      answer.resolve(ok(canceled));
      await answer.promise;
    });
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it("stays open when it fails, tells the host, and can be tried again", async () => {
    const transport = backend().reply("cancel", () => fail("internal_error", "no", 500));
    const { onError } = await openDialog(transport);
    await shown();
    await userEvent.click(button("Confirm cancellation"));
    await waitFor(() =>
      expect(onError).toHaveBeenCalledWith(
        expect.objectContaining({ code: "internal_error", operation: "cancel" }),
      ),
    );
    expect(dialog()).not.toBeNull();
    transport.answer("cancel", canceled);
    await userEvent.click(button("Confirm cancellation"));
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it.each([
    {
      why: "nothing follows",
      held: creator,
      words: "You keep Creator until 12/11/2026. Then it ends.",
    },
    {
      why: "nothing is paid ahead",
      held: customerProduct(),
      words: "Creator ends as soon as you confirm.",
    },
  ])("promises no more than is so when $why", async ({ held, words }) => {
    const transport = backend()
      .answer("createCustomer", customer({ products: [held] }))
      .answer("listProducts", { list: [] });
    await openDialog(transport);
    expect((await shown()).textContent).toContain(words);
  });

  it("says that it is looking while it looks, and confirms nothing unseen", async () => {
    const never = deferred<ReturnType<typeof ok>>();
    await openDialog(backend().reply("createCustomer", () => never.promise));
    expect(screen.getByRole("alertdialog", { name: "One moment" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm cancellation" })).toBeNull();
    await expectAccessible();
  });

  it("says that there is nothing to cancel when the product is not held", async () => {
    await openDialog(backend().answer("createCustomer", customer()));
    expect(await screen.findByRole("alertdialog", { name: "This did not load" })).toBeTruthy();
    await expectAccessible();
  });
});
