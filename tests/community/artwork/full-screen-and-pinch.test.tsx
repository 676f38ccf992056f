import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ArtworkScreen } from "../../../src/community/artwork/artwork-screen";
import { FILE, changeDetail, hangSwell, reader } from "./artwork-site";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => reader }));
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({ PaywallDialog: () => null }),
  createBillingHooks: () => ({ useCustomer: () => ({ customer: null }) }),
}));

const open = () => render(<ArtworkScreen id="swell" />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(hangSwell);

describe("a pinch", () => {
  // The picture is 300 pixels wide, and 150 wide on the screen while it fits.
  const zoomOf = () =>
    Number(document.querySelector<HTMLElement>(".viewer-canvas")?.style.getPropertyValue("--zoom"));
  const stage = () => screen.getByRole("region", { name: "Picture" });
  const touches = (distance: number) =>
    [100 - distance / 2, 100 + distance / 2].map((clientX) => ({ clientX, clientY: 100 }));
  const touch = (name: string, fingers: object[]) => {
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
      touches: fingers,
    });
    fireEvent(stage(), event);
    return event.defaultPrevented;
  };
  const scrollBy = vi.fn();
  beforeEach(() => {
    scrollBy.mockReset();
    Object.assign(Element.prototype, { scrollBy });
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(150);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(200);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() => {
      const isLarge = document.querySelector("[data-pans]") !== null;
      const scale = isLarge ? zoomOf() : 0.5;
      return new DOMRect(0, 0, 300 * scale, 400 * scale);
    });
  });

  it("zooms the picture between fitted and four times its pixels, and holds its middle", () => {
    open();
    expect(touch("touchmove", touches(50))).toBe(false);
    touch("touchstart", touches(50));
    expect(touch("touchmove", touches(150))).toBe(true);
    expect(zoomOf()).toBe(1.5);
    expect(screen.getByText("150%")).toBeTruthy();
    // The point at two thirds of the width was at 100, and is there again.
    expect(scrollBy).toHaveBeenLastCalledWith(expect.closeTo(200), expect.closeTo(200));
    touch("touchmove", touches(5000));
    expect(screen.getByText("400%")).toBeTruthy();
    touch("touchend", []);
    touch("touchstart", touches(100));
    touch("touchmove", touches(50));
    expect(screen.getByText("200%")).toBeTruthy();
    touch("touchmove", touches(1));
    expect(screen.getByText("Fit")).toBeTruthy();
  });

  it("is ignored with one finger or three", () => {
    open();
    for (const fingers of [touches(50).slice(1), [...touches(50), { clientX: 1, clientY: 1 }]]) {
      touch("touchstart", fingers);
      expect(touch("touchmove", touches(150))).toBe(false);
    }
    expect(screen.getByText("Fit")).toBeTruthy();
  });

  it("on a trackpad zooms, and a turned wheel alone scrolls the page", () => {
    open();
    expect(fireEvent.wheel(stage(), { deltaY: -100 })).toBe(true);
    expect(screen.getByText("Fit")).toBeTruthy();
    expect(fireEvent.wheel(stage(), { deltaY: -100, ctrlKey: true })).toBe(false);
    expect(zoomOf()).toBeCloseTo(0.5 * Math.E);
  });

  it("has a double click as its short form", () => {
    open();
    const picture = screen.getByRole("img", { name: "What Swell shows" });
    fireEvent.doubleClick(stage());
    expect(screen.getByText("Fit")).toBeTruthy();
    fireEvent.doubleClick(picture);
    expect(screen.getByText("100%")).toBeTruthy();
    fireEvent.doubleClick(picture);
    expect(screen.getByText("Fit")).toBeTruthy();
  });

  it("leaves no swipe and no arrow that turns the page", () => {
    changeDetail({ pages: [FILE] });
    open();
    touch("touchstart", touches(50));
    touch("touchmove", touches(150));
    const finger = { pointerType: "touch", isPrimary: true, clientY: 10 };
    const point = (name: string, clientX: number) =>
      fireEvent(stage(), Object.assign(new Event(name, { bubbles: true }), { ...finger, clientX }));
    point("pointerdown", 200);
    point("pointerup", 20);
    scrollBy.mockReset();
    for (const key of ["ArrowRight", "ArrowDown"]) fireEvent.keyDown(document.body, { key });
    expect(scrollBy.mock.calls).toEqual([
      [80, 0],
      [0, 80],
    ]);
    expect(screen.getByText("1 of 2")).toBeTruthy();
    touch("touchmove", touches(1));
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(screen.getByText("2 of 2")).toBeTruthy();
  });
});

describe("full screen", () => {
  const isFull = () => document.querySelector(".viewer")?.hasAttribute("data-full");
  const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
  const requestFullscreen = vi.fn(() => Promise.resolve());
  const exitFullscreen = vi.fn(() => Promise.resolve());
  /** The browser's full-screen support, and the element that fills its screen. */
  const browser = (fullscreenEnabled: boolean, fullscreenElement: Element | null = null) => {
    Object.assign(document.documentElement, { requestFullscreen });
    for (const [name, value] of Object.entries({
      ...{ fullscreenEnabled, fullscreenElement, exitFullscreen },
    }))
      Object.defineProperty(document, name, { value, configurable: true });
  };
  beforeEach(() => {
    requestFullscreen.mockClear();
    exitFullscreen.mockClear();
  });

  it("is entered and left with F, and with its button", () => {
    browser(true);
    open();
    key("f");
    expect([isFull(), requestFullscreen.mock.calls.length]).toEqual([true, 1]);
    expect(screen.getByRole("button", { name: "Full screen", pressed: true })).toBeTruthy();
    browser(true, document.documentElement);
    key("f");
    expect([isFull(), exitFullscreen.mock.calls.length]).toEqual([false, 1]);
    press("Full screen");
    expect(isFull()).toBe(true);
    press("Full screen");
    expect(isFull()).toBe(false);
  });

  it("ends when the browser leaves it", () => {
    browser(true, document.documentElement);
    open();
    key("f");
    browser(true, null);
    fireEvent(document, new Event("fullscreenchange"));
    expect(isFull()).toBe(false);
  });

  it("fills the window where the browser has no full screen, and Escape leaves it first", () => {
    browser(false);
    open();
    key("F");
    expect([isFull(), requestFullscreen.mock.calls.length]).toEqual([true, 0]);
    key("Escape");
    expect([isFull(), window.location.pathname]).toEqual([false, "/a/swell"]);
    key("Escape");
    expect(window.location.pathname).toBe("/");
  });

  it("lasts from work to work, and ends with the viewer", () => {
    browser(false);
    const first = open();
    key("f");
    first.unmount();
    const second = open();
    expect(isFull()).toBe(true);
    window.history.replaceState(null, "", "/");
    second.unmount();
    window.history.replaceState(null, "", "/a/swell");
    open();
    expect(isFull()).toBe(false);
  });
});
