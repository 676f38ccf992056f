import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Card } from "../../../src/community/grid/card-data";
import { Grid } from "../../../src/community/grid/grid";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import type { Answers } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

const play = vi.fn(() => Promise.resolve());
const pause = vi.fn();
function prefer(motion: "motion" | "stillness") {
  vi.stubGlobal("matchMedia", () => ({ matches: motion === "stillness" }));
}
function layOut(changes: Partial<Card>) {
  render(<Grid works={[cardOf("Swell", changes)]} kind="mixed" onNearEnd={null} />);
}
const card = () => screen.getByRole("article");

beforeEach(() => {
  fakeConvex.reset({ "profiles/settings:mine": null });
  prefer("motion");
  vi.clearAllMocks();
  Object.assign(HTMLMediaElement.prototype, { play, pause });
});

describe("a video on a grid", () => {
  it("plays while the pointer is over it, and stops after", async () => {
    layOut({ mediaType: "video/mp4" });
    expect(play).not.toHaveBeenCalled();
    await userEvent.hover(card());
    expect(play).toHaveBeenCalledOnce();
    pause.mockClear();
    await userEvent.unhover(card());
    expect(pause).toHaveBeenCalledOnce();
  });

  it("with a poster is loaded only when it plays", async () => {
    layOut({ mediaType: "video/mp4", posterUrl: "https://files/still" });
    const film = () => card().querySelector("video");
    const still = screen.getByRole("img", { name: "What Swell shows" });
    expect([still.getAttribute("src"), film()]).toEqual(["https://files/still", null]);
    await userEvent.hover(card());
    fireEvent.playing(film() ?? still);
    expect([film()?.muted, still.style.opacity]).toEqual([true, "0"]);
    await userEvent.unhover(card());
    expect([film(), still.style.opacity]).toEqual([null, ""]);
  });

  it("plays on keyboard focus", () => {
    layOut({ mediaType: "video/mp4" });
    fireEvent.focus(screen.getByRole("link"));
    expect(play).toHaveBeenCalledOnce();
  });

  it("never plays with reduced motion", async () => {
    prefer("stillness");
    layOut({ mediaType: "video/mp4" });
    await userEvent.hover(card());
    fireEvent.focus(screen.getByRole("link"));
    expect(play).not.toHaveBeenCalled();
  });
});

describe("an animation on a grid", () => {
  it("shows its first picture until the pointer is over it", async () => {
    layOut({ mediaType: "image/gif" });
    const still = screen.getByRole("img", { name: "What Swell shows" });
    const state = () => still.parentElement?.dataset.state;
    expect([still.tagName, state()]).toEqual(["CANVAS", "still"]);
    await userEvent.hover(card());
    expect(state()).toBe("playing");
    await userEvent.unhover(card());
    expect(state()).toBe("still");
    await expectAccessible();
  });

  it("stays a picture with reduced motion", async () => {
    prefer("stillness");
    layOut({ mediaType: "image/apng" });
    await userEvent.hover(card());
    expect(card().querySelector("[data-state=playing]")).toBeNull();
  });
});

describe("a sensitive work", () => {
  const veil = () => card().querySelector(".card-overlay")?.getAttribute("data-state");
  const reveal = () => screen.queryByRole("button", { name: "Show Swell, which is sensitive" });

  it.each([
    ["a visitor", null, "covered"],
    ["a viewer whose settings load", undefined, "covered"],
    ["a viewer who wants it blurred", { sensitive: "blur", hiddenMadeHow: [] }, "covered"],
    ["a viewer who wants to see it", { sensitive: "show", hiddenMadeHow: [] }, "shown"],
  ] satisfies [string, Answers["profiles/settings:mine"], string][])(
    "for %s follows their settings",
    (_who, settings, state) => {
      fakeConvex.answers["profiles/settings:mine"] = settings;
      layOut({ sensitive: true });
      expect(veil()).toBe(state);
      expect(reveal() !== null).toBe(state === "covered");
    },
  );

  it("is shown on request", async () => {
    layOut({ sensitive: true });
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: /^Show Swell/ }));
    expect(veil()).toBe("shown");
    expect(reveal()).toBeNull();
  });

  it("does not move while it is hidden", async () => {
    layOut({ sensitive: true, mediaType: "video/mp4" });
    await userEvent.hover(card());
    expect(play).not.toHaveBeenCalled();
  });
});

describe("a card's label", () => {
  it.each([
    [{ isBoosted: true }, "Swell by Yuki Tanabe, Boosted"],
    [{ madeHow: "ai_generated" }, "Swell by Yuki Tanabe, AI-generated"],
    [{ madeHow: "by_hand" }, "Swell by Yuki Tanabe"],
  ] as const)("of %j says %j", (changes, name) => {
    layOut(changes);
    expect(screen.getByRole("link").getAttribute("aria-label")).toBe(name);
  });
});
