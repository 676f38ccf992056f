import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deferred } from "../../packages/billing/tests/react/fake-transport";
import { useRequest } from "../../src/shared/use-request";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { openToastArea } from "./toast-page";

type Answer = { error: { message: string; retryAfterMs?: number } | null };

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
  openToastArea(<Asking />);
});

describe("useRequest of several answers", () => {
  const open = () => renderHook(() => useRequest());
  const answer = async ({ resolve, promise }: ReturnType<typeof deferred<Answer>>) =>
    await act(async () => {
      resolve({ error: null });
      await promise;
    });

  it("is busy until all are there, in any order, and continues with each", async () => {
    const [first, second] = [deferred<Answer>(), deferred<Answer>()];
    const { result } = open();
    act(() =>
      result.current[1](
        () => first.promise,
        () => void done("first"),
      ),
    );
    act(() =>
      result.current[1](
        () => second.promise,
        () => void done("second"),
      ),
    );
    await answer(second);
    expect([result.current[0], done.mock.calls]).toEqual([true, [["second"]]]);
    await answer(first);
    expect([result.current[0], done.mock.calls]).toEqual([false, [["second"], ["first"]]]);
  });

  it("continues after its button is unmounted: an account is deleted all the same", async () => {
    const late = deferred<Answer>();
    const { result, unmount } = open();
    act(() => result.current[1](() => late.promise, done));
    unmount();
    await answer(late);
    expect(done).toHaveBeenCalledOnce();
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe("useRequest", () => {
  it("continues after a success, and shows nothing", async () => {
    request.mockResolvedValue({ error: null });
    await ask();
    expect(done).toHaveBeenCalledOnce();
  });

  it("shows why it was refused, without another try: the same would be refused again", async () => {
    request.mockResolvedValue({ error: { message: "Nobody has this name" } });
    await ask();
    expect(await screen.findByText("Nobody has this name")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(done).not.toHaveBeenCalled();
  });

  it("counts down to the end of a rate limit", async () => {
    const refused = "Too many requests. Try again in 12 seconds";
    request.mockResolvedValue({ error: { message: refused, retryAfterMs: 12_000 } });
    await ask();
    expect(await screen.findByText("Too many requests")).toBeTruthy();
    expect(screen.getByText("Try again in 12 s.")).toBeTruthy();
    await expectAccessible();
  });

  it("enables the button when no answer comes, and offers another try in the message", async () => {
    request.mockRejectedValueOnce(new Error("Connection lost"));
    request.mockResolvedValueOnce({ error: null });
    await ask();
    expect(await screen.findByText("No answer came")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Ask" }).disabled).toBe(false);
    // A pointer would start a swipe of the toast, which jsdom does not support.
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(request).toHaveBeenCalledTimes(2);
  });
});
