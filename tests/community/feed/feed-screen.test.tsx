import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FeedScreen } from "../../../src/community/feed/feed-screen";
import { ok } from "../../../packages/billing/src/contract/errors";
import type { Card } from "../../../src/community/grid/card-data";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

const site = vi.hoisted(() => ({ identity: { status: "signedOut" } }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => site.identity }));

function hangWorks(works: Card[] | undefined) {
  fakeConvex.answers["artworks/functions:feed"] = works;
}
function renderAt(path = "/") {
  const { hook, searchHook } = memoryLocation({ path });
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <FeedScreen />
    </Router>,
  );
}
const titles = () =>
  screen.queryAllByRole("link", { name: / by / }).map((link) => link.getAttribute("aria-label"));

beforeEach(() => {
  site.identity = { status: "signedOut" };
  fakeConvex.reset({
    "profiles/settings:mine": null,
    "feed/functions:following": [],
    "feed/functions:trending": [cardOf("Owls")],
  });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("scrollY", 0);
});

describe("FeedScreen", () => {
  it("invites visitors above the same grid", () => {
    hangWorks([cardOf("Swell", { isFeatured: true }), cardOf("Luna", { createdAt: 2 })]);
    renderAt();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Art, shared by the artists who make it",
    );
    expect(screen.getByRole("link", { name: "Join Spotlight" })).toBeTruthy();
    expect(titles()).toEqual(["Swell by Yuki Tanabe", "Luna by Yuki Tanabe"]);
    expect(screen.getByText(/In the spotlight today/)).toBeTruthy();
  });

  it("shows no featured work without one", () => {
    hangWorks([cardOf("Swell")]);
    renderAt();
    expect(screen.queryByText(/In the spotlight today/)).toBeNull();
  });

  it("says so when nothing is published yet, and what to do about it", async () => {
    hangWorks([]);
    renderAt();
    expect(screen.getByRole("heading", { name: "No works here yet" })).toBeTruthy();
    const next = screen.getByRole("link", { name: "Share the first work" });
    expect(next.getAttribute("href")).toBe("/upload");
    await expectAccessible();
  });

  it("shows placeholders while it loads", () => {
    hangWorks(undefined);
    renderAt();
    expect(screen.getAllByRole("status").some((part) => part.ariaBusy === "true")).toBe(true);
  });

  it("shows a new work at once at the top of the page", () => {
    hangWorks([cardOf("Luna")]);
    const { rerender } = render(<FeedScreen />);
    hangWorks([cardOf("Swell", { createdAt: 2 }), cardOf("Luna")]);
    act(() => rerender(<FeedScreen />));
    expect(titles()).toHaveLength(2);
  });

  it("never moves the grid under a reader who has scrolled: new works wait behind a chip", async () => {
    hangWorks([cardOf("Luna")]);
    const { rerender } = render(<FeedScreen />);
    vi.stubGlobal("scrollY", 500);
    hangWorks([cardOf("Swell", { createdAt: 2 }), cardOf("Luna")]);
    act(() => rerender(<FeedScreen />));
    expect(titles()).toEqual(["Luna by Yuki Tanabe"]);
    const scrollTo = vi.fn();
    vi.stubGlobal("scrollTo", scrollTo);
    await userEvent.click(screen.getByRole("button", { name: "1 new work" }));
    expect(titles()).toHaveLength(2);
    expect(scrollTo.mock.calls).toEqual([[{ top: 0 }]]);
  });

  it("adds new works below the featured one, which changes only at the top of the page", async () => {
    const [luna, owls] = [cardOf("Luna"), cardOf("Owls", { createdAt: 2 })];
    hangWorks([{ ...luna, isFeatured: true }]);
    const { rerender } = render(<FeedScreen />);
    hangWorks([{ ...luna, isFeatured: true }, owls]);
    act(() => rerender(<FeedScreen />));
    expect(titles()).toEqual(["Luna by Yuki Tanabe", "Owls by Yuki Tanabe"]);
    vi.stubGlobal("scrollY", 500);
    hangWorks([{ ...cardOf("Swell"), isFeatured: true }, owls, luna]);
    act(() => rerender(<FeedScreen />));
    expect(titles()).toEqual(["Luna by Yuki Tanabe", "Owls by Yuki Tanabe"]);
    await userEvent.click(screen.getByRole("button", { name: "1 new work" }));
    expect(titles()).toEqual([
      ...["Swell by Yuki Tanabe", "Owls by Yuki Tanabe", "Luna by Yuki Tanabe"],
    ]);
  });

  it("removes a featured work that is gone, at any scroll position", () => {
    hangWorks([cardOf("Luna", { isFeatured: true }), cardOf("Owls")]);
    const { rerender } = render(<FeedScreen />);
    vi.stubGlobal("scrollY", 500);
    hangWorks([cardOf("Owls")]);
    act(() => rerender(<FeedScreen />));
    expect(titles()).toEqual(["Owls by Yuki Tanabe"]);
  });
});

describe("FeedScreen of a member", () => {
  beforeEach(() => {
    site.identity = { status: "signedIn" };
    hangWorks([cardOf("Swell")]);
  });
  const current = () =>
    screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");

  it("links three feeds and marks the present one", async () => {
    renderAt("/?feed=trending");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trending");
    expect(current().map(({ textContent }) => textContent)).toEqual(["Trending"]);
    expect(titles()).toEqual(["Owls by Yuki Tanabe"]);
    expect(screen.queryByText(/In the spotlight today/)).toBeNull();
    await expectAccessible();
  });

  it("changes the feed by its link", async () => {
    renderAt();
    expect(titles()).toEqual(["Swell by Yuki Tanabe"]);
    await userEvent.click(screen.getByRole("link", { name: "Trending" }));
    expect(titles()).toEqual(["Owls by Yuki Tanabe"]);
  });

  it("shows an error of one feed only there", () => {
    vi.spyOn(console, "error").mockReturnValue();
    fakeConvex.answers["feed/functions:trending"] = () => {
      throw new Error("down");
    };
    const { rerender } = renderAt("/?feed=trending");
    expect(screen.getByRole("heading", { name: "The gallery did not load" })).toBeTruthy();
    const { hook, searchHook } = memoryLocation({ path: "/" });
    rerender(
      <Router hook={hook} searchHook={searchHook}>
        <FeedScreen />
      </Router>,
    );
    expect(titles()).toEqual(["Swell by Yuki Tanabe"]);
  });

  it("suggests artists to a member who follows nobody", async () => {
    const sade = { username: "sade", name: "Sade Okonkwo", avatarUrl: null, isFollowed: false };
    fakeConvex.answers["relationships/follows:suggested"] = [sade];
    fakeConvex.answers["relationships/follows:set"] = ok({ followers: 1 });
    renderAt("/?feed=following");
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("No works here yet");
    const next = screen.getByRole("link", { name: "Find artists" });
    expect(next.getAttribute("href")).toBe("/?feed=trending");
    await userEvent.click(screen.getByRole("button", { name: "Follow Sade Okonkwo" }));
    expect(fakeConvex.calls).toContainEqual([
      "relationships/follows:set",
      { username: "sade", followed: true },
    ]);
    await expectAccessible();
  });

  it.each(["/", "/?feed=nonsense"])("shows the fresh feed at %s", (path) => {
    renderAt(path);
    expect(current().map(({ textContent }) => textContent)).toEqual(["Fresh"]);
  });
});
