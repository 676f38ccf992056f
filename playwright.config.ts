import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/set-up.ts",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // A site and a data folder for each worker: its files share them.
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    // A test that fails a request has to see it. tests/e2e/offline.spec.ts allows the worker.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
});
