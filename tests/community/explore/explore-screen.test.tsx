import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ExploreScreen } from "../../../src/community/explore/explore-screen";
import type { Card } from "../../../src/community/grid/card-data";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

type ListWorks = (args: object) => Card[];
const explored = vi.fn<ListWorks>(() => [cardOf("Luna")]);
const searched = vi.fn<ListWorks>(() => [cardOf("Owls")]);
const YUKI = { username: "yuki.tanabe", name: "Yuki Tanabe", avatarUrl: null };

function renderAt(path: string) {
  const location = memoryLocation({ path, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ExploreScreen />
    </Router>,
  );
  return location;
}
const titles = () =>
  screen.queryAllByRole("link", { name: / by / }).map((link) => link.getAttribute("aria-label"));

beforeEach(() => {
  vi.clearAllMocks();
  fakeConvex.reset({
    "profiles/settings:mine": null,
    "feed/functions:explore": explored,
    "search:works": searched,
    "search:people": [YUKI],
    "search:tags": [
      { tag: "owl", works: 1200 },
      { tag: "ink", works: 1 },
    ],
  });
});

describe("ExploreScreen", () => {
  it("shows all works below the popular tags", () => {
    renderAt("/explore");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Explore");
    expect(titles()).toEqual(["Luna by Yuki Tanabe"]);
    expect(explored).toHaveBeenCalledWith({});
    expect(screen.getByRole("navigation", { name: "Popular tags" })).toBeTruthy();
    const tag = screen.getByRole("link", { name: "#owl 1,200 works" });
    expect(tag.getAttribute("href")).toBe("/explore?tag=owl");
  });

  it("shows the oldest first when the URL says so, and never in a search", async () => {
    const { history } = renderAt("/explore");
    await userEvent.click(screen.getByRole("button", { name: "Oldest first" }));
    expect(history.at(-1)).toBe("/explore?sort=oldest");
    expect(explored).toHaveBeenLastCalledWith({ sort: "oldest" });
    cleanup();
    renderAt("/explore?q=owls&sort=oldest");
    expect(searched).toHaveBeenLastCalledWith({ text: "owls" });
    expect(screen.queryByRole("button", { name: "Oldest first" })).toBeNull();
  });

  it("requests what the URL says, and shows it pressed", () => {
    renderAt("/explore?tag=owl&medium=ink&made=by_hand");
    expect(explored).toHaveBeenCalledWith({ tag: "owl", medium: "ink", madeHow: "by_hand" });
    const pressed = screen.getAllByRole("button", { pressed: true });
    expect(pressed.map(({ textContent }) => textContent)).toEqual(["Ink", "By hand"]);
    const leave = screen.getByRole("link", { name: "Remove #owl" });
    expect(leave.getAttribute("href")).toBe("/explore?medium=ink&made=by_hand");
  });

  it("writes a choice into the URL, and removes it again", async () => {
    const { history } = renderAt("/explore?tag=owl");
    await userEvent.click(screen.getByRole("button", { name: "Pixel art" }));
    expect(history.at(-1)).toBe("/explore?tag=owl&medium=pixel");
    await userEvent.click(screen.getByRole("button", { name: "AI-assisted" }));
    expect(history.at(-1)).toBe("/explore?tag=owl&medium=pixel&made=ai_assisted");
    await userEvent.click(screen.getByRole("button", { name: "Pixel art" }));
    expect(history.at(-1)).toBe("/explore?tag=owl&made=ai_assisted");
  });

  it("ignores unknown values", () => {
    renderAt("/explore?medium=marble&made=magic");
    expect(explored).toHaveBeenCalledWith({});
    expect(screen.queryByRole("button", { pressed: true })).toBeNull();
  });

  it("finds works, people and tags for a text", () => {
    renderAt("/explore?q=owl&medium=ink&tag=left-over");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Results for “owl”");
    expect(searched).toHaveBeenCalledWith({ text: "owl", medium: "ink" });
    expect(explored).not.toHaveBeenCalled();
    expect(titles()).toEqual(["Owls by Yuki Tanabe"]);
    const person = screen.getByRole("link", { name: "Yuki Tanabe @yuki.tanabe" });
    expect(person.getAttribute("href")).toBe("/u/yuki.tanabe");
    expect(screen.getByRole("navigation", { name: "Tags" })).toBeTruthy();
  });

  it("says what a search left behind of the list where it was typed", () => {
    const note = () => screen.queryByRole("status")?.textContent.trim();
    const search = (from: string) => {
      cleanup();
      window.history.pushState(null, "", from);
      window.history.pushState(null, "", "/explore?q=fog");
      renderAt("/explore?q=fog");
    };
    search("/explore?tag=owl&sort=oldest&medium=ink");
    expect(note()).toBe(
      "This search looks in all works, not only in #owl. " +
        "The best match comes first, not the oldest work.",
    );
    search("/explore?tag=owl");
    expect(note()).toBe("This search looks in all works, not only in #owl.");
    for (const from of ["/explore?medium=ink", "/explore?q=owl&sort=oldest", "/u/yuki?tag=owl"]) {
      search(from);
      expect([from, note()]).toEqual([from, undefined]);
    }
  });

  it("finds people by medium, with a text and without, and each once", async () => {
    const people = vi.fn((_args: object) => [YUKI, { ...YUKI, name: "Yuki, again" }]);
    fakeConvex.answers["search:people"] = people;
    const { history } = renderAt("/explore");
    expect(people).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Ink" }));
    expect(history.at(-1)).toBe("/explore?medium=ink");
    expect(people).toHaveBeenLastCalledWith({ text: "", medium: "ink" });
    expect(screen.getByRole("heading", { name: "People: Ink" })).toBeTruthy();
    expect(screen.getAllByRole("link", { name: /@yuki/ })).toHaveLength(1);
    cleanup();
    renderAt("/explore?q=yuki&medium=ink");
    expect(people).toHaveBeenLastCalledWith({ text: "yuki", medium: "ink" });
    cleanup();
    people.mockClear();
    renderAt("/explore?tag=owl&medium=ink");
    expect(people).not.toHaveBeenCalled();
  });

  it("leads further where the first matches have no work in the medium", async () => {
    fakeConvex.answers["search:people"] = [];
    renderAt("/explore?q=yuki&medium=ink");
    expect(screen.queryByRole("heading", { name: /^People/ })).toBeNull();
    cleanup();
    fakeConvex.unfinished = ["search:people"];
    renderAt("/explore?q=yuki&medium=ink");
    expect(screen.getByText("Nobody among the first matches.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "More people" }));
    expect(fakeConvex.wantedMore).toEqual(["search:people"]);
    await expectAccessible();
  });

  it("leads from a search to a tag alone, and names a chosen tag once", () => {
    renderAt("/explore?q=owl&medium=ink");
    const tag = screen.getByRole("link", { name: "#ink 1 work" });
    expect(tag.getAttribute("href")).toBe("/explore?tag=ink&medium=ink");
    cleanup();
    renderAt("/explore?tag=ink");
    expect(screen.queryByRole("link", { name: "#ink 1 work" })).toBeNull();
    expect(screen.getByRole("link", { name: "#owl 1,200 works" })).toBeTruthy();
  });

  it("shows nothing of the previous grid while the next one loads", () => {
    const nothingNear = class {
      observe() {}
      disconnect() {}
    };
    vi.stubGlobal("IntersectionObserver", nothingNear);
    renderAt("/explore");
    cleanup();
    act(() => void window.dispatchEvent(new Event("popstate")));
    fakeConvex.answers["feed/functions:explore"] = undefined;
    const { navigate } = renderAt("/explore");
    expect(titles()).toEqual(["Luna by Yuki Tanabe"]);
    act(() => navigate("/explore?tag=owl"));
    expect(titles()).toEqual([]);
    act(() => void window.dispatchEvent(new Event("pushState")));
  });

  it("says so when no work matches, and links on", async () => {
    searched.mockReturnValueOnce([]).mockReturnValueOnce([]);
    renderAt("/explore?q=zebra");
    expect(screen.getByRole("heading", { name: "No works match" })).toBeTruthy();
    const all = screen.getByRole("link", { name: "Show everything" });
    expect(all.getAttribute("href")).toBe("/explore");
    await expectAccessible();
  });
});
