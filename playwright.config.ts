import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/set-up.ts",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Each worker has a site and a data folder, which its files share.
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    // A test that makes a request fail has to see it. tests/e2e/offline.spec.ts allows the worker.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
});
