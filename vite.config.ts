import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const DEFAULT_PORT = 5173;
const port = Number(process.env.PORT ?? DEFAULT_PORT);

// index.html names it: social networks need absolute URLs; without a site origin they are relative.
process.env.VITE_SITE_ORIGIN ??= "";

/**
 * Browsers of the last two and a half years. They all have light-dark(): compiled
 * away, it could not be light inside the dark theme, as toasts are.
 */
const BROWSERS = ["chrome123", "edge123", "firefox124", "safari17.5"];

/** `VITE_*` variables of the environment are the fallback of src/env.ts at run time. */
export default defineConfig({
  plugins: [react()],
  build: {
    target: BROWSERS,
    // Tells the server which styles a page needs.
    manifest: true,
  },
  server: {
    port,
    strictPort: true,
    watch: { ignored: ["**/.local/**", "**/test-results/**", "**/coverage/**"] },
  },
  preview: { port, strictPort: true },
});
