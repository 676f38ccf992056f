import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkCard } from "../../../src/community/grid/artwork-card";
import type { Card } from "../../../src/community/grid/card-data";
import { isFromGrid } from "../../../src/community/grid/from-grid";
import { repeatEarlyEvents } from "../../../src/community/grid/early-events";
import { Picture } from "../../../src/community/grid/picture";
import type { PictureProps } from "../../../src/community/grid/picture";
import { useViewportRange } from "../../../src/community/grid/use-viewport-range";
import { Grid, useWindowWidth } from "../../../src/community/grid/grid";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import "../../../packages/ui/tests/browser";
import { rangeBetween, gridFor } from "../../../src/community/grid/layout";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => ({ status: "signedOut" }) }));

/** The observer of the end of a grid, and what it reports. */
class Watch {
  static all: Watch[] = [];
  isOver = false;
  constructor(
    readonly see: (entries: { isIntersecting: boolean }[]) => void,
    readonly options: { rootMargin: string },
  ) {
    Watch.all.push(this);
  }
  observe() {}
  disconnect() {
    this.isOver = true;
  }
}
const watching = () => Watch.all.filter(({ isOver }) => !isOver);

beforeEach(() => {
  Watch.all = [];
  vi.stubGlobal("IntersectionObserver", Watch);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  fakeConvex.reset({ "profiles/settings:mine": null });
});

describe("the end of a grid", () => {
  const works = [cardOf("Swell")];

  it("requests the next page when it is near, with the present callback, and observes once", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, unmount } = render(<Grid works={works} kind="mixed" onNearEnd={first} />);
    watching()[0]?.see([{ isIntersecting: false }]);
    expect(first).not.toHaveBeenCalled();
    watching()[0]?.see([{ isIntersecting: false }, { isIntersecting: true }]);
    expect(first).toHaveBeenCalledTimes(1);
    rerender(<Grid works={works} kind="mixed" onNearEnd={second} />);
    expect(watching()).toHaveLength(1);
    watching()[0]?.see([{ isIntersecting: true }]);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    expect(watching()[0]?.options.rootMargin).toBe("1200px");
    unmount();
    expect(watching()).toEqual([]);
  });

  it("is not observed when everything is loaded", () => {
    const { rerender } = render(<Grid works={works} kind="mixed" onNearEnd={vi.fn()} />);
    rerender(<Grid works={works} kind="mixed" onNearEnd={null} />);
    expect(watching()).toEqual([]);
  });
});

describe("rangeBetween", () => {
  it.each([
    [0, 400, { from: 0, to: 400 }],
    [1, 401, { from: 0, to: 800 }],
    [399, 399, { from: 0, to: 400 }],
    [-1, 1200, { from: -400, to: 1200 }],
  ])("turns %i to %i into %j", (from, to, stretch) => {
    expect(rangeBetween(from, to)).toEqual(stretch);
  });
});

describe("useViewportRange", () => {
  it("follows scrolling and the window's size, and removes its listeners on unmount", () => {
    vi.stubGlobal("innerHeight", 800);
    const grid = document.createElement("ul");
    grid.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
    const { result, unmount } = renderHook(() => useViewportRange({ current: grid }));
    expect(result.current).toEqual({ from: -1200, to: 2000 });
    grid.getBoundingClientRect = () => new DOMRect(0, -4000, 10, 10);
    act(() => void fireEvent.scroll(window));
    expect(result.current).toEqual({ from: 2800, to: 6000 });
    vi.stubGlobal("innerHeight", 1600);
    act(() => void fireEvent(window, new Event("resize")));
    expect(result.current.to).toBe(6800);
    const removed = vi.spyOn(window, "removeEventListener");
    unmount();
    expect(removed.mock.calls.map(([name]) => name)).toEqual(
      expect.arrayContaining(["scroll", "resize"]),
    );
  });
});

describe("useWindowWidth", () => {
  it("is the page's present width", () => {
    vi.stubGlobal("innerWidth", 1000);
    const { result } = renderHook(() => useWindowWidth());
    expect(result.current).toBe(1000);
    vi.stubGlobal("innerWidth", 500);
    act(() => void fireEvent(window, new Event("resize")));
    expect(result.current).toBe(500);
    const inner = vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(485);
    act(() => void fireEvent(window, new Event("resize")));
    expect(result.current).toBe(485);
    inner.mockRestore();
  });
});

