import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ThemeChoice } from "../../src/shared/theme-choice";
import { THEME_KEY } from "../../src/shared/theme";
import { expectAccessible } from "../../packages/ui/tests/browser";

const early = readFileSync(join(import.meta.dirname, "../../public/theme.js"), "utf8");
const root = document.documentElement;

/** Runs public/theme.js like a browser before the first paint. */
function runBeforePaint() {
  window.eval(early);
}

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
});

describe("ThemeChoice", () => {
  it("follows the system until the user chooses", async () => {
    render(<ThemeChoice />);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "System" }).checked).toBe(true);
    expect(root.dataset.theme).toBeUndefined();
    await expectAccessible();
  });

  it.each([
    ["Light", "light"],
    ["Dark", "dark"],
  ])("shows and remembers %s", async (label, theme) => {
    render(<ThemeChoice />);
    await userEvent.click(screen.getByRole("radio", { name: label }));
    expect(root.dataset.theme).toBe(theme);

    delete root.dataset.theme;
    runBeforePaint();
    expect(root.dataset.theme).toBe(theme);
  });

  it("returns to the system's theme for good", async () => {
    localStorage.setItem(THEME_KEY, "dark");
    runBeforePaint();
    render(<ThemeChoice />);
    await userEvent.click(screen.getByRole("radio", { name: "System" }));
    expect(root.dataset.theme).toBeUndefined();
    runBeforePaint();
    expect(root.dataset.theme).toBeUndefined();
  });

  it("still changes where storage is blocked", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    render(<ThemeChoice />);
    await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
    expect(root.dataset.theme).toBe("dark");
  });
});
