import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useViewerKeys } from "../../src/community/artwork/use-viewer-keys";
import { SearchField } from "../../src/shared/search-field";

type Keys = Parameters<typeof useViewerKeys>[0];
type Action = keyof Keys | "search";

const did = vi.fn<(action: Action, of: string) => void>();

function keysOf(name: string): Keys {
  const tell = (action: Action) => () => did(action, name);
  return {
    ...{ close: tell("close"), newer: tell("newer"), older: tell("older"), like: tell("like") },
    ...{
      zoomIn: tell("zoomIn"),
      zoomOut: tell("zoomOut"),
      fullScreen: tell("fullScreen"),
      fit: tell("fit"),
    },
  };
}

/** All listeners for keys, and all possible targets of a key. */
function Site({
  keys,
  front,
  picture = "fitted",
}: {
  keys: Keys;
  front?: "dialog" | "alertdialog";
  picture?: "fitted" | "enlarged";
}) {
  useViewerKeys(keys);
  return (
    <>
      <SearchField place="header" />
      <input data-testid="input" />
      <textarea data-testid="textarea" />
      <select data-testid="select" />
      <p data-testid="editable" contentEditable suppressContentEditableWarning />
      <video data-testid="video" />
      <button data-testid="button" />
      {picture === "enlarged" && <div data-testid="pan" data-pans="" />}
      {front && <div role={front} data-testid="front" />}
    </>
  );
}

const SHORTCUTS: [key: string, action: Action][] = [
  ["Escape", "close"],
  ["ArrowLeft", "newer"],
  ["k", "newer"],
  ["K", "newer"],
  ["ArrowRight", "older"],
  ["j", "older"],
  ["J", "older"],
  ["l", "like"],
  ["L", "like"],
  ["+", "zoomIn"],
  ["=", "zoomIn"],
  ["-", "zoomOut"],
  ["0", "fit"],
  ["f", "fullScreen"],
  ["F", "fullScreen"],
  ["/", "search"],
];
const ALL = Object.fromEntries(SHORTCUTS);
const NONE = Object.fromEntries(SHORTCUTS.map(([key]) => [key, null]));
const ONCE = { ...ALL, Escape: null, l: null, L: null, f: null, F: null };

const field = () => screen.getByRole("combobox", { name: /^Search/ });
const at = (id: string) => () => screen.getByTestId(id);
const body = () => document.body;

/** The effect of each key on a target; null if the browser handles it. */
function whatKeysDo(where: () => Element, how: KeyboardEventInit = {}) {
  const done = SHORTCUTS.map(([key]) => {
    did.mockReset();
    field().blur();
    fireEvent.keyDown(where(), { key, ...how });
    if (document.activeElement === field()) did("search", "viewer");
    expect(did.mock.calls.length).toBeLessThan(2);
    return [key, did.mock.lastCall?.[0] ?? null];
  });
  return Object.fromEntries(done) as Record<string, Action | null>;
}

beforeEach(() => {
  did.mockReset();
  // jsdom has no layout: everything is visible.
  Object.assign(Element.prototype, { checkVisibility: () => true });
});

describe("every key", () => {
  it.each([
    ["works on the page", body, {}, ALL],
    ["works on a button", at("button"), {}, ALL],
    ["works with Shift, which some keyboards need for it", body, { shiftKey: true }, ALL],
    ["belongs to the browser with Ctrl", body, { ctrlKey: true }, NONE],
    ["belongs to the system with Meta", body, { metaKey: true }, NONE],
    ["belongs to the browser with Alt", body, { altKey: true }, NONE],
    ["makes letters with AltGr", body, { ctrlKey: true, altKey: true }, NONE],
    ["belongs to the browser with Ctrl and Shift", body, { ctrlKey: true, shiftKey: true }, NONE],
    ["is left to a text field", at("input"), {}, NONE],
    ["is left to the search field itself", field, {}, NONE],
    ["is left to a larger field", at("textarea"), {}, NONE],
    ["is left to a list", at("select"), {}, NONE],
    ["is left to editable text", at("editable"), {}, NONE],
    ["is left to a video player", at("video"), {}, NONE],
    ["is left to text composition", body, { isComposing: true }, NONE],
    ["held down, works once where a repetition would do harm", body, { repeat: true }, ONCE],
  ] as const)("%s", (_what, where, how, expected) => {
    render(<Site keys={keysOf("viewer")} />);
    expect(whatKeysDo(where, how)).toEqual(expected);
  });

  it.each([
    ["with the focus", at("pan"), 0],
    ["without it", body, 2],
  ] as const)("is left to an enlarged picture %s, if it is an arrow", (_how, where, moved) => {
    const scrollBy = vi.fn();
    Object.assign(Element.prototype, { scrollBy });
    render(<Site keys={keysOf("viewer")} picture="enlarged" />);
    expect(whatKeysDo(where)).toEqual({ ...ALL, ArrowLeft: null, ArrowRight: null });
    expect(scrollBy).toHaveBeenCalledTimes(moved);
  });

  it.each(["dialog", "alertdialog"] as const)("does nothing behind a %s", (front) => {
    render(<Site keys={keysOf("viewer")} front={front} />);
    expect(whatKeysDo(at("front"))).toEqual(NONE);
    // If the focused element was removed, the body has the focus.
    expect(whatKeysDo(body)).toEqual(NONE);
  });

  it("does nothing when another listener handled it", () => {
    render(<Site keys={keysOf("viewer")} />);
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener("keydown", take);
    expect(whatKeysDo(body)).toEqual(NONE);
    document.body.removeEventListener("keydown", take);
  });

  it("does nothing after unmount", () => {
    render(<Site keys={keysOf("viewer")} />).unmount();
    for (const [key] of SHORTCUTS) fireEvent.keyDown(document.body, { key });
    expect(did).not.toHaveBeenCalled();
  });
});

describe("keys", () => {
  it("call the present handlers, not earlier ones", () => {
    const { rerender } = render(<Site keys={keysOf("first")} />);
    rerender(<Site keys={keysOf("second")} />);
    fireEvent.keyDown(document.body, { key: "l" });
    expect(did.mock.calls).toEqual([["like", "second"]]);
  });

  it("do nothing past an end of the grid", () => {
    render(<Site keys={{ ...keysOf("viewer"), newer: null, older: null }} />);
    fireEvent.keyDown(document.body, { key: "k" });
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(did).not.toHaveBeenCalled();
  });

  it("let / focus the search field, but not inside it or when it is hidden", () => {
    render(<Site keys={keysOf("viewer")} />);
    expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(false);
    expect(document.activeElement).toBe(field());
    expect(fireEvent.keyDown(field(), { key: "/" })).toBe(true);
    field().blur();
    Object.assign(Element.prototype, { checkVisibility: () => false });
    expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(true);
    expect(document.activeElement).toBe(document.body);
  });
});
