import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NotificationsScreen } from "../../../src/community/notifications/notifications-screen";
import type { Notification } from "../../../src/community/notifications/notification-row";
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
    expect(asked()).toEqual([{ id: "follow" }]);
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
    expect(asked()).toEqual([{ id: "like" }, {}]);
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
