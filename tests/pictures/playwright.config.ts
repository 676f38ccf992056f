import base from "../../playwright.config";

/** Makes the pictures of the README: `npm run pictures`. */
export default {
  ...base,
  testDir: ".",
  outputDir: "../../test-results/pictures",
  globalSetup: "../e2e/set-up.ts",
  workers: 1,
  reporter: "list",
};
