import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const DEFAULT_PORT = 5173;
const port = Number(process.env.PORT ?? DEFAULT_PORT);

// The image in index.html: social networks need absolute URLs; without a site origin they are
// relative.
process.env.VITE_SITE_ORIGIN ??= "";

/**
 * Browsers of the last two and a half years. All of them support light-dark(). If it were compiled
 * away, toasts could not be light within the dark theme.
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
