import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GalleryScreen } from "../../../src/community/gallery/gallery-screen";
import type { Card } from "../../../src/community/wall/card-data";
import { expectAccessible } from "../../ui/browser";
import { cardOf } from "../cards";

const site = vi.hoisted(() => ({
  feed: { status: "Exhausted", results: [] as unknown[], loadMore: () => undefined },
  identity: { status: "signedOut" },
}));
vi.mock("convex/react", () => ({
  usePaginatedQuery: () => site.feed,
  useMutation: () => ({ withOptimisticUpdate: () => () => Promise.resolve() }),
}));
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => site.identity }));

function hangWorks(status: string, results: Card[]) {
  site.feed = { ...site.feed, status, results };
}
const titles = () =>
  screen.getAllByRole("link", { name: / by / }).map((link) => link.getAttribute("aria-label"));

beforeEach(() => {
  site.identity = { status: "signedOut" };
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("scrollY", 0);
});

describe("GalleryScreen", () => {
  it("invites strangers above the same wall", async () => {
    hangWorks("Exhausted", [cardOf("Swell", { createdAt: 2 }), cardOf("Luna")]);
    render(<GalleryScreen />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Work by people who make it",
    );
    expect(screen.getByRole("link", { name: "Join Spotlight" })).toBeTruthy();
    expect(titles()).toEqual(["Swell by Yuki Tanabe", "Luna by Yuki Tanabe"]);
    expect(screen.getByText(/In the spotlight today/)).toBeTruthy();
    await expectAccessible();
  });

  it("says so when nothing hangs yet, and what to do about it", async () => {
    hangWorks("Exhausted", []);
    render(<GalleryScreen />);
    expect(screen.getByRole("heading", { name: "Nothing on this wall yet" })).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/upload");
    await expectAccessible();
  });

  it("keeps the wall's shape while it loads", () => {
    hangWorks("LoadingFirstPage", []);
    render(<GalleryScreen />);
    expect(screen.getAllByRole("status").some((part) => part.ariaBusy === "true")).toBe(true);
  });

  it("hangs a new work at once for who stands at the top", () => {
    hangWorks("Exhausted", [cardOf("Luna")]);
    const { rerender } = render(<GalleryScreen />);
    hangWorks("Exhausted", [cardOf("Swell", { createdAt: 2 }), cardOf("Luna")]);
    act(() => rerender(<GalleryScreen />));
    expect(titles()).toHaveLength(2);
  });

  it("never moves the wall under who walks along it: new works wait behind a chip", async () => {
    hangWorks("Exhausted", [cardOf("Luna")]);
    const { rerender } = render(<GalleryScreen />);
    vi.stubGlobal("scrollY", 500);
    hangWorks("Exhausted", [cardOf("Swell", { createdAt: 2 }), cardOf("Luna")]);
    act(() => rerender(<GalleryScreen />));
    expect(titles()).toEqual(["Luna by Yuki Tanabe"]);
    await userEvent.click(screen.getByRole("button", { name: "1 new work" }));
    expect(titles()).toHaveLength(2);
  });
});
