import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DropZone } from "../../../src/community/upload/drop-zone";

const onFiles = vi.fn();
const file = new File(["x"], "a.png", { type: "image/png" });
const dragged = { dataTransfer: { types: ["Files"], files: [file] } };
/** jsdom has no drag events. */
const leaveFor = (relatedTarget: Element | null) =>
  fireEvent(
    document.body,
    Object.assign(new Event("dragleave", { bubbles: true }), { relatedTarget }),
  );
const isOver = () => screen.queryByText("Drop them anywhere") !== null;

beforeEach(() => {
  onFiles.mockReset();
});

describe("DropZone", () => {
  it("accepts files that are dropped anywhere on the page, and shows that", () => {
    render(<DropZone onFiles={onFiles} />);
    // Without this, the browser would open the file in place of the page.
    expect(fireEvent.dragOver(document.body, dragged)).toBe(false);
    expect(isOver()).toBe(true);
    expect(fireEvent.drop(document.body, dragged)).toBe(false);
    expect([isOver(), onFiles.mock.calls]).toEqual([false, [[[file]]]]);
  });

  it("resets when the files leave the page, not when they pass an element", () => {
    render(<DropZone onFiles={onFiles} />);
    fireEvent.dragOver(document.body, dragged);
    leaveFor(document.documentElement);
    expect(isOver()).toBe(true);
    leaveFor(null);
    expect(isOver()).toBe(false);
  });

  it("ignores dragged text", () => {
    render(<DropZone onFiles={onFiles} />);
    const words = { dataTransfer: { types: ["text/plain"], files: [] } };
    expect(fireEvent.dragOver(document.body, words)).toBe(true);
    expect(isOver()).toBe(false);
    expect(fireEvent.drop(document.body, words)).toBe(true);
    expect(onFiles).not.toHaveBeenCalled();
  });

  it.each([
    ["a picture, on the page", "body", ["Files"], [file], true],
    ["a picture, in a field", "field", ["Files"], [file], true],
    ["text with a picture of it, on the page", "body", ["text/plain", "Files"], [file], true],
    ["text with a picture of it, in a field", "field", ["text/plain", "Files"], [file], false],
    ["text, in a field", "field", ["text/plain"], [], false],
  ] as const)("accepts, pasted: %s", (_what, where, types, files, takes) => {
    render(
      <>
        <DropZone onFiles={onFiles} />
        <textarea aria-label="Words" />
      </>,
    );
    const target = where === "body" ? document.body : screen.getByRole("textbox");
    const event = createEvent.paste(target, { clipboardData: { types, files } });
    fireEvent(target, event);
    expect([onFiles.mock.calls, event.defaultPrevented]).toEqual([takes ? [[[file]]] : [], takes]);
  });

  it("passes files to the present handler, and to none after unmount", () => {
    const later = vi.fn();
    const { rerender, unmount } = render(<DropZone onFiles={onFiles} />);
    rerender(<DropZone onFiles={later} />);
    fireEvent.drop(document.body, dragged);
    unmount();
    fireEvent.drop(document.body, dragged);
    fireEvent.paste(document.body, { clipboardData: { types: ["Files"], files: [file] } });
    expect(fireEvent.dragOver(document.body, dragged)).toBe(true);
    expect([onFiles.mock.calls.length, later.mock.calls.length]).toEqual([0, 1]);
  });

  it("opens the browser's own file picker, for several files", () => {
    render(<DropZone onFiles={onFiles} />);
    const input = screen.getByLabelText<HTMLInputElement>("Files", { selector: "input" });
    const click = vi.spyOn(input, "click");
    fireEvent.click(screen.getByRole("button", { name: "Choose files" }));
    expect([click.mock.calls.length, input.multiple]).toEqual([1, true]);
    expect(input.accept.split(",")).toEqual(expect.arrayContaining(["image/heic", ".mkv"]));
  });
});
