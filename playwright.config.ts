import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/announce-browser.ts",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // One site, one data folder: the tests share it, and two cores are soon busy.
  workers: 1,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
  },
});
