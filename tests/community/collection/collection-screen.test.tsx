import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CollectionScreen } from "../../../src/community/collection/collection-screen";
import type { Collection } from "../../../src/community/collection/collection-data";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { hangSwell, reader } from "../artwork/artwork-site";
import { cardOf, idOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => reader }));

const COLLECTION: Collection = {
  ...{ id: idOf("blue"), title: "Blue", description: "Only blue.", visibility: "public", items: 3 },
  owner: { username: "sade", name: "Sade Okonkwo", avatarUrl: null },
  ...{ covers: [], isMine: false, isReadOnly: false },
};
const open = (changes: Partial<Collection> = {}) => {
  fakeConvex.answers["collections/functions:get"] = { ...COLLECTION, ...changes };
  return render(<CollectionScreen id="blue" />);
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const asked = fakeConvex.argsOf.bind(fakeConvex);

beforeEach(() => {
  hangSwell();
  fakeConvex.answers["collections/items:list"] = ["Ash", "Bay", "Cay"].map((title) =>
    cardOf(title),
  );
});

describe("CollectionScreen", () => {
  it("shows the works in order, and lets a visitor change nothing", async () => {
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Blue");
    const links = screen.getAllByRole("link", { name: / by / });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/a/ash", "/a/bay", "/a/cay"]);
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    await expectAccessible();
  });

  it.each([
    ["Move Bay up", { artworkId: "bay", after: null }],
    ["Move Ash down", { artworkId: "ash", after: "bay" }],
    ["Move Bay down", { artworkId: "bay", after: "cay" }],
  ])("rearranges by buttons: %s", async (button, expected) => {
    open({ isMine: true });
    await press("Arrange");
    await expectAccessible();
    await press(button);
    expect(asked("collections/items:move")).toEqual([{ collectionId: "blue", ...expected }]);
  });

  it("removes a work and says so", async () => {
    open({ isMine: true });
    await press("Arrange");
    await press("Remove Cay from the collection");
    expect(asked("collections/items:remove")).toEqual([{ collectionId: "blue", artworkId: "cay" }]);
    expect(screen.getByText("Cay is removed")).toBeTruthy();
  });

  it("shows its visibility, and changes it", async () => {
    open({ isMine: true, visibility: "private" });
    expect(screen.getByText("Only you see it")).toBeTruthy();
    await press("Edit");
    await userEvent.click(screen.getByRole("radio", { name: "Everyone" }));
    await press("Save");
    expect(asked("collections/functions:edit")).toMatchObject([
      { id: "blue", visibility: "public" },
    ]);
  });

  it("is deleted after a confirmation, without its works", async () => {
    open({ isMine: true });
    await press("Remove");
    await press("Remove it");
    expect(asked("collections/functions:remove")).toEqual([{ id: "blue" }]);
    expect(window.location.pathname).toBe("/u/sade");
  });

  it("is read-only where the plan has fewer collections", async () => {
    open({ isMine: true, isReadOnly: true });
    expect(screen.getByText("Your plan includes fewer collections.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Arrange" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove" })).toBeTruthy();
    await expectAccessible();
  });

  it("says so when it is empty or not found", () => {
    fakeConvex.answers["collections/items:list"] = [];
    open({ isMine: true, items: 0 });
    expect(screen.getByRole("heading", { name: "Nothing in it yet" })).toBeTruthy();
    fakeConvex.answers["collections/functions:get"] = null;
    render(<CollectionScreen id="gone" />);
    expect(screen.getByRole("heading", { name: "Collection not found" })).toBeTruthy();
  });
});
