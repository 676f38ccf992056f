import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Site, useCurrentRoute } from "../../src/app/site";
import { deferred, usePrepared } from "../../src/app/deferred";
import type { Identity } from "../../src/identity";
import { fakeConvex } from "../community/fake-convex";
import { INES, renderAt } from "./fake-identity";

const state = vi.hoisted(() => ({ connection: "online" }));
vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);
vi.mock("../../src/app/connection", () => ({ useConnection: () => state.connection }));
vi.mock("../../src/app/plan-banner", () => ({ PlanBanner: () => <p>Plan news</p> }));
vi.mock("../../src/app/page", () => ({ Page: ({ path }: { path: string }) => <h1>{path}</h1> }));

beforeEach(() => {
  state.connection = "online";
  fakeConvex.reset({
    "profiles/functions:mine": { username: "ines.duarte", name: "Inês", bio: "", avatarUrl: null },
    "notifications/functions:unread": 2,
  });
});

describe("Site", () => {
  it("has its frame around a page, and a skip link", () => {
    renderAt("/explore", <Site />);
    expect(screen.getByRole("banner")).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Quick" })).toBeTruthy();
    const skip = screen.getByRole("link", { name: "Skip to content" });
    expect(skip.getAttribute("href")).toBe("#content");
    expect(document.querySelector(".app-site")?.getAttribute("data-page")).toBe("/explore");
  });

  it("has no frame on the sign-in pages", () => {
    renderAt("/sign-in", <Site />);
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("shows news of a plan to a signed-in user only", async () => {
    const { unmount } = renderAt("/", <Site />, { identity: INES });
    expect(await screen.findByText("Plan news")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Notifications, 2 unread" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "You" }).getAttribute("href")).toBe("/u/ines.duarte");
    unmount();
    renderAt("/", <Site />);
    await act(async () => await Promise.resolve());
    expect(screen.queryByText("Plan news")).toBeNull();
  });

  it.each<[first: Identity, ends: number, leaves: number]>([
    [{ status: "signedOut" }, 1, 0],
    [{ status: "loading" }, 0, 1],
  ])("that was %j, then had an ended session: says so %i times", async (first, ends, leaves) => {
    const [end, signOut] = [vi.fn(), vi.fn(async () => await Promise.resolve())];
    const identity = { ...first };
    const { show } = renderAt("/", <Site />, { identity, end, signOut });
    fakeConvex.reset({ "accounts/profile:standing": { state: "ended" } });
    Object.assign(identity, INES);
    show(<Site />);
    await waitFor(() => expect(end.mock.calls.length + signOut.mock.calls.length).toBe(1));
    expect([end.mock.calls.length, signOut.mock.calls.length]).toEqual([ends, leaves]);
  });

  it.each([
    ["online", null],
    ["offline", "You are offline."],
    ["unreachable", "We cannot reach the server."],
  ])("shows while it is %s: %j", (connection, title) => {
    state.connection = connection;
    renderAt("/explore", <Site />);
    expect(document.querySelector(".billing-notice b")?.textContent ?? null).toBe(title);
  });

  it("marks whether the page is scrolled, from the start and back at the top", () => {
    const scrolled = () => document.querySelector(".app-site")?.getAttribute("data-scrolled");
    const scroll = (y: number) => {
      vi.stubGlobal("scrollY", y);
      act(() => void window.dispatchEvent(new Event("scroll")));
    };
    vi.stubGlobal("scrollY", 1);
    renderAt("/explore", <Site />);
    expect(scrolled()).toBe("yes");
    scroll(0);
    expect(scrolled()).toBe("no");
    scroll(30);
    expect(scrolled()).toBe("yes");
    vi.stubGlobal("scrollY", 0);
  });
});

describe("useCurrentRoute", () => {
  function Probe() {
    const { path, route, params } = useCurrentRoute();
    return <p data-testid="route">{JSON.stringify([path, route.path, params])}</p>;
  }
  it.each([
    ["/", "/", {}],
    ["/a/swell", "/a/:id", { id: "swell" }],
    ["/studio/new", "/studio/new", {}],
    ["/studio/ink", "/studio/:slug", { slug: "ink" }],
    ["/studio/ink/members", "/studio/:slug/members", { slug: "ink" }],
    ["/settings/billing", "/settings/billing", {}],
    ["/u/ines.duarte", "/u/:username", { username: "ines.duarte" }],
    ["/u/ines/more", "*", {}],
  ])("of %s is %s with %j", (path, route, params) => {
    renderAt(path, <Probe />);
    const said = JSON.parse(screen.getByTestId("route").textContent) as [string, string, object];
    expect(said.slice(0, 2)).toEqual([path, route]);
    expect(said[2]).toMatchObject(params);
  });
});

describe("a deferred part", () => {
  const atState = (readyState: DocumentReadyState) =>
    vi.spyOn(document, "readyState", "get").mockReturnValue(readyState);
  const loaded = () => act(() => void window.dispatchEvent(new Event("load")));

  it("is loaded once after the page, and not before", async () => {
    atState("interactive");
    const load = vi.fn(() => Promise.resolve(() => <p>Later</p>));
    const Part = deferred(load);
    const { show } = renderAt("/", <Part />);
    expect(load).not.toHaveBeenCalled();
    loaded();
    expect(await screen.findByText("Later")).toBeTruthy();
    show(<Part />);
    expect(load).toHaveBeenCalledOnce();
  });

  it("is not loaded after unmount", () => {
    atState("loading");
    const load = vi.fn(() => Promise.resolve(() => <p>Later</p>));
    const Part = deferred(load);
    renderAt("/", <Part />).unmount();
    loaded();
    expect(load).not.toHaveBeenCalled();
  });

  it("leaves the page as it is when it does not load", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    const Part = deferred(() => Promise.reject(new Error("gone")));
    const prepare = vi.fn(() => Promise.reject(new Error("gone")));
    function Prepared() {
      usePrepared(prepare);
      return <p>The page</p>;
    }
    renderAt(
      "/",
      <>
        <Prepared />
        <Part />
      </>,
    );
    await act(async () => await Promise.resolve());
    expect(screen.getByText("The page")).toBeTruthy();
    expect([prepare.mock.calls.length, told.mock.calls.length]).toEqual([1, 1]);
  });
});
