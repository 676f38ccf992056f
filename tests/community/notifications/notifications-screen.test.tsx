import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NotificationsScreen } from "../../../src/community/notifications/notifications-screen";
import { describeActors, grouped } from "../../../src/community/notifications/grouped";
import type { Notification } from "../../../src/community/notifications/grouped";
import { ok } from "../../../packages/billing/src/contract/errors";
import { INES, renderAt } from "../../app/fake-identity";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { idOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const ANA = { username: "ana.sousa", name: "Ana Sousa", avatarUrl: null };
const SWELL = { id: idOf<"artworks">("swell"), title: "Swell", url: null };

const notification = (
  kind: Notification["kind"],
  changes: Partial<Notification> = {},
): Notification => ({
  id: idOf(kind),
  kind,
  actor: ANA,
  artwork: kind === "follow" || kind === "invite" ? null : SWELL,
  studio: kind === "invite" ? { slug: "ink-room", name: "Ink Room" } : null,
  text: null,
  isFollowed: false,
  isRead: false,
  createdAt: Date.UTC(2026, 0, 2),
  ...changes,
});

const show = () => renderAt("/notifications", <NotificationsScreen />, { identity: INES });

const tell = (...news: Notification[]) =>
  (fakeConvex.answers["notifications/functions:list"] = news);
const asked = () => fakeConvex.argsOf("notifications/functions:markRead");

beforeEach(() =>
  fakeConvex.reset({
    ...{ "notifications/functions:list": [], "notifications/functions:unread": 0 },
    "notifications/functions:markRead": ok(null),
  }),
);

describe("NotificationsScreen", () => {
  it.each([
    ["like", "Unread: Ana Sousa liked Swell", "/a/swell"],
    ["comment", "Unread: Ana Sousa commented on Swell", "/a/swell"],
    ["reply", "Unread: Ana Sousa replied to you on Swell", "/a/swell"],
    ["mention", "Unread: Ana Sousa mentioned you on Swell", "/a/swell"],
    ["follow", "Unread: Ana Sousa follows you now", "/u/ana.sousa"],
    ["invite", "Unread: Ana Sousa invites you to join Ink Room", "/studio/ink-room"],
  ] as const)("shows a %s and links there", (kind, name, address) => {
    tell(notification(kind));
    show();
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(address);
  });

  it("tells members with the same name apart by their handle", () => {
    tell(notification("like"));
    show();
    expect(screen.getByText("@ana.sousa")).toBeTruthy();
  });

  it("says how long ago it was, and exactly when on request", () => {
    tell(notification("like", { createdAt: Date.now() - 3 * 3_600_000 }));
    show();
    const time = screen.getByText("3 hr. ago");
    expect(time.getAttribute("title")).toMatch(/\d/);
  });

  it("offers to follow back, and shows whom the user follows already", async () => {
    fakeConvex.answers["relationships/follows:set"] = ok({ followed: true, followers: 1 });
    tell(notification("follow"));
    const { unmount } = show();
    await userEvent.click(screen.getByRole("button", { name: "Follow Ana Sousa" }));
    expect(fakeConvex.argsOf("relationships/follows:set")).toEqual([
      { username: "ana.sousa", followed: true },
    ]);
    unmount();
    tell(notification("follow", { isFollowed: true }));
    show();
    expect(screen.getByRole("button", { name: "Following Ana Sousa", pressed: true })).toBeTruthy();
  });

  it("shows likes of one work in one row, and marks them all", async () => {
    const likes = ["a", "b", "c"].map((id) =>
      notification("like", { id: idOf(id), actor: { ...ANA, name: id.toUpperCase() } }),
    );
    tell(...likes);
    show();
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    await userEvent.click(
      screen.getByRole("button", { name: "Mark as read: A and 2 others liked Swell" }),
    );
    expect(asked()).toEqual([{ ids: ["a", "b", "c"] }]);
  });

  it("can be limited to one kind, in the address", async () => {
    tell(notification("follow"));
    const { location } = show();
    const kinds = within(screen.getByRole("group", { name: "Kind" }));
    await userEvent.click(kinds.getByRole("button", { name: "Mentions" }));
    expect(location.history.at(-1)).toBe("/notifications?kind=mention");
    expect(fakeConvex.asked.get("notifications/functions:list")).toEqual({ kind: "mention" });
    await userEvent.click(kinds.getByRole("button", { name: "Mentions" }));
    expect(fakeConvex.asked.get("notifications/functions:list")).toEqual({});
    await expectAccessible();
  });

  it("says so when there are none of a kind", () => {
    renderAt("/notifications?kind=reply", <NotificationsScreen />, { identity: INES });
    expect(screen.getByText("No replies yet.")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "No notifications yet" })).toBeNull();
  });

  it("shows a picture of the work that it is about", () => {
    tell(notification("like", { artwork: { ...SWELL, url: "https://files/swell" } }));
    const { container } = show();
    const [picture] = container.querySelectorAll("img");
    expect([picture?.src, picture?.alt]).toEqual(["https://files/swell", ""]);
  });

  it("quotes the comment", () => {
    tell(notification("comment", { text: "What light!" }));
    show();
    expect(screen.getByText("What light!")).toBeTruthy();
  });

  it("marks one as read when its link is followed", async () => {
    tell(notification("follow"));
    const { location } = show();
    await userEvent.click(screen.getByRole("link", { name: /Ana Sousa/ }));
    expect(asked()).toEqual([{ ids: ["follow"] }]);
    expect(location.history.at(-1)).toBe("/u/ana.sousa");
  });

  it("marks one as read without following it, and all at once", async () => {
    tell(notification("like"));
    fakeConvex.answers["notifications/functions:unread"] = 1;
    show();
    await userEvent.click(
      screen.getByRole("button", { name: "Mark as read: Ana Sousa liked Swell" }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
    expect(asked()).toEqual([{ ids: ["like"] }, {}]);
  });

  it("sends no request for notifications that are read", async () => {
    tell(notification("like", { isRead: true }));
    show();
    await userEvent.click(screen.getByRole("link", { name: "Ana Sousa liked Swell" }));
    await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
    expect(screen.queryByRole("button", { name: /^Mark as read/ })).toBeNull();
    expect(asked()).toEqual([]);
  });

  it("says so when there are none yet, and what to do about it", async () => {
    show();
    expect(screen.getByRole("heading", { name: "No notifications yet" })).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/upload");
    await expectAccessible();
  });

  it("shows placeholders while it loads", () => {
    fakeConvex.answers["notifications/functions:list"] = undefined;
    show();
    expect(screen.getByRole("status").getAttribute("aria-busy")).toBe("true");
  });

  it("asks a visitor to sign in, and returns", () => {
    renderAt("/notifications", <NotificationsScreen />);
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fnotifications");
  });
});

describe("grouped", () => {
  const TIDE = { ...SWELL, id: idOf<"artworks">("tide"), title: "Tide" };
  it.each([
    ["likes of one work", [notification("like"), notification("like")], [2]],
    ["likes of two works", [notification("like"), notification("like", { artwork: TIDE })], [1, 1]],
    [
      "read and unread ones",
      [notification("like"), notification("like", { isRead: true })],
      [1, 1],
    ],
    ["follows", [notification("follow"), notification("follow"), notification("follow")], [3]],
    ["comments", [notification("comment"), notification("comment")], [1, 1]],
    [
      "different kinds",
      [notification("like"), notification("follow"), notification("like")],
      [1, 1, 1],
    ],
    ["nothing", [], []],
  ])("puts %s into rows", (_what, notifications, lengths) => {
    const groups = grouped(notifications);
    expect(groups.map(({ length }) => length)).toEqual(lengths);
    expect(groups.flat()).toEqual(notifications);
  });

  it.each([
    [["Ana"], "Ana"],
    [["Ana", "Ben"], "Ana and Ben"],
    [["Ana", "Ben", "Cleo"], "Ana and 2 others"],
  ])("of %j are by: %s", (names, text) => {
    const [first, ...others] = names.map((name) =>
      notification("follow", { actor: { ...ANA, name } }),
    );
    if (first) expect(describeActors([first, ...others])).toBe(text);
  });
});
