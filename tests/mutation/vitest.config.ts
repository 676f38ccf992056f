import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { areaOf } from "./areas";

const { environment, tests } = areaOf(process.env.MUTATED ?? "");

export default defineConfig({
  plugins: [react()],
  test: {
    environment,
    include: [...tests],
    isolate: false,
    restoreMocks: true,
    setupFiles: [
      environment === "jsdom" ? "tests/clean-page.ts" : "tests/seeded.ts",
      "tests/clean-up.ts",
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: ["convex-test"] } },
  },
});
