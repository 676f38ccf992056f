import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { onDemand } from "../../../src/react/dialogs/on-demand";
import type { DialogControl } from "../../../src/react/types";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";

const Hello = ({ open }: DialogControl) => <p>{open ? "Hello" : "Closed"}</p>;

function draw(load: () => Promise<ComponentType<DialogControl>>) {
  const onError = vi.fn();
  const setOpen = vi.fn();
  const Dialog = onDemand("checkout", load);
  const wrapper = billingWrapper(new FakeTransport(), { current: { onError } });
  const show = (key: string) => render(<Dialog key={key} open setOpen={setOpen} />, { wrapper });
  return { onError, setOpen, show };
}

it("loads the code of a dialog once, and shows it at once from then on", async () => {
  const load = vi.fn(() => Promise.resolve<ComponentType<DialogControl>>(Hello));
  const { show, onError } = draw(load);
  const first = show("first");
  await screen.findByText("Hello");
  first.unmount();
  show("second");
  screen.getByText("Hello");
  expect([load.mock.calls.length, onError.mock.calls]).toEqual([1, []]);
});

it("shows that a dialog did not load, closes it later, and loads it again at the next opening", async () => {
  const load = vi.fn(() => Promise.resolve<ComponentType<DialogControl>>(Hello));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { show, onError, setOpen } = draw(load);
  vi.useFakeTimers();
  const first = show("first");
  await act(async () => vi.advanceTimersByTimeAsync(9_999));
  expect(screen.getByRole("alert").textContent).toBe("This didn't load. Reload the page.");
  expect(setOpen).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(setOpen).toHaveBeenCalledExactlyOnceWith(false);
  vi.useRealTimers();
  expect(onError).toHaveBeenCalledWith(
    expect.objectContaining({ code: "fetch_failed", operation: "checkout" }),
  );
  first.unmount();
  show("second");
  await screen.findByText("Hello");
});
