import { useState } from "react";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** The storage key, which public/theme.js also reads before the first paint. */
export const THEME_KEY = "spotlight.theme";

/** The current theme, and how to choose another; the choice is stored on this device. */
export function useTheme() {
  const [theme, setTheme] = useState(readTheme);
  function choose(next: Theme) {
    showTheme(next);
    rememberTheme(next);
    setTheme(next);
  }
  return [theme, choose] as const;
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function showTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function rememberTheme(theme: Theme) {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is full or blocked, so the choice applies only to this page.
  }
}
