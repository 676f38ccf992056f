import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import { SeatTable } from "../../../src/react/components/seat-table";
import type { SeatTableProps } from "../../../src/react/components/seat-table";
import { SeatRemoval } from "../../../src/react/dialogs/on-demand";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { CYCLE_START, customer, customerFeature } from "../wire-samples";

const DAY_MS = 24 * 60 * 60 * 1000;
const seat = (id: string, name: string | null, daysAgo: number, feature_id = "seats") => ({
  id,
  name,
  customer_id: "ines",
  feature_id,
  created_at: CYCLE_START - daysAgo * DAY_MS,
  env: "sandbox" as const,
});
const SEATS = [seat("s2", "Bob", 0), seat("s1", "Ana", 1), seat("p1", "A project", 0, "projects")];

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend(entities = SEATS) {
  return new FakeTransport().answer("createCustomer", customer({ entities }));
}

function show(transport = backend(), props: Partial<SeatTableProps> = {}) {
  const onError = vi.fn();
  render(<SeatTable featureId="seats" title="Seats" {...props} />, {
    wrapper: billingWrapper(transport, { current: { locale: "en-US", onError } }),
  });
  return { transport, onError };
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

describe("SeatTable", () => {
  it("lists the seats of its feature, the oldest first, without buttons", async () => {
    const preload = vi.spyOn(SeatRemoval, "preload");
    show();
    await screen.findByRole("row", { name: "Ana Dec 10, 2026" });
    expect(preload).not.toHaveBeenCalled();
    expect(names()).toEqual(["Ana", "Bob"]);
    expect(screen.queryByRole("button")).toBeNull();
    await expectAccessible();
  });

  it("says so when there are no seats", async () => {
    show(backend([]));
    expect(await screen.findByText("No one has a seat yet.")).toBeTruthy();
  });

  it("shows a meter for each seat's own balance", async () => {
    const uploads = customerFeature({ usage: 3, balance: 57 });
    const transport = backend([seat("s1", "Ana", 0)]).answer("getEntity", {
      ...seat("s1", "Ana", 0),
      products: [],
      features: { uploads },
    });
    show(transport, { measuredFeatureId: "uploads" });
    const meter = await screen.findByRole("meter", { name: "Uploads" });
    expect(meter.getAttribute("aria-valuetext")).toBe("3 of 60");
    await expectAccessible();
  });

  it("adds a seat by its name, and refuses one without", async () => {
    const transport = backend();
    transport.reply("createEntity", ({ id, name }) => {
      const made = seat(String(id), String(name), 0);
      transport.answer("createCustomer", customer({ entities: [...SEATS, made] }));
      return ok({ ...made, products: [], features: {} });
    });
    show(transport, { editing: "host" });
    await screen.findByRole("row", { name: /^Ana/ });
    await userEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    expect(screen.getByText("Enter a name.")).toBeTruthy();
    await expectAccessible();
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await userEvent.type(field, " Luna {Enter}");
    expect(await screen.findByRole("row", { name: /^Luna/ })).toBeTruthy();
    expect(transport.argsOf("createEntity")).toEqual([
      { id: expect.any(String) as unknown, name: "Luna", featureId: "seats" },
    ]);
    await waitFor(() => expect(field.value).toBe(""));
  });

  it("says that it is adding, and leaves the name in the field when that fails", async () => {
    const answer = deferred<ReturnType<typeof fail>>();
    show(
      backend().reply("createEntity", () => answer.promise),
      { editing: "host" },
    );
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    await userEvent.type(field, "Luna{Enter}");
    const adding = screen.getByRole("button", { name: "Adding" });
    expect(adding.getAttribute("aria-busy")).toBe("true");
    answer.resolve(fail("forbidden", "no", 403));
    expect(await screen.findByRole("button", { name: "Add a seat" })).toBe(adding);
    expect(field.value).toBe("Luna");
  });

  it("names the same seat when adding it is tried again, and another one for another name", async () => {
    const transport = backend().reply("createEntity", () => fail("payment_pending", "later", 202));
    show(transport, { editing: "host" });
    const field = await screen.findByRole("textbox", { name: "Name" });
    const button = screen.getByRole("button", { name: "Add a seat" });
    await userEvent.type(field, "Luna");
    for (const more of ["", "", " B"]) {
      await userEvent.type(field, more || "{Home}");
      await userEvent.click(button);
      await screen.findByRole("button", { name: "Add a seat" });
    }
    const [first, second, third] = transport.argsOf("createEntity").map(({ id }) => id);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("asks before it removes a seat, with the focus on not removing it", async () => {
    const preload = vi.spyOn(SeatRemoval, "preload");
    const transport = backend();
    transport.reply("deleteEntity", () => {
      transport.answer("createCustomer", customer({ entities: [seat("s1", "Ana", 1)] }));
      return ok({ success: true });
    });
    show(transport, { editing: "host" });
    const remove = await screen.findByRole("button", { name: "Remove Bob" });
    // Preloaded, so that the confirmation appears immediately, and without a network.
    expect(preload).toHaveBeenCalledOnce();
    await userEvent.click(remove);
    await screen.findByRole("alertdialog", { name: "Remove Bob" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep the seat" }));
    await expectAccessible();
    expect(transport.argsOf("deleteEntity")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Confirm removal" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(names()).toEqual(["Ana"]);
    expect(transport.argsOf("deleteEntity")).toEqual([{ entityId: "s2" }]);
  });

  it("cannot be closed while a seat is being removed", async () => {
    const transport = backend().reply("deleteEntity", () => new Promise(() => undefined));
    show(transport, { editing: "host" });
    await userEvent.click(await screen.findByRole("button", { name: "Remove Bob" }));
    await userEvent.click(await screen.findByRole("button", { name: "Confirm removal" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "Remove Bob" })).toBeTruthy();
    const close = screen.getByRole<HTMLButtonElement>("button", { name: "Close" });
    const keep = screen.getByRole<HTMLButtonElement>("button", { name: "Keep the seat" });
    expect([close.disabled, keep.disabled]).toEqual([true, true]);
  });

  it("stays open, and reports to the host, where browsers may not change seats", async () => {
    const transport = backend().reply("deleteEntity", () => fail("forbidden", "no", 403));
    const { onError } = show(transport, { editing: "host" });
    await userEvent.click(await screen.findByRole("button", { name: "Remove Bob" }));
    await userEvent.click(await screen.findByRole("button", { name: "Confirm removal" }));
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});
