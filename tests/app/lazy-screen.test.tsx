import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "../../src/shared/error-boundary";
import { FailedScreen } from "../../src/app/failed-screen";
import { lazyScreen } from "../../src/shared/lazy-screen";

describe("lazyScreen", () => {
  it("loads again after a failed load, when the screen is shown again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const load = vi
      .fn<() => Promise<(props: { id: string }) => string>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
      .mockResolvedValue(({ id }) => `Work ${id}`);
    const Screen = lazyScreen(load);
    render(
      <ErrorBoundary fallback={({ retry }) => <button onClick={retry}>Try again</button>}>
        <Screen id="7" />
      </ErrorBoundary>,
    );
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(load).toHaveBeenCalledOnce();
    await userEvent.click(retry);
    expect(await screen.findByText("Work 7")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  describe("that fails twice, as in browsers that remember a lost script", () => {
    const reload = vi.fn<() => void>();
    // Screens of other tests may have left a guard that asks before data is lost.
    let isKept = false;
    const failTwice = async () => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      const load = vi.fn<() => Promise<() => string>>();
      const Screen = lazyScreen(load.mockRejectedValue(new TypeError("Failed to fetch")));
      await expect(Screen.prepare()).rejects.toThrow("Failed to fetch");
      render(
        <ErrorBoundary fallback={({ retry }) => <button onClick={retry}>Try again</button>}>
          <Screen />
        </ErrorBoundary>,
      );
      const retry = await screen.findByRole("button", { name: "Try again" });
      expect(fetch).not.toHaveBeenCalled();
      await userEvent.click(retry);
      await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
      await screen.findByRole("button", { name: "Try again" });
      await act(async () => await Promise.resolve());
    };
    beforeEach(() => {
      reload.mockReset();
      isKept = false;
      const asks = ({ type, cancelable }: Event) => cancelable && type === "beforeunload";
      vi.spyOn(window, "dispatchEvent").mockImplementation((event) => !(isKept && asks(event)));
      vi.stubGlobal("location", { href: "http://localhost/explore", reload });
      vi.stubGlobal(
        "fetch",
        vi.fn(() => Promise.resolve(new Response())),
      );
    });

    it("loads the page anew when it is tried again, and never by itself", async () => {
      await failTwice();
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    });

    it.each([
      ["answers that it is down", () => Promise.resolve(new Response(null, { status: 503 }))],
      ["does not answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ])("stays where the site %s", async (_, answer) => {
      vi.mocked(fetch).mockImplementation(answer);
      await failTwice();
      expect(fetch).toHaveBeenCalledOnce();
      expect(reload).not.toHaveBeenCalled();
    });

    it("stays where something would be lost, such as files that wait", async () => {
      isKept = true;
      await failTwice();
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it("asks for no style sheet again while it is loading", async () => {
    const coming = document.head.appendChild(document.createElement("link"));
    coming.rel = "stylesheet";
    const Screen = lazyScreen(async () => await Promise.resolve(() => "Explore"));
    const both = Promise.all([Screen.prepare(), Screen.prepare()]);
    expect(coming.isConnected).toBe(true);
    await both;
    expect(coming.isConnected).toBe(true);
    coming.remove();
  });

  it("loads again by itself when the network is back, with the style sheets that did not arrive", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const lost = document.head.appendChild(document.createElement("link"));
    lost.rel = "stylesheet";
    const load = vi
      .fn<() => Promise<() => string>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
      .mockResolvedValue(() => "Explore");
    const Screen = lazyScreen(load);
    render(
      <ErrorBoundary fallback={FailedScreen}>
        <Screen />
      </ErrorBoundary>,
    );
    expect(await screen.findByRole("heading", { name: "You are offline" })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/our side/);
    expect(screen.queryByRole("button")).toBeNull();
    expect(lost.isConnected).toBe(true);
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(lost.isConnected).toBe(false));
    const again = document.querySelector("link[rel=stylesheet]");
    expect(load).toHaveBeenCalledOnce();
    act(() => void again?.dispatchEvent(new Event("load")));
    expect(await screen.findByText("Explore")).toBeTruthy();
    expect(document.querySelectorAll("link[rel=stylesheet]")).toHaveLength(1);
    onLine.mockRestore();
  });

  it("asks once for lost style sheets, for all screens that try again at the same time", async () => {
    const lost = document.head.appendChild(document.createElement("link"));
    lost.rel = "stylesheet";
    const screenOf = (name: string) => {
      const load = vi.fn<() => Promise<() => string>>().mockResolvedValue(() => name);
      return lazyScreen(load.mockRejectedValueOnce(new TypeError("Failed to fetch")));
    };
    const screens = [screenOf("Explore"), screenOf("Pricing")];
    await Promise.allSettled(screens.map((one) => one.prepare()));
    const again = Promise.all(screens.map((one) => one.prepare()));
    await waitFor(() => expect(lost.isConnected).toBe(false));
    const links = document.querySelectorAll("link[rel=stylesheet]");
    expect(links).toHaveLength(1);
    act(() => void links[0]?.dispatchEvent(new Event("load")));
    expect(await again).toHaveLength(2);
    links[0]?.remove();
  });
});
