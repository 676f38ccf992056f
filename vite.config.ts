import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const DEFAULT_PORT = 5173;
const port = Number(process.env.PORT ?? DEFAULT_PORT);

// index.html names it: social networks want whole addresses, a site without one gets relative ones.
process.env.VITE_SITE_ORIGIN ??= "";

/** `VITE_*` variables of the environment are the fallback of what src/env.ts reads at run time. */
export default defineConfig({
  plugins: [react()],
  server: {
    port,
    strictPort: true,
    watch: { ignored: ["**/.local/**", "**/test-results/**", "**/coverage/**"] },
  },
  preview: { port, strictPort: true },
});
