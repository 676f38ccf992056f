import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BrowserOperation } from "../../src/contract/operations";
import { BillingPortal } from "../../src/react/components/billing-portal";
import { PricingTable } from "../../src/react/components/pricing-table";
import { ReferralCard } from "../../src/react/components/referral-card";
import { SeatTable } from "../../src/react/components/seat-table";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PaywallDialog } from "../../src/react/dialogs/paywall-dialog";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { buttonCalled, press } from "./press";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  featureCheck,
  prepaidItem,
  product,
  productIn,
  productItem,
} from "./wire-samples";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(window, "open").mockReturnValue(null);
});

const creator = customerProduct({ current_period_end: CYCLE_START });
const ending = { ...creator, canceled_at: 1 };
const updateable = productIn("active", { properties: { updateable: true } });
const pro = productIn("upgrade", { id: "pro", name: "Pro" });
const seat = {
  ...{ id: "seat_1", name: "Ana", customer_id: "ines", feature_id: "seats" },
  ...{ created_at: CYCLE_START, env: "sandbox" as const },
};
const packs = checkoutAnswer({
  product: product({ items: [productItem(), prepaidItem()] }),
  options: [{ feature_id: "credits", quantity: 300 }],
});
const control = { open: true, setOpen: () => undefined };

/** A backend that responds only to loads. */
function open(node: ReactElement, held = [creator]) {
  const never = () => new Promise<never>(() => undefined);
  const transport = new FakeTransport()
    .answer("createCustomer", customer({ products: held, entities: [seat], referrals: [] }))
    .answer("listProducts", { list: [updateable, pro] })
    .answer("createReferralCode", {
      code: "SUN7",
      customer_id: "ines",
      created_at: 0,
    })
    .answer("check", featureCheck());
  for (const op of ["attach", "cancel", "checkout", "setupPayment"] as const)
    transport.reply(op, never);
  for (const op of ["createEntity", "deleteEntity", "redeemReferralCode"] as const)
    transport.reply(op, never);
  render(node, {
    wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
  });
  return transport;
}

const checkoutOf = (result = checkoutAnswer()) => (
  <CheckoutDialog {...control} checkoutResult={result} checkoutParams={{ productId: "creator" }} />
);
const portal = <BillingPortal />;

/** Every button that sends a request: where it is, the clicks before it, and its request. */
const BUTTONS: readonly {
  what: string;
  node: ReactElement;
  held?: (typeof creator)[];
  first?: readonly string[];
  button: string;
  op: BrowserOperation;
}[] = [
  {
    what: "confirming a checkout",
    node: checkoutOf(),
    button: "Confirm",
    op: "attach",
  },
  {
    what: "saving a quantity",
    ...{
      node: checkoutOf(packs),
      first: ["Qty: 300", "One more"],
      button: "Save",
      op: "checkout",
    },
  },
  {
    what: "confirming a cancellation",
    node: <CancelDialog {...control} productId="creator" />,
    ...{ button: "Confirm", op: "cancel" },
  },
  {
    what: "the upgrade of a paywall",
    node: <PaywallDialog {...control} featureId="uploads" />,
    ...{ button: "Upgrade to", op: "checkout" },
  },
  { what: "a plan", node: <PricingTable />, button: "Upgrade", op: "checkout" },
  {
    what: "changing a plan",
    node: portal,
    button: "Update Plan",
    op: "checkout",
  },
  {
    what: "undoing the cancellation of a plan",
    node: portal,
    held: [ending],
    button: "Keep",
    op: "checkout",
  },
  {
    what: "adding a card",
    node: portal,
    button: "Add card",
    op: "setupPayment",
  },
  {
    what: "removing a seat",
    node: <SeatTable featureId="seats" title="Seats" editing="host" />,
    ...{ first: ["Remove Ana"], button: "Confirm removal", op: "deleteEntity" },
  },
  {
    what: "redeeming a code",
    node: <ReferralCard programId="invite" givenCode="LUNA" />,
    ...{ button: "Redeem", op: "redeemReferralCode" },
  },
];

