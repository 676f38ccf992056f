import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import type { Artist } from "../../../src/community/profile/profile-data";
import { ProfileScreen } from "../../../src/community/profile/profile-screen";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf, idOf } from "../cards";
import { fakeConvex } from "../fake-convex";

const site = vi.hoisted(() => ({ identity: { status: "signedIn" } }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => site.identity }));

const YUKI: Artist = {
  ...{ username: "yuki.tanabe", name: "Yuki Tanabe", bio: "Ink, paper, water." },
  ...{ avatarUrl: null, coverUrl: null, links: ["https://www.yuki.art/"], pinned: [] },
  ...{ followers: 1, followed: 2, isMine: false, isSupporter: false },
  ...{ isFollowed: false, isBlocked: false, isMuted: false },
};
const BRAM = { username: "bram", name: "Bram de Vries", avatarUrl: null, isFollowed: true };

function visit(changes: Partial<Artist> = {}, tab = "") {
  fakeConvex.answers["profiles/functions:get"] = { ...YUKI, ...changes };
  const location = memoryLocation({ path: `/u/yuki.tanabe${tab}`, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ProfileScreen username="yuki.tanabe" />
    </Router>,
  );
  return location;
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  site.identity = { status: "signedIn" };
  fakeConvex.reset({
    "profiles/settings:mine": null,
    "artworks/functions:byProfile": [cardOf("Swell"), cardOf("Luna")],
    "collections/functions:byProfile": [],
    "relationships/follows:followers": [BRAM],
    "relationships/follows:followed": [],
    "relationships/follows:set": ok({ followers: 2 }),
    "relationships/blocks:set": ok(null),
    "moderation/reports:send": ok(null),
  });
});

