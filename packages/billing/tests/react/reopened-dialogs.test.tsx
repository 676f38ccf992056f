import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../src/contract/errors";
import { SeatTable } from "../../src/react/components/seat-table";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PaywallDialog } from "../../src/react/dialogs/paywall-dialog";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  entity,
  featureCheck,
  preview,
  productIn,
} from "./wire-samples";

beforeEach(() => vi.spyOn(console, "error").mockReturnValue());

const no = () => fail("internal_error", "No", 500);
const pro = productIn("upgrade", { id: "pro", name: "Pro" });
const seat = (id: string) => ({ ...entity(), id, name: id, feature_id: "seats" });

function backend() {
  const held = customerProduct({ current_period_end: CYCLE_START });
  return new FakeTransport()
    .answer("listProducts", { list: [] })
    .answer("createCustomer", customer({ products: [held], entities: [seat("Ana"), seat("Bo")] }))
    .answer("check", featureCheck({ preview: preview({ products: [pro] }) }))
    .reply("checkout", no)
    .reply("attach", no)
    .reply("cancel", no)
    .reply("deleteEntity", no);
}

const result = checkoutAnswer({ product: pro });
const setOpen = () => undefined;
const DIALOGS: Record<string, (open: boolean) => ReactElement> = {
  checkout: (open) => (
    <CheckoutDialog
      {...{ open, setOpen, checkoutResult: result }}
      checkoutParams={{ productId: "pro" }}
    />
  ),
  cancellation: (open) => <CancelDialog {...{ open, setOpen }} productId="creator" />,
  paywall: (open) => <PaywallDialog {...{ open, setOpen }} featureId="uploads" />,
};

const settle = async () => act(async () => new Promise((done) => setTimeout(done, 20)));
const alerts = () => document.querySelectorAll("[role=alert]").length;
const pressLast = async () => {
  const buttons = [...document.querySelectorAll("[role=dialog] button, [role=alertdialog] button")];
  fireEvent.click(buttons.at(-1) as Element);
  await settle();
};

describe("a dialog that is opened again", () => {
  it.each(Object.entries(DIALOGS))("shows no failure of the last time: %s", async (_name, draw) => {
    const { rerender } = render(draw(true), { wrapper: billingWrapper(backend()) });
    await settle();
    await pressLast();
    await waitFor(() => expect(alerts()).toBe(1));
    rerender(draw(false));
    await settle();
    rerender(draw(true));
    await settle();
    expect(alerts()).toBe(0);
    await pressLast();
    await waitFor(() => expect(alerts()).toBe(1));
  });

  it("shows no failure of another seat", async () => {
    render(<SeatTable featureId="seats" title="Team" editing="host" />, {
      wrapper: billingWrapper(backend()),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Remove Ana" }));
    await settle();
    await pressLast();
    await waitFor(() => expect(alerts()).toBe(1));
    fireEvent.click(screen.getByRole("button", { name: "Keep the seat" }));
    await act(async () => new Promise((done) => setTimeout(done, 300)));
    fireEvent.click(screen.getByRole("button", { name: "Remove Bo" }));
    await settle();
    expect(alerts()).toBe(0);
    await pressLast();
    await waitFor(() => expect(alerts()).toBe(1));
  });
});
