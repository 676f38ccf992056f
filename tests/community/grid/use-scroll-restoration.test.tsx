import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Card } from "../../../src/community/grid/card-data";
import { useScrollRestoration } from "../../../src/community/grid/use-scroll-restoration";
import { cardOf } from "../cards";

const who = vi.hoisted((): { identity: object } => ({ identity: { status: "signedOut" } }));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => who.identity }));

const works = Array.from({ length: 60 }, (_, i) => cardOf(`Study ${i + 1}`));
const loadMore = vi.fn();
const scrollTo = vi.fn();

type Status = Parameters<typeof useScrollRestoration>[1]["status"];
const pages = (results: readonly Card[], status: Status) => ({ results, status, loadMore });
const open = (name: string, results: readonly Card[], status: Status = "CanLoadMore") =>
  renderHook((shown: ReturnType<typeof pages>) => useScrollRestoration(name, shown), {
    initialProps: pages(results, status),
  });

/** How the router reports a link, and the browser its back and forward buttons. */
const move = (event: "pushState" | "popstate") =>
  act(() => void window.dispatchEvent(new Event(event)));

beforeEach(() => {
  move("pushState");
  who.identity = { status: "signedOut" };
  vi.stubGlobal("scrollTo", scrollTo);
  vi.stubGlobal("scrollY", 4000);
  vi.clearAllMocks();
});

describe("useScrollRestoration", () => {
  it("restores a grid when the user goes back to it, and loads it again meanwhile", () => {
    open("fresh", works).unmount();
    move("popstate");
    const { result, rerender } = open("fresh", [], "LoadingFirstPage");
    expect(result.current).toMatchObject({ works, isLoading: false });
    expect(scrollTo).toHaveBeenCalledWith({ top: 4000 });

    const liked = { ...cardOf("Study 1"), liked: true };
    rerender(pages([liked, ...works.slice(1, 24)], "CanLoadMore"));
    expect(result.current.works).toHaveLength(60);
    expect(result.current.works[0]).toBe(liked);
    expect(loadMore).toHaveBeenCalledWith(50);

    rerender(pages(works.slice(0, 59), "Exhausted"));
    expect(result.current.works).toHaveLength(59);
  });

  it("starts at the top after a link", () => {
    open("fresh", works).unmount();
    move("pushState");
    const { result } = open("fresh", [], "LoadingFirstPage");
    expect(result.current).toMatchObject({ works: [], isLoading: true });
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it.each([
    ["another grid", "trending", { status: "signedOut" }],
    ["another user", "fresh", { status: "signedIn", subject: "ines" }],
  ])("restores nothing for %s", (_what, name, identity) => {
    open("fresh", works).unmount();
    move("popstate");
    who.identity = identity;
    expect(open(name, [], "LoadingFirstPage").result.current.works).toEqual([]);
  });

  it("drops the grid that was left longest ago", () => {
    for (const name of ["one", "two", "three", "four", "five"]) open(name, works).unmount();
    move("popstate");
    expect(open("one", [], "LoadingFirstPage").result.current.works).toEqual([]);
    expect(open("two", [], "LoadingFirstPage").result.current.works).toHaveLength(60);
  });

  it("stores a grid with all loaded pages and its last scroll position", () => {
    const { rerender, unmount } = open("grown", works.slice(0, 24));
    rerender(pages(works.slice(0, 48), "CanLoadMore"));
    vi.stubGlobal("scrollY", 7000);
    unmount();
    move("popstate");
    const { result } = open("grown", [], "LoadingFirstPage");
    expect(result.current.works).toHaveLength(48);
    expect(scrollTo).toHaveBeenCalledWith({ top: 7000 });
  });

  it("counts the last time that a grid was left", () => {
    for (const name of ["a", "b", "c", "d", "a", "e"]) open(name, works).unmount();
    move("popstate");
    const kept = ["a", "b"].map((name) => {
      const { result, unmount } = open(name, [], "LoadingFirstPage");
      const { length } = result.current.works;
      unmount();
      return length;
    });
    expect(kept).toEqual([60, 0]);
  });

  it("requests the next page at its end, and knows the end only from the answer", () => {
    const { result, rerender } = open("end", works.slice(0, 24));
    result.current.onNearEnd?.();
    expect(loadMore).toHaveBeenCalledWith(24);
    rerender(pages(works.slice(0, 24), "LoadingMore"));
    expect(result.current.onNearEnd).not.toBeNull();
    rerender(pages(works.slice(0, 48), "Exhausted"));
    expect(result.current.onNearEnd).toBeNull();
  });
});
