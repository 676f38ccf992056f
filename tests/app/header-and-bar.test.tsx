import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { initialsOf } from "../../src/shared/avatar";
import { BottomBar } from "../../src/app/bottom-bar";
import { Header } from "../../src/app/header";
import { fakeConvex } from "../community/fake-convex";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { INES, renderAt } from "./fake-identity";

vi.mock("convex/react", async () => (await import("../community/fake-convex")).fakeConvex);

beforeEach(() =>
  fakeConvex.reset({
    "studios/functions:mine": [
      { slug: "ink-room", name: "Ink Room", state: "joined", ownRole: "member" },
    ],
  }),
);

const linksOf = (role: "banner" | "navigation", name?: string) =>
  [...screen.getByRole(role, name === undefined ? {} : { name }).querySelectorAll("a")].map(
    (link) => [link.textContent, link.getAttribute("href")],
  );

const OWN = { page: "/u/ines.duarte", name: "Inês Duarte", imageUrl: "/files/ines.webp" };

describe("Header", () => {
  it("offers a visitor sign-in, with a way back", async () => {
    renderAt("/a/1", <Header own={null} unread={0} />);
    expect(linksOf("banner")).toEqual([
      ["Spotlight", "/"],
      ["Home", "/"],
      ["Explore", "/explore"],
      ["Pricing", "/pricing"],
      ["Sign in", "/sign-in?next=%2Fa%2F1"],
      ["Join Spotlight", "/sign-up?next=%2Fa%2F1"],
    ]);
    await expectAccessible();
  });

  it("marks the current page, also for screen readers", () => {
    renderAt("/", <Header own={null} unread={0} />);
    expect(screen.getByRole("link", { name: "Home" }).getAttribute("aria-current")).toBe("page");
  });

  it("lets a visitor choose the theme", async () => {
    renderAt("/", <Header own={null} unread={0} />);
    await userEvent.click(screen.getByRole("button", { name: "Appearance" }));
    expect(await screen.findByRole("radiogroup", { name: "Appearance" })).toBeTruthy();
    await expectAccessible();
  });

  it("offers nothing while the identity is loading", () => {
    renderAt("/", <Header own={null} unread={0} />, { identity: { status: "loading" } });
    expect(screen.queryByText("Sign in")).toBeNull();
    expect(screen.queryByText("Upload")).toBeNull();
  });

  it("shows a member their page, and sign-out", async () => {
    const signOut = vi.fn(() => Promise.resolve());
    renderAt("/", <Header own={OWN} unread={0} />, { identity: INES, signOut });
    expect(screen.getByRole("link", { name: "Upload" }).getAttribute("href")).toBe("/upload");
    await userEvent.click(screen.getByRole("button", { name: "Account of ines.duarte" }));
    const page = await screen.findByRole("link", { name: "Your page" });
    expect(page.getAttribute("href")).toBe("/u/ines.duarte");
    const studio = screen.getByRole("link", { name: "Ink Room" });
    expect(studio.getAttribute("href")).toBe("/studio/ink-room");
    expect(screen.getByText("Inês Duarte")).toBeTruthy();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  it("shows a member's picture, and initials without one", () => {
    const { unmount } = renderAt("/", <Header own={OWN} unread={0} />, { identity: INES });
    const account = () => screen.getByRole("button", { name: "Account of ines.duarte" });
    expect(account().querySelector("img")?.getAttribute("src")).toBe("/files/ines.webp");
    unmount();
    const own = { page: OWN.page, name: OWN.name };
    renderAt("/", <Header own={own} unread={0} />, { identity: INES });
    expect(account().textContent).toBe("ID");
  });

  it("shows the unread count at the notifications link", async () => {
    renderAt("/", <Header own={OWN} unread={3} />, { identity: INES });
    const bell = screen.getByRole("link", { name: "Notifications, 3 unread" });
    expect(bell.getAttribute("href")).toBe("/notifications");
    await userEvent.click(screen.getByRole("button", { name: "Account of ines.duarte" }));
    expect(await screen.findByRole("link", { name: "Notifications 3 unread" })).toBeTruthy();
    await expectAccessible();
  });

  it("closes the menu after navigation", async () => {
    const { location } = renderAt("/", <Header own={OWN} unread={0} />, {
      identity: INES,
    });
    await userEvent.click(screen.getByRole("button", { name: "Account of ines.duarte" }));
    await userEvent.click(await screen.findByRole("link", { name: "Your page" }));
    expect(location.history.at(-1)).toBe("/u/ines.duarte");
    expect(screen.queryByRole("link", { name: "Your page" })).toBeNull();
    // The new page chooses the focus itself.
    expect(document.activeElement).not.toBe(screen.getByRole("button", { name: /^Account of/ }));
  });
});

describe("BottomBar", () => {
  it("shows a visitor sign-in", async () => {
    renderAt("/", <BottomBar own={null} unread={0} />);
    expect(linksOf("navigation", "Quick")).toEqual([
      ["Home", "/"],
      ["Explore", "/explore"],
      ["", "/upload"],
      ["Pricing", "/pricing"],
      ["Sign in", "/sign-in"],
    ]);
    await expectAccessible();
  });

  it("shows on the phone too that something is unread", async () => {
    renderAt("/", <BottomBar own={OWN} unread={3} />, { identity: INES });
    const bell = screen.getByRole("link", { name: "3 unread Notifications" });
    expect(bell.getAttribute("href")).toBe("/notifications");
    await expectAccessible();
  });

  it("links a member's page", () => {
    renderAt("/u/ines.duarte", <BottomBar own={OWN} unread={0} />, {
      identity: INES,
    });
    const you = screen.getByRole("link", { name: "You" });
    expect([you.getAttribute("href"), you.getAttribute("aria-current")]).toEqual([
      "/u/ines.duarte",
      "page",
    ]);
  });
});

describe("initialsOf", () => {
  it.each([
    ["Inês Duarte", "ID"],
    ["ines.duarte", "ID"],
    ["pixelotis", "PI"],
    ["Ana Maria da Silva", "AS"],
    ["x", "X"],
    ["👩‍🎨", "👩‍"],
  ])("of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
