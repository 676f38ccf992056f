// Runs before the first paint, so that a stored theme never flashes. Key and values:
// src/shared/theme.ts.
try {
  const theme = localStorage.getItem("spotlight.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked, so the system's theme applies.
}