describe("gridFor", () => {
  it.each([
    [479, "mixed", { columns: 2, gutterX: 12, gutterY: 18, width: 447 }],
    [480, "mixed", { columns: 2, gutterX: 16, gutterY: 20, width: 440 }],
    [767, "gallery", { columns: 2, width: 727 }],
    [768, "gallery", { columns: 3, gutterX: 20, gutterY: 24, width: 720 }],
    [1023, "profile", { columns: 3, width: 975 }],
    [1024, "profile", { columns: 3, width: 960 }],
    [1024, "mixed", { columns: 4, gutterX: 20, gutterY: 26, width: 960 }],
    [1280, "mixed", { columns: 5, gutterX: 20, width: 1216 }],
    [1280, "profile", { columns: 4, gutterX: 24 }],
    [1680, "gallery", { columns: 6, gutterX: 24, gutterY: 28, width: 1600 }],
    [2200, "gallery", { columns: 7, width: 2120 }],
    [2200, "profile", { columns: 6 }],
    [3840, "gallery", { columns: 7, width: 2400 }],
  ] as const)("lays out %i pixels of a %s grid so: %j", (width, kind, grid) => {
    expect(gridFor(width, kind)).toMatchObject(grid);
  });

  it.each([
    ["gallery", { captionHeight: 54, spotlight: "first" }],
    ["mixed", { captionHeight: 54, spotlight: "none" }],
    ["profile", { captionHeight: 31, spotlight: "none" }],
  ] as const)("has the caption height and spotlight of a %s grid", (kind, grid) => {
    expect(gridFor(1000, kind)).toMatchObject(grid);
  });
});

describe("a picture", () => {
  const show = (changes: Partial<Card> = {}, props: Partial<PictureProps> = {}) =>
    render(<Picture artwork={cardOf("Swell", changes)} {...props} />).container;
  const image = () => screen.getByRole<HTMLImageElement>("img");

  it("that this browser cannot show says so in its place, with its proportion", () => {
    const container = show({ mediaType: "image/heic" });
    fireEvent.error(image());
    expect(container.textContent).toBe("HEICThis browser cannot show HEIC. The original is safe.");
    const [missing] = container.querySelectorAll<HTMLElement>(".picture-missing");
    expect(missing?.style.aspectRatio).toBe("300 / 400");
  });

  it("without a file says the same", () => {
    expect(show({ url: null }).textContent).toContain("cannot show JPEG");
  });

  it.each([
    ["first", "eager", "high"],
    ["near", "lazy", "auto"],
  ] as const)("that is %s is loaded so", (urgency, loading, priority) => {
    show({}, { urgency });
    expect([image().getAttribute("loading"), image().getAttribute("fetchpriority")]).toEqual([
      ...[loading, priority],
    ]);
  });

  it("shows its placeholder until it is loaded, and nothing behind it then", () => {
    show({ posterUrl: "https://files/still" }, { look: "open" });
    expect(image().style.backgroundImage).toBe('url("https://files/still")');
    fireEvent.load(image());
    expect(image().style.backgroundImage).toBe("");
  });

  it("has its description, or says that there is none", () => {
    show({ alt: "" });
    expect(image().alt).toBe("Swell by Yuki Tanabe, no description");
  });

  it("that is a video has a muted player on its page, and a poster", () => {
    const container = show(
      { mediaType: "video/mp4", posterUrl: "https://files/still" },
      { look: "open" },
    );
    const [film] = container.querySelectorAll("video");
    expect([film?.controls, film?.muted, film?.getAttribute("poster")]).toEqual([
      ...[true, true, "https://files/still"],
    ]);
  });

  it("that loaded before the listener was added is noticed", () => {
    const early = document.createElement("img");
    early.src = "https://files/early";
    const set = vi.spyOn(early, "setAttribute");
    vi.spyOn(early, "complete", "get").mockReturnValue(false);
    repeatEarlyEvents(early);
    repeatEarlyEvents(null);
    expect(set).not.toHaveBeenCalled();
    vi.spyOn(early, "complete", "get").mockReturnValue(true);
    repeatEarlyEvents(early);
    expect(set.mock.calls).toEqual([["src", "https://files/early"]]);
  });
});

describe("a card", () => {
  const card = (changes: Partial<Card>, kind: "mixed" | "profile" = "mixed", isFeatured = false) =>
    render(
      <ArtworkCard
        {...{ kind, isFeatured, urgency: "near", covered: false }}
        artwork={cardOf("Swell", changes)}
      />,
    ).container;

  it("reserves space for the number of likes", () => {
    const room = (likes: number) =>
      card({ likes }).querySelector<HTMLElement>(".card")?.style.getPropertyValue("--like-digits");
    expect([0, 7, 1234].map(room)).toEqual(["0", "1", "5"]);
  });

  it("names its artist, except on the artist's own grid, where the marks follow the title", () => {
    const shared = card({ madeHow: "ai_assisted" });
    expect(shared.querySelector(".card-artist")?.textContent).toBe(
      "Yuki Tanabe @yuki.tanabe · AI-assisted",
    );
    const own = card({ madeHow: "ai_assisted" }, "profile");
    expect(own.querySelector(".card-artist")).toBeNull();
    expect(own.querySelector(".card-name")?.textContent).toBe("Swell · AI-assisted");
  });

  it("links its work, and remembers the grid", () => {
    card({});
    fireEvent.click(screen.getByRole("link"));
    expect(window.location.pathname).toBe("/a/swell");
    expect(isFromGrid(window.history.state)).toBe(true);
    window.history.replaceState(null, "", "/");
  });
});

describe("isFromGrid", () => {
  it.each([
    [{ from: "grid" }, true],
    [{ from: "mail" }, false],
    [{}, false],
    [null, false],
    ["grid", false],
  ])("of %j is %s", (state, expected) => {
    expect(isFromGrid(state)).toBe(expected);
  });
});
