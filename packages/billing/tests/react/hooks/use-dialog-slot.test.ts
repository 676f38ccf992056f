import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DIALOG_CLEAR_MS, useDialogSlot } from "../../../src/react/hooks/use-dialog-slot";

beforeEach(() => void vi.useFakeTimers());

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe("useDialogSlot", () => {
  it("leaves the content for 200 ms after closing, so that it can fade", () => {
    expect(DIALOG_CLEAR_MS).toBe(200);
    const { result } = renderHook(() => useDialogSlot<string>());
    act(() => result.current.show("first"));
    act(() => result.current.setOpen(false));
    advance(199);
    expect(result.current).toMatchObject({ open: false, content: "first" });
    advance(1);
    expect(result.current.content).toBeNull();
  });

  it("shows the new content when it opens again within 200 ms", () => {
    const { result } = renderHook(() => useDialogSlot<string>());
    act(() => result.current.show("first"));
    act(() => result.current.setOpen(false));
    advance(100);
    act(() => result.current.show("second"));
    advance(1000);
    expect(result.current).toMatchObject({ open: true, content: "second", opening: 2 });
  });

  it("shows the old content when it is only reopened in time", () => {
    const { result } = renderHook(() => useDialogSlot<string>());
    act(() => result.current.show("first"));
    act(() => result.current.setOpen(false));
    act(() => result.current.setOpen(true));
    advance(1000);
    expect(result.current).toMatchObject({ open: true, content: "first", opening: 1 });
  });

  it("leaves no timer after unmount", () => {
    const { result, unmount } = renderHook(() => useDialogSlot<string>());
    act(() => result.current.show("first"));
    act(() => result.current.setOpen(false));
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("cannot be opened without content", () => {
    const { result } = renderHook(() => useDialogSlot<string>());
    act(() => result.current.setOpen(true));
    expect(result.current.open).toBe(false);
  });

  it("shows the last of two contents of one tick", () => {
    const { result } = renderHook(() => useDialogSlot<string>());
    act(() => {
      result.current.show("first");
      result.current.show("second");
    });
    expect(result.current).toMatchObject({ open: true, content: "second", opening: 2 });
  });
});
