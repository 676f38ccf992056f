import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Dialog, DialogTitle } from "../src/dialog";
import { FileButton } from "../src/file-button";
import { useMinWidth } from "../src/use-min-width";
import { useScrolls } from "../src/use-scrolls";
import "./browser";

/** The listeners of the window, by name. */
let heard: string[] = [];
beforeEach(() => {
  heard = [];
  const [add, remove] = [
    window.addEventListener.bind(window),
    window.removeEventListener.bind(window),
  ];
  vi.spyOn(window, "addEventListener").mockImplementation((...args: unknown[]) => {
    heard.push(String(args[0]));
    Reflect.apply(add, window, args);
  });
  vi.spyOn(window, "removeEventListener").mockImplementation((...args: unknown[]) => {
    const at = heard.indexOf(String(args[0]));
    if (at >= 0) heard.splice(at, 1);
    Reflect.apply(remove, window, args);
  });
});
const resize = () => act(() => void fireEvent(window, new Event("resize")));

describe("useMinWidth", () => {
  it("follows the window's width, and removes its listener on unmount", () => {
    vi.stubGlobal("innerWidth", 1023);
    const { result, unmount } = renderHook(() => useMinWidth(1024));
    expect(result.current).toBe(false);
    vi.stubGlobal("innerWidth", 1024);
    resize();
    expect(result.current).toBe(true);
    unmount();
    expect(heard.filter((name) => name === "resize")).toEqual([]);
  });
});

describe("useScrolls", () => {
  it("follows the content of an element and the window, with at most one listener", () => {
    const element = document.createElement("div");
    const height = vi.spyOn(element, "scrollHeight", "get").mockReturnValue(0);
    const { result, rerender, unmount } = renderHook(() => useScrolls({ current: element }));
    expect(result.current).toBe(false);
    height.mockReturnValue(10);
    rerender();
    expect(result.current).toBe(true);
    rerender();
    expect(heard.filter((name) => name === "resize")).toHaveLength(1);
    height.mockReturnValue(0);
    resize();
    expect(result.current).toBe(false);
    unmount();
    expect(heard.filter((name) => name === "resize")).toEqual([]);
  });
});

describe("FileButton", () => {
  it("accepts the same file again, and returns the chosen file", () => {
    const onFiles = vi.fn();
    render(
      <FileButton inputLabel="Files" accept="image/*" onFiles={onFiles}>
        Choose
      </FileButton>,
    );
    const input = screen.getByLabelText<HTMLInputElement>("Files", { selector: "input" });
    const emptied = vi.spyOn(input, "value", "set");
    const file = new File(["x"], "a.png");
    fireEvent.change(input, { target: { files: [file] } });
    expect([onFiles.mock.calls, emptied.mock.calls]).toEqual([[[[file]]], [[""]]]);
  });
});

describe("a dialog that opened another and closed before it", () => {
  function Two() {
    const [open, setOpen] = useState<readonly ("first" | "second")[]>([]);
    return (
      <>
        <button onClick={() => setOpen(["first"])}>Open</button>
        <Dialog slot="first" open={open.includes("first")} onOpenChange={() => setOpen([])}>
          <DialogTitle>First</DialogTitle>
          <button onClick={() => setOpen(["first", "second"])}>Go on</button>
        </Dialog>
        <Dialog slot="second" open={open.includes("second")} onOpenChange={() => setOpen([])}>
          <DialogTitle>Second</DialogTitle>
          <button onClick={() => setOpen(["second"])}>Close the first</button>
          <button onClick={() => setOpen([])}>Done</button>
        </Dialog>
      </>
    );
  }
  const press = (name: string) => {
    const button = screen.getByText(name);
    button.focus();
    fireEvent.click(button);
  };

  it("returns the focus to its own opener", async () => {
    render(<Two />);
    for (const name of ["Open", "Go on", "Close the first", "Done"]) press(name);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText("Open")));
  });
});
