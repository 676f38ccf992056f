import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SearchField } from "../../src/shared/search-field";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { fakeConvex } from "../community/fake-convex";
import { renderAt } from "../app/fake-identity";

const field = () => screen.getByRole("combobox", { name: "Search art, people and tags" });

// jsdom has no layout: everything is visible.
beforeEach(() => Object.assign(Element.prototype, { checkVisibility: () => true }));

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);

describe("the suggestions", () => {
  beforeEach(() => {
    fakeConvex.reset({
      "search:suggest": {
        people: [{ username: "hana.novak", name: "Hana Novák", avatarUrl: null }],
        tags: [{ tag: "hands", works: 1 }],
      },
    });
  });
  const options = () =>
    [...document.querySelectorAll("option")].map(({ value, label }) => [value, label]);

  it("appear after a pause in typing, for what was typed", async () => {
    renderAt("/", <SearchField place="header" />);
    expect(field().getAttribute("list")).toBe(document.querySelector("datalist")?.id);
    await userEvent.type(field(), " han");
    await waitFor(() =>
      expect(options()).toEqual([
        ["hana.novak", "Hana Novák"],
        ["hands", "1 work"],
      ]),
    );
    expect(fakeConvex.asked.get("search:suggest")).toEqual({ text: "han" });
    await expectAccessible();
  });

  it("are searched for when they are chosen, and then disappear", async () => {
    const { location } = renderAt("/", <SearchField place="header" />);
    await userEvent.type(field(), "han");
    await waitFor(() => expect(options()).toHaveLength(2));
    fireEvent.input(field(), {
      target: { value: "hana.novak" },
      inputType: "insertReplacementText",
    });
    expect(location.history.at(-1)).toBe("/explore?q=hana.novak");
    expect(options()).toEqual([]);
  });
});

describe("SearchField", () => {
  it("leads to the typed text, with any characters", async () => {
    const { location } = renderAt("/", <SearchField place="header" />);
    await userEvent.type(field(), "  owls & foxes {Enter}");
    expect(location.history.at(-1)).toBe("/explore?q=owls+%26+foxes");
    await expectAccessible();
  });

  it.each([
    ["/explore?medium=ink&made=by_hand", "/explore?q=fog&medium=ink&made=by_hand"],
    ["/explore?q=owls&medium=ink", "/explore?q=fog&medium=ink"],
    ["/explore?tag=owl&sort=oldest", "/explore?q=fog"],
    ["/u/yuki?medium=ink", "/explore?q=fog"],
  ])("at %s keeps in the address what applies to a search: %s", async (from, to) => {
    const { location } = renderAt(from, <SearchField place="header" />);
    const form = new FormData(field().closest("form") ?? undefined);
    await userEvent.clear(field());
    await userEvent.type(field(), "fog{Enter}");
    expect(location.history.at(-1)).toBe(to);
    // The same before the scripts have loaded.
    form.set("q", "fog");
    const sent = [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
    expect(`/explore?${new URLSearchParams(sent)}`).toBe(to);
  });

  it("leads to all works without a text", async () => {
    const { location } = renderAt("/", <SearchField place="header" />);
    await userEvent.type(field(), " {Enter}");
    expect(location.history.at(-1)).toBe("/explore");
  });

  it("shows the URL's search, and follows it", () => {
    const { location } = renderAt("/explore?q=owls", <SearchField place="page" />);
    expect(field()).toHaveProperty("value", "owls");
    fireEvent.change(field(), { target: { value: "owls in fog" } });
    act(() => location.navigate("/explore?q=foxes"));
    expect(field()).toHaveProperty("value", "foxes");
    act(() => location.navigate("/explore"));
    expect(field()).toHaveProperty("value", "");
  });

  it("is focused by its key, but not while the user types elsewhere", () => {
    renderAt("/", <SearchField place="header" />);
    fireEvent.keyDown(document.body, { key: "/", ctrlKey: true });
    expect(document.activeElement).not.toBe(field());
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(field());
    expect(fireEvent.keyDown(field(), { key: "/" })).toBe(true);
  });
});
