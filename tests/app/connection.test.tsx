import { act, render, screen } from "@testing-library/react";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { toast } from "sonner";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectionOf, useConnection } from "../../src/app/connection";
import { ToastArea } from "../../src/app/toast-area";

const socket = (isWebSocketConnected: boolean, connectionRetries: number) => ({
  isWebSocketConnected,
  connectionRetries,
});

describe("connectionOf", () => {
  it.each([
    ["up", socket(true, 0), "online"],
    ["up", socket(true, 9), "online"],
    ["up", socket(false, 0), "online"],
    ["up", socket(false, 2), "online"],
    ["up", socket(false, 3), "unreachable"],
    ["down", socket(true, 0), "offline"],
    ["down", socket(false, 3), "offline"],
  ] as const)("with the network %s and %j is %s", (network, state, connection) => {
    expect(connectionOf(network, state)).toBe(connection);
  });
});

/** A client that never finds its deployment. */
class NoSocket extends EventTarget {
  close() {}
  send() {}
}

describe("useConnection", () => {
  const client = new ConvexReactClient("http://127.0.0.1:1", {
    // It only has to be constructible: it never opens.
    webSocketConstructor: NoSocket as unknown as typeof WebSocket,
  });
  afterEach(() => void vi.restoreAllMocks());

  function Probe() {
    return <p>now {useConnection()}</p>;
  }

  it("warns when the network goes, and says when it is back", async () => {
    toast.dismiss();
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    render(
      <ConvexProvider client={client}>
        <Probe />
        <ToastArea />
      </ConvexProvider>,
    );
    expect(screen.getByText("now online")).toBeTruthy();
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();

    onLine.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByText("now offline")).toBeTruthy();
    const warning = await screen.findByText("You are offline");
    expect(warning.closest<HTMLElement>("[data-sonner-toast]")?.dataset.type).toBe("warning");

    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    const news = await screen.findByText("You are back online");
    expect(news.closest<HTMLElement>("[data-sonner-toast]")?.dataset.type).toBe("info");
    expect(screen.queryByText("You are offline")).toBeNull();
  });

  it("removes its listeners on unmount", () => {
    const heard = new Set<unknown>();
    vi.spyOn(window, "addEventListener").mockImplementation((name, listener) => {
      if (/line$/.test(name)) heard.add(listener).add(name);
    });
    vi.spyOn(window, "removeEventListener").mockImplementation((name, listener) => {
      if (heard.delete(name)) heard.delete(listener);
    });
    const { unmount } = render(
      <ConvexProvider client={client}>
        <Probe />
      </ConvexProvider>,
    );
    expect([heard.has("online"), heard.has("offline")]).toEqual([true, true]);
    unmount();
    expect([...heard]).toEqual([]);
  });
});
