// Before the first paint, so that a remembered theme never flashes. Key and values: src/shared/theme.ts.
try {
  const theme = localStorage.getItem("spotlight.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme it is.
}
