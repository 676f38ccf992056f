import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Feature } from "../../../src/contract/wire";
import { CheckoutDialog } from "../../../src/react/dialogs/checkout-dialog";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { checkoutAnswer, customer, prepaidItem, productIn, productItem } from "../wire-samples";

const credits: Feature = {
  id: "credits",
  name: "Credits",
  type: "credit_system",
  display: { singular: "credit", plural: "credits" },
  archived: false,
};
const offer = (units: number) =>
  checkoutAnswer({
    product: productIn("upgrade", {
      items: [productItem(), prepaidItem({ feature: credits, usage_limit: 5000 })],
    }),
    options: [{ feature_id: "credits", quantity: units }],
    total: 6 + units / 25,
  });

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

async function openPopover(transport = new FakeTransport()) {
  transport.answer("createCustomer", customer());
  render(
    <CheckoutDialog
      open
      setOpen={() => undefined}
      checkoutResult={offer(300)}
      checkoutParams={{ productId: "pro", reward: "SPRING" }}
    />,
    { wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) },
  );
  await userEvent.click(button("Qty: 300"));
  return transport;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const field = () => screen.getByRole<HTMLInputElement>("spinbutton");
const popover = () => screen.queryByRole("dialog", { name: "Credits" });
const sum = () =>
  document.getElementById(field().getAttribute("aria-describedby") ?? "")?.textContent;

describe("QuantityPopover", () => {
  it("counts packs, and shows their sum in units and money", async () => {
    await openPopover();
    expect(screen.getByRole("spinbutton", { name: "Credits quantity packs of 100 credits" })).toBe(
      field(),
    );
    expect(field().value).toBe("3");
    expect(document.activeElement).toBe(field());
    expect(popover()?.textContent).toContain("packs of 100 credits");
    expect(sum()).toBe("3 packs = 300 credits, $12.00 per month");
    expect(button("Save").disabled).toBe(true);
    await expectAccessible();
  });

  it.each([
    { typed: "10", asks: false },
    { typed: "11", asks: true },
    { typed: "50", asks: true },
  ])(
    "asks for confirmation of $typed packs, where one is usual: $asks",
    async ({ typed, asks }) => {
      const transport = (await openPopover()).answer("checkout", offer(Number(typed) * 100));
      fireEvent.change(field(), { target: { value: typed } });
      expect(sum()).toContain(`${typed} packs = `);
      await userEvent.click(button("Save"));
      expect(transport.argsOf("checkout")).toHaveLength(asks ? 0 : 1);
      if (!asks) return;
      expect(screen.getByRole("alert").textContent).toBe(
        `That is ${typed} packs, far more than before. Is it what you want?`,
      );
      await userEvent.click(button("Yes, save"));
      expect(transport.argsOf("checkout")).toHaveLength(1);
    },
  );

  it("asks again after the unusual amount was changed", async () => {
    const transport = await openPopover();
    fireEvent.change(field(), { target: { value: "40" } });
    await userEvent.click(button("Save"));
    fireEvent.change(field(), { target: { value: "50" } });
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(button("Save"));
    expect(screen.getByRole("alert").textContent).toContain("That is 50 packs");
    expect(transport.argsOf("checkout")).toHaveLength(0);
  });

  it("steps by its buttons, within its bounds", async () => {
    await openPopover();
    await userEvent.click(button("One more"));
    expect(sum()).toBe("4 packs = 400 credits, $16.00 per month");
    expect(button("Save").disabled).toBe(false);
    fireEvent.change(field(), { target: { value: "50" } });
    expect(button("One more").getAttribute("aria-disabled")).toBe("true");
    fireEvent.change(field(), { target: { value: "0" } });
    expect(button("One less").getAttribute("aria-disabled")).toBe("true");
    expect(button("Save").disabled).toBe(false);
  });

  it.each([
    { typed: "abc", says: "Enter a whole number." },
    { typed: "", says: "Enter a whole number." },
    { typed: "1e9", says: "Enter a whole number." },
    { typed: "1.5", says: "Enter a whole number." },
    { typed: "-1", says: "Enter a whole number." },
    { typed: "５", says: "Enter a whole number." },
    { typed: "   ", says: "Enter a whole number." },
    { typed: "51", says: "Enter a number from 0 to 50." },
    { typed: "100001", says: "Enter a number from 0 to 50." },
  ])("refuses “$typed” in words and sends nothing", async ({ typed, says }) => {
    const transport = await openPopover();
    fireEvent.change(field(), { target: { value: typed } });
    expect(sum()).toBe(says);
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(button("Save").disabled).toBe(true);
    fireEvent.submit(field());
    expect(transport.argsOf("checkout")).toEqual([]);
    await expectAccessible();
  });

  it("sends nothing for an unchanged quantity", async () => {
    const transport = await openPopover();
    fireEvent.submit(field());
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it("saves feature units with every first parameter, by Enter, and shows the answer", async () => {
    const transport = await openPopover(
      new FakeTransport().reply("checkout", () => ok(offer(500))),
    );
    await userEvent.clear(field());
    await userEvent.type(field(), "5{Enter}");
    await waitFor(() => expect(button("Qty: 500")).toBeTruthy());
    expect(popover()).toBeNull();
    expect(transport.argsOf("checkout")).toEqual([
      expect.objectContaining({
        productId: "pro",
        reward: "SPRING",
        options: [{ featureId: "credits", quantity: 500 }],
      }),
    ]);
    expect(button("Confirm and pay $26.00")).toBeTruthy();
  });

  it("shows that it is saving, and nothing can be confirmed until then", async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const transport = await openPopover(
      new FakeTransport().reply("checkout", () => answer.promise),
    );
    await userEvent.click(button("One more"));
    await userEvent.click(button("Save"));
    expect(button("Save").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByText("Confirm and pay $18.00").hasAttribute("disabled")).toBe(true);
    expect(field().readOnly).toBe(true);
    for (const step of ["One more", "One less"]) {
      expect(button(step).getAttribute("aria-disabled")).toBe("true");
    }
    fireEvent.submit(field());
    expect(transport.argsOf("checkout")).toHaveLength(1);
    answer.resolve(ok(offer(400)));
    await waitFor(() => expect(popover()).toBeNull());
  });

  it("leaves the shown result when saving fails", async () => {
    await openPopover(new FakeTransport().reply("checkout", () => fail("internal_error", "no")));
    await userEvent.click(button("One more"));
    await userEvent.click(button("Save"));
    await waitFor(() => expect(popover()).toBeNull());
    expect(button("Qty: 300")).toBeTruthy();
  });

  it("closes by Escape, and starts again from the saved quantity", async () => {
    await openPopover();
    await userEvent.click(button("One more"));
    await userEvent.keyboard("{Escape}");
    expect(popover()).toBeNull();
    expect(screen.getByRole("heading", { name: "Upgrade to Creator" })).toBeTruthy();
    await userEvent.click(button("Qty: 300"));
    expect(field().value).toBe("3");
  });
});
