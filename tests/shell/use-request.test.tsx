import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ToastArea } from "../../src/shell/toast-area";
import { dismissToast } from "../../src/shell/toasts";
import { useRequest } from "../../src/shell/use-request";

type Answer = { error: { message: string } | null };

const request = vi.fn<() => Promise<Answer>>();
const done = vi.fn();

function Asking() {
  const [busy, run] = useRequest();
  return (
    <button disabled={busy} onClick={() => run(request, done)}>
      Ask
    </button>
  );
}

const ask = () => userEvent.click(screen.getByRole("button", { name: "Ask" }));

beforeEach(() => {
  request.mockReset();
  done.mockReset();
  vi.spyOn(console, "error").mockReturnValue();
  render(
    <>
      <ToastArea />
      <Asking />
    </>,
  );
  act(() => dismissToast());
});

describe("useRequest", () => {
  it("goes on after a success, and says nothing", async () => {
    request.mockResolvedValue({ error: null });
    await ask();
    expect(done).toHaveBeenCalledOnce();
  });

  it("tells why it was refused, without another try: the same would be refused again", async () => {
    request.mockResolvedValue({ error: { message: "Nobody has this name" } });
    await ask();
    expect(await screen.findByText("Nobody has this name")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(done).not.toHaveBeenCalled();
  });

  it("gives the button back when no answer comes, and asks again from where it says so", async () => {
    request.mockRejectedValueOnce(new Error("Connection lost"));
    request.mockResolvedValueOnce({ error: null });
    await ask();
    expect(await screen.findByText("No answer came")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Ask" }).disabled).toBe(false);
    // A pointer would start a swipe of the toast, which jsdom knows nothing of.
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(request).toHaveBeenCalledTimes(2);
  });
});