describe("a button", () => {
  it.each(BUTTONS)(
    "sends one request when it is pressed twice, and again while it runs: $what",
    async (row) => {
      const { node, held, first = [], button, op } = row;
      const transport = open(node, held);
      await press(...first);
      const pressed = await buttonCalled(button);
      act(() => {
        pressed.click();
        pressed.click();
      });
      await waitFor(() => expect(transport.argsOf(op)).toHaveLength(1));
      fireEvent.click(pressed);
      fireEvent.doubleClick(pressed);
      const form = pressed.closest("form");
      if (form) fireEvent.submit(form);
      await act(async () => Promise.resolve());
      expect(transport.argsOf(op)).toHaveLength(1);
    },
  );

  it("adds a seat once, however often its name is submitted", async () => {
    const transport = open(<SeatTable featureId="seats" title="Seats" editing="host" />);
    const name = await screen.findByRole("textbox", { name: "Name" });
    fireEvent.change(name, { target: { value: "Bob" } });
    for (let times = 0; times < 3; times += 1) fireEvent.submit(name);
    await act(async () => Promise.resolve());
    expect(transport.argsOf("createEntity")).toHaveLength(1);
  });
});

const MODIFIERS = ["Shift", "Control", "Alt", "Meta"] as const;
const FIELDS: readonly {
  what: string;
  node: ReactElement;
  first?: readonly string[];
  role: "textbox" | "spinbutton";
  name: RegExp;
  text: string;
  op: BrowserOperation;
}[] = [
  {
    what: "a quantity",
    ...{
      node: checkoutOf(packs),
      first: ["Qty: 300"],
      role: "spinbutton",
      name: /quantity/,
    },
    ...{ text: "5", op: "checkout" },
  },
  {
    what: "a code",
    node: <ReferralCard programId="invite" />,
    ...{
      role: "textbox",
      name: /Code of a friend/,
      text: "LUNA",
      op: "redeemReferralCode",
    },
  },
  {
    what: "a name",
    node: <SeatTable featureId="seats" title="Seats" editing="host" />,
    ...{ role: "textbox", name: /Name/, text: "Bob", op: "createEntity" },
  },
];

describe("Enter in the field of", () => {
  async function fill(row: (typeof FIELDS)[number]) {
    const transport = open(row.node);
    await press(...(row.first ?? []));
    const field = await screen.findByRole(row.role, { name: row.name });
    fireEvent.change(field, { target: { value: row.text } });
    act(() => field.focus());
    const loads = transport.calls.length;
    const asked = () => transport.calls.slice(loads).map(({ op }) => op);
    return { field, asked };
  }

  it.each(FIELDS)("$what sends one request, though the key is held", async (row) => {
    const { asked } = await fill(row);
    await userEvent.keyboard("{Enter>4/}");
    expect(asked()).toEqual([row.op]);
  });

  it.each(FIELDS)("$what does nothing else with a modifier, and nothing twice", async (row) => {
    const { asked } = await fill(row);
    for (const key of MODIFIERS) await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(asked().filter((op) => op !== row.op)).toEqual([]);
    expect(asked().length).toBeLessThanOrEqual(1);
  });

  it.each(FIELDS)("$what does not submit during text composition", async (row) => {
    const { field, asked } = await fill(row);
    fireEvent.compositionStart(field);
    fireEvent.keyDown(field, {
      key: "Enter",
      keyCode: 229,
      isComposing: true,
    });
    fireEvent.keyUp(field, { key: "Enter", keyCode: 229, isComposing: true });
    fireEvent.compositionEnd(field);
    await act(async () => Promise.resolve());
    expect(asked()).toEqual([]);
  });

  it("a quantity never confirms the purchase around it", async () => {
    const { field, asked } = await fill(FIELDS[0] as (typeof FIELDS)[number]);
    fireEvent.change(field, { target: { value: "3" } });
    await userEvent.keyboard("{Enter}{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}");
    fireEvent.change(field, { target: { value: "x" } });
    await userEvent.keyboard("{Enter}");
    expect(asked()).toEqual([]);
    expect(screen.getByRole("spinbutton")).toBeTruthy();
  });
});
