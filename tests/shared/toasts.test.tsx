import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TOASTER, TOAST_WIDTH_PX, dismissToast, showToast } from "../../src/shared/toasts";
import { expectAccessible } from "../../packages/ui/tests/browser";
import { openToastArea } from "./toast-page";

const shown = () =>
  document.querySelector<HTMLElement>("[data-sonner-toast]:not([data-removed=true])");

describe("TOASTER", () => {
  it("has the numbers of the specification", () => {
    expect(TOASTER).toEqual({
      theme: "light",
      richColors: true,
      position: "bottom-right",
      duration: 4000,
      visibleToasts: 3,
      gap: 14,
      hotkey: ["altKey", "KeyT"],
    });
    expect(TOAST_WIDTH_PX).toBe(356);
  });
});

describe("ToastArea", () => {
  beforeEach(() => openToastArea());

  it.each(["loading", "success", "info", "warning", "error"] as const)(
    "shows messages that are %s",
    async (state) => {
      act(() => showToast(state, { title: `It is ${state}`, detail: "Nothing was lost." }));
      expect(await screen.findByText(`It is ${state}`)).toBeTruthy();
      expect(screen.getByText("Nothing was lost.")).toBeTruthy();
      await expectAccessible();
      act(() => dismissToast());
    },
  );

  it("replaces a loading message by its result, and removes it when dismissed", async () => {
    act(() => showToast("loading", { id: "purchase", title: "Confirming" }));
    await screen.findByText("Confirming");
    expect(shown()?.dataset.type).toBe("loading");

    act(() => showToast("success", { id: "purchase", title: "Upgraded to Pro" }));
    await screen.findByText("Upgraded to Pro");
    expect(screen.queryByText("Confirming")).toBeNull();
    expect(shown()?.dataset.type).toBe("success");

    act(() => dismissToast("purchase"));
    await waitFor(() => expect(shown()).toBeNull());
  });

  it("has the width and colours of the specification", async () => {
    act(() => showToast("info", { title: "You are back online" }));
    await screen.findByText("You are back online");
    const area = document.querySelector<HTMLElement>("[data-sonner-toaster]");
    expect(area?.style.getPropertyValue("--width")).toBe("356px");
    expect(area?.dataset.sonnerTheme).toBe("light");
    expect([area?.dataset.yPosition, area?.dataset.xPosition]).toEqual(["bottom", "right"]);
    expect(shown()?.dataset.richColors).toBe("true");
  });

  it("is above what stays at the foot of the window", async () => {
    act(() => showToast("info", { title: "Link copied" }));
    await screen.findByText("Link copied");
    const { style } = document.querySelector<HTMLElement>("[data-sonner-toaster]") ?? {};
    for (const offset of ["--offset-bottom", "--mobile-offset-bottom"]) {
      expect(style?.getPropertyValue(offset)).toContain("var(--foot-height)");
    }
  });
});

describe("openToasts", () => {
  it("shows earlier messages once, in order, when it opens", async () => {
    vi.resetModules();
    const fresh = await import("../../src/shared/toasts");
    const said: string[] = [];
    const tell = (title: unknown) => void said.push(String(title));
    const library = Object.assign(() => "", {
      error: tell,
      info: tell,
      dismiss: () => tell("gone"),
    });
    fresh.showToast("error", { title: "first" });
    fresh.dismissToast();
    fresh.showToast("info", { title: "second" });
    expect(said).toEqual([]);
    // The rest of the library is not used.
    fresh.openToasts(library as never);
    expect(said).toEqual(["first", "gone", "second"]);
    fresh.openToasts(library as never);
    expect(said).toHaveLength(3);
  });

  it("shows a loading message until it ends, a countdown for at most a minute, and a retry where that is possible", async () => {
    vi.resetModules();
    const fresh = await import("../../src/shared/toasts");
    const shownWith = vi.fn();
    fresh.openToasts({ loading: shownWith, error: shownWith } as never);
    const onRetry = vi.fn();
    fresh.showToast("loading", { title: "Confirming", id: "purchase" });
    fresh.showToast("error", { title: "No answer came", detail: "Nothing is lost.", onRetry });
    for (const waitMs of [12_000, 3_600_000]) fresh.showToast("error", { title: "Later", waitMs });
    expect(shownWith.mock.calls).toEqual([
      ["Confirming", { description: undefined, id: "purchase", duration: Infinity }],
      [
        "No answer came",
        {
          ...{ description: "Nothing is lost.", duration: 4000 },
          action: { label: "Try again", onClick: onRetry },
        },
      ],
      ["Later", { description: undefined, duration: 16_000 }],
      ["Later", { description: undefined, duration: 64_000 }],
    ]);
  });
});
