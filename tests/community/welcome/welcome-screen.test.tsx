import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { WelcomeScreen } from "../../../src/community/welcome/welcome-screen";
import { ok } from "../../../packages/billing/src/contract/errors";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const artists = (followed: readonly string[]) =>
  ["ana", "ben", "cleo", "dora"].map((username) => ({
    ...{ username, name: username.toUpperCase(), avatarUrl: null },
    isFollowed: followed.includes(username),
  }));
const show = (followed: readonly string[] = []) => {
  fakeConvex.answers["relationships/follows:suggested"] = artists(followed);
  return renderAt("/welcome", <WelcomeScreen />, { identity: INES });
};
const look = (name: string) => screen.getByRole("link", { name }).getAttribute("data-look");

beforeEach(() =>
  fakeConvex.reset({ "relationships/follows:set": ok({ followed: true, followers: 1 }) }),
);

describe("WelcomeScreen", () => {
  it("offers artists to follow, and says how many fill the feed", async () => {
    show();
    expect(screen.getByText(/^Follow 3 artists/)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("0 of 3 followed");
    await userEvent.click(screen.getByRole("button", { name: "Follow BEN" }));
    expect(fakeConvex.calls).toEqual([
      ["relationships/follows:set", { username: "ben", followed: true }],
    ]);
    await expectAccessible();
  });

  it.each([
    [[], "Look around first", "/", "outline", "0 of 3 followed"],
    [["ana"], "See your feed", "/?feed=following", "outline", "1 of 3 followed"],
    [["ana", "ben", "dora"], "See your feed", "/?feed=following", "primary", "Your feed is ready."],
  ] as const)(
    "with %j followed says what is next: %s",
    (followed, label, href, style, progress) => {
      show(followed);
      expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(href);
      expect(look(label)).toBe(style);
      expect(screen.getByRole("status").textContent).toBe(progress);
      expect(look("Share your first work")).toBe("outline");
      const list = within(screen.getByRole("list", { name: "Artists to follow" }));
      expect(list.queryAllByRole("button", { pressed: true })).toHaveLength(followed.length);
    },
  );

  it("leads on where no one shares yet", () => {
    fakeConvex.answers["relationships/follows:suggested"] = [];
    renderAt("/welcome", <WelcomeScreen />, { identity: INES });
    expect(screen.queryByRole("list")).toBeNull();
    expect(screen.getByRole("status").textContent).toBe("No one shares here yet. Be the first.");
  });

  it("sends a visitor to sign-up", () => {
    const { location } = renderAt("/welcome", <WelcomeScreen />);
    expect(location.history.at(-1)).toBe("/sign-up");
  });
});
