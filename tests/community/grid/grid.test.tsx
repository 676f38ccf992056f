import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Grid } from "../../../src/community/grid/grid";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

const COUNT = 1000;
const works = Array.from({ length: COUNT }, (_, i) => cardOf(`Study ${i + 1}`));
const titles = () =>
  screen.getAllByRole("link").map((link) => link.getAttribute("aria-label")?.split(" by ")[0]);
const list = () => screen.getByRole("list");

/** Moves the page, which jsdom does not do by itself. */
function scrollTo(y: number) {
  list().getBoundingClientRect = () => new DOMRect(0, -y, 1000, 100_000);
  act(() => void fireEvent.scroll(window));
}

beforeEach(() => {
  fakeConvex.reset({ "profiles/settings:mine": null });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe("a long grid", () => {
  it("renders few works, in reading order, at any scroll position", async () => {
    render(<Grid works={works} kind="mixed" onNearEnd={null} />);
    const first = titles();
    expect(first.slice(0, 2)).toEqual(["Study 1", "Study 2"]);
    expect(first.length).toBeLessThan(60);
    await expectAccessible();

    scrollTo(30_000);
    const later = titles();
    expect(later).not.toContain("Study 1");
    expect(later.length).toBeLessThan(60);
    const numbers = later.map((title) => Number(title?.split(" ")[1]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it("gives each work its position, and the total once it is known", () => {
    const { rerender } = render(<Grid works={works} kind="mixed" onNearEnd={() => undefined} />);
    const second = () => screen.getAllByRole("listitem")[1];
    expect(second()?.getAttribute("aria-posinset")).toBe("2");
    expect(second()?.getAttribute("aria-setsize")).toBe("-1");
    rerender(<Grid works={works} kind="mixed" onNearEnd={null} />);
    expect(second()?.getAttribute("aria-setsize")).toBe(String(COUNT));
  });

  it("keeps the focused work and its neighbours until the focus leaves", () => {
    render(<Grid works={works} kind="mixed" onNearEnd={null} />);
    const link = screen.getByRole("link", { name: "Study 3 by Yuki Tanabe" });
    act(() => link.focus());
    scrollTo(30_000);
    expect(document.activeElement).toBe(link);
    expect(titles().slice(0, 3)).toEqual(["Study 2", "Study 3", "Study 4"]);
    const like = screen.getByRole("button", { name: /^Like Study 3,/ });
    act(() => like.focus());
    expect(document.activeElement).toBe(like);
    act(() => like.blur());
    expect(titles()).not.toContain("Study 3");
  });
});
