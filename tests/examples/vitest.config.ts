import { defineConfig } from "vitest/config";

/** These tests install half a gigabyte of Next.js, so they are not part of the suite. */
const INSTALL_AND_START_MS = 300_000;

export default defineConfig({
  test: {
    include: ["tests/examples/*.test.ts"],
    testTimeout: INSTALL_AND_START_MS,
    hookTimeout: INSTALL_AND_START_MS,
  },
});
