import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import { useBilling } from "../../../src/react/context";
import { useCancelDialog } from "../../../src/react/hooks/use-cancel-dialog";
import { CancelDialog } from "../../../src/react/dialogs/cancel-dialog";
import { expectAccessible } from "../../../../ui/tests/browser";
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
  is_default: true,
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
  it("says until when the plan runs, what follows, and what will be over the limit", async () => {
    await openDialog();
    const node = await shown();
    expect(node.textContent).toContain(
      "You keep Creator until Dec 11, 2026. Then you are on Free.",
    );
    const over = screen.getByRole("region", { name: "Over the limit from Dec 11, 2026" });
    expect(over.textContent).toContain("Storage 22.8 GB in use, 1 included");
    expect(
      screen.getByRole("region", { name: "No longer included from Dec 11, 2026" }).textContent,
    ).toContain("4K uploads");
    await expectAccessible();
  });

  it.each([
    ["the default of the plan's group", free, undefined, "Free"],
    ["no default of another group", { ...free, group: "support" }, undefined, null],
    ["no free plan that is not the default", { ...free, is_default: false }, undefined, null],
    ["no default after the plan of an entity", free, "seat_1", null],
  ])("names as what follows: %s", async (_what, product, entityId, next) => {
    const held = { ...creator, ...(entityId !== undefined && { entity_id: entityId }) };
    const transport = backend()
      .answer("createCustomer", customer({ products: [held] }))
      .answer("listProducts", { list: [{ ...free, id: "gift", is_add_on: true }, product] });
    const { result } = renderHook(
      () => useCancelDialog({ open: true, setOpen: vi.fn(), productId: "creator", entityId }),
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current.cancellation).not.toBeNull());
    expect(result.current.cancellation?.next).toBe(next);
  });

  it("focuses the button that changes nothing, and returns the focus when it closes", async () => {
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

  it("cancels once, cannot be dismissed until then, and then closes", async () => {
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
      words: "You keep Creator until Dec 11, 2026. Then it ends.",
    },
    {
      why: "nothing is paid ahead",
      held: customerProduct(),
      words: "Creator ends as soon as you confirm.",
    },
  ])("promises no more than is true when $why", async ({ held, words }) => {
    const transport = backend()
      .answer("createCustomer", customer({ products: [held] }))
      .answer("listProducts", { list: [] });
    await openDialog(transport);
    expect((await shown()).textContent).toContain(words);
  });

  it("promises nothing before it knows which plan follows", async () => {
    const list = deferred<ReturnType<typeof ok>>();
    await openDialog(backend().reply("listProducts", () => list.promise));
    await act(async () => Promise.resolve());
    expect(screen.getByRole("alertdialog", { name: "One moment" })).toBeTruthy();
    list.resolve(ok({ list: [free] }));
    expect((await shown()).textContent).toContain("Then you are on Free.");
  });

  it("can cancel again: another copy, or the same one after it was renewed", async () => {
    const { transport } = await openDialog();
    for (const times of [1, 2]) {
      await shown();
      await userEvent.click(button("Confirm cancellation"));
      await waitFor(() => expect(dialog()).toBeNull());
      expect(transport.argsOf("cancel")).toHaveLength(times);
      await userEvent.click(button("Cancel plan"));
    }
  });

  it("lists what the entity's copy grants as lost, and the customer's own grant as kept", async () => {
    const seats = { ...creator, entity_id: "seat_1", items: [storage(5)] };
    const transport = backend()
      .answer(
        "createCustomer",
        customer({ ...ines, products: [creator, seats], features: Object.values(ines.features) }),
      )
      .answer("listProducts", { list: [] });
    const wrapper = billingWrapper(transport, { current: { locale: "en-US" } });
    const shut = () => undefined;
    render(<CancelDialog open setOpen={shut} productId="creator" entityId="seat_1" />, { wrapper });
    const node = await shown();
    expect(node.textContent).not.toContain("Over the limit");
    expect(node.textContent).toContain("No longer included");
  });

  it("says that nothing follows an add-on, whatever the default plan is", async () => {
    const addOn = { ...creator, is_add_on: true };
    await openDialog(backend().answer("createCustomer", customer({ products: [addOn] })));
    expect((await shown()).textContent).toContain("until Dec 11, 2026. Then it ends.");
  });

  it("uses the singular for one unit over the limit", async () => {
    const seats = customerFeature({ id: "seats", name: "Seats", type: "continuous_use", usage: 1 });
    const feature = {
      id: "seats",
      name: "Seats",
      type: "continuous_use" as const,
      archived: false,
    };
    const display = { singular: "seat", plural: "seats" };
    const item = { ...storage(1), feature_id: "seats", feature: { ...feature, display } };
    const held = { ...creator, items: [item] };
    await openDialog(
      backend().answer("createCustomer", customer({ products: [held], features: [seats] })),
    );
    expect((await shown()).textContent).toContain("Seats 1 seat in use, 0 included");
  });

  it("cannot be dismissed meanwhile in a host's own dialog, and then shows the result", async () => {
    const answer = deferred<ReturnType<typeof fail>>();
    const transport = backend().reply("cancel", () => answer.promise);
    const setOpen = vi.fn();
    const { result } = renderHook(
      () => useCancelDialog({ open: true, setOpen, productId: "creator" }),
      { wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) },
    );
    await waitFor(() => expect(result.current.state).toBe("idle"));
    act(() => void result.current.confirm());
    act(() => result.current.setOpen(false));
    expect(setOpen).not.toHaveBeenCalled();
    transport.answer("createCustomer", customer());
    await act(async () => {
      answer.resolve(fail("customer_product_not_found", "no", 404));
      await answer.promise;
    });
    expect(result.current.cancellation?.product).toBe("Creator");
    act(() => result.current.setOpen(false));
    expect(setOpen).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("reloads the product after a failed cancellation", async () => {
    const transport = backend().reply("cancel", () => {
      transport.answer("createCustomer", customer({ products: [{ ...creator, name: "Maker" }] }));
      return fail("internal_error", "no", 500);
    });
    const { result } = renderHook(
      () => ({
        model: useCancelDialog({ open: true, setOpen: vi.fn(), productId: "creator" }),
        refresh: useBilling("test").refresh,
      }),
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current.model.state).toBe("idle"));
    await act(() => result.current.model.confirm());
    await act(() => result.current.refresh());
    expect(result.current.model.cancellation?.product).toBe("Maker");
  });

  it("says that it is loading, and cannot be confirmed before", async () => {
    const never = deferred<ReturnType<typeof ok>>();
    await openDialog(backend().reply("createCustomer", () => never.promise));
    expect(screen.getByRole("alertdialog", { name: "One moment" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm cancellation" })).toBeNull();
    await expectAccessible();
  });

  it("says that there is nothing to cancel without a subscription", async () => {
    await openDialog(backend().answer("createCustomer", customer()));
    expect(await screen.findByRole("alertdialog", { name: "This did not load" })).toBeTruthy();
    await expectAccessible();
  });
});