describe("ProfileScreen", () => {
  it("leads from a former username to the present one, and ignores capitals", () => {
    expect(visit({ username: "yuki" }).history.at(-1)).toBe("/u/yuki");
    expect(visit({ username: "Yuki.Tanabe" }).history).toEqual(["/u/yuki.tanabe"]);
  });

  it("counts what its tabs hold", () => {
    fakeConvex.answers["profiles/functions:counts"] = { works: 100, drafts: 0, collections: 2 };
    visit();
    const tabs = within(screen.getByRole("navigation", { name: "Profile" }));
    expect(tabs.getAllByRole("link").map((tab) => tab.textContent)).toEqual([
      "Works 99+",
      "Collections 2",
      "About",
    ]);
  });

  it("shows an artist's works below their name, text and links", () => {
    visit({ pinned: [cardOf("Owls")] });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Yuki Tanabe");
    const pinned = screen.getByRole("region", { name: "Pinned" });
    expect(within(pinned).getByRole("link", { name: "Owls by Yuki Tanabe" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Swell by Yuki Tanabe" })).toBeTruthy();
    const link = screen.getByRole("link", { name: "yuki.art" });
    expect(link.getAttribute("href")).toBe("https://www.yuki.art/");
    expect(link.getAttribute("rel")).toContain("noopener");
  });

  it("asks the artist to fill an empty page", () => {
    fakeConvex.answers["artworks/functions:byProfile"] = [];
    visit({ isMine: true });
    expect(screen.getByRole("link", { name: "Share new work" })).toBeTruthy();
  });

  it("does not ask a visitor to fill it", () => {
    fakeConvex.answers["artworks/functions:byProfile"] = [];
    visit();
    expect(screen.getByRole("heading", { name: "No works here yet" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Share new work" })).toBeNull();
  });

  it("says so when the name is unknown", () => {
    fakeConvex.answers["profiles/functions:get"] = null;
    render(<ProfileScreen username="nobody" />);
    expect(screen.getByRole("heading", { name: "There is no artist with this name" })).toBeTruthy();
  });

  it.each([
    ["", "Works"],
    ["?tab=collections", "Collections"],
    ["?tab=about", "About"],
  ])("shows the tab of the URL %j", async (tab, label) => {
    visit({}, tab);
    const parts = within(screen.getByRole("navigation", { name: "Profile" }));
    expect(parts.getByRole("link", { current: "page" }).textContent).toBe(label);
    await expectAccessible();
  });

  it("shows drafts, unlisted and hidden works to the artist alone", async () => {
    fakeConvex.answers["artworks/functions:unpublished"] = [cardOf("Half a Boat")];
    visit({ isMine: true }, "?tab=drafts");
    for (const name of ["Shared by link", "Hidden by an operator"]) {
      const part = screen.getByRole("region", { name });
      expect(within(part).getAllByRole("article")).toHaveLength(1);
    }
    expect(screen.getAllByRole("link", { name: "Half a Boat by Yuki Tanabe" })).toHaveLength(3);
    await expectAccessible();
  });

  it("shows no drafts to other members", () => {
    visit({}, "?tab=drafts");
    expect(screen.queryByRole("link", { name: "Drafts" })).toBeNull();
    expect(screen.getByRole("link", { name: "Swell by Yuki Tanabe" })).toBeTruthy();
  });

  it("shows a supporter's badge", () => {
    visit({ isSupporter: true });
    expect(screen.getByText("Supports Spotlight")).toBeTruthy();
  });

  it("shows the collections with their number of works", async () => {
    fakeConvex.answers["collections/functions:byProfile"] = [
      {
        ...{ id: idOf("c1"), title: "Night", description: "", visibility: "private", items: 1 },
        ...{ covers: ["https://files/1"], isMine: true, isReadOnly: false },
        owner: { username: "yuki.tanabe", name: "Yuki Tanabe", avatarUrl: null },
      },
    ];
    visit({ isMine: true }, "?tab=collections");
    const link = screen.getByRole("link", { name: /^Night/ });
    expect([link.getAttribute("href"), link.textContent]).toEqual([
      "/collections/c1",
      "Night1 work · Only you see it",
    ]);
    await expectAccessible();
  });

  it("lists who follows them in a dialog", async () => {
    visit();
    await press("1 follower");
    const dialog = within(screen.getByRole("dialog", { name: "Followers" }));
    const bram = dialog.getByRole("link", { name: /Bram de Vries/ });
    expect(bram.getAttribute("href")).toBe("/u/bram");
    await userEvent.click(bram);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("says so when a list is empty", async () => {
    visit();
    await press("2 following");
    expect(
      within(screen.getByRole("dialog")).getByText("They don't follow anyone yet."),
    ).toBeTruthy();
  });
});

describe("a visitor", () => {
  it("follows, and unfollows", async () => {
    visit();
    await press("Follow Yuki Tanabe");
    expect(fakeConvex.calls).toEqual([
      ["relationships/follows:set", { username: "yuki.tanabe", followed: true }],
    ]);
  });

  it("unfollows by the same button", async () => {
    visit({ isFollowed: true });
    await press("Following Yuki Tanabe");
    expect(fakeConvex.calls).toEqual([
      ["relationships/follows:set", { username: "yuki.tanabe", followed: false }],
    ]);
  });

  it("signs in first, and returns", async () => {
    site.identity = { status: "signedOut" };
    const { history } = visit();
    await press("Follow Yuki Tanabe");
    expect(history.at(-1)).toBe("/sign-in?next=%2Fu%2Fyuki.tanabe");
    expect(screen.queryByRole("button", { name: /^More/ })).toBeNull();
  });

  it.each([
    ["Mute", "mute", {}, true],
    ["Unmute", "mute", { isMuted: true }, false],
    ["Block", "block", {}, true],
  ] as const)("can choose %s in the menu", async (label, kind, changes, enabled) => {
    visit(changes);
    await press("More actions for Yuki Tanabe");
    // A menu is rendered only when it opens.
    await screen.findByRole("button", { name: label });
    await expectAccessible();
    await press(label);
    expect(fakeConvex.calls).toEqual([
      ["relationships/blocks:set", { username: "yuki.tanabe", kind, enabled }],
    ]);
  });

  it("can report the artist to the operators", async () => {
    visit();
    await press("More actions for Yuki Tanabe");
    await userEvent.click(await screen.findByRole("button", { name: "Report" }));
    await press("Send report");
    const subject = { kind: "profile", id: "yuki.tanabe" };
    expect(fakeConvex.calls).toEqual([
      ["moderation/reports:send", { subject, reason: "stolen", note: "" }],
    ]);
  });

  it("sees no works of an artist they blocked, and can unblock", async () => {
    visit({ isBlocked: true });
    expect(screen.getByRole("heading", { name: "You blocked Yuki Tanabe" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: / by / })).toBeNull();
    await press("Unblock Yuki Tanabe");
    expect(fakeConvex.calls).toEqual([
      ["relationships/blocks:set", { username: "yuki.tanabe", kind: "block", enabled: false }],
    ]);
  });
});
