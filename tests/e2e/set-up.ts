import { execFileSync } from "node:child_process";
import { findTestBrowser } from "../../scripts/browser";
import { isSiteBuilt } from "../../scripts/build";

/**
 * Prints the browser of the tests, and stops before the first test if there is none. Builds the
 * site once, because otherwise each worker would build it into the same folder.
 */
export default function setUp(): void {
  console.log(`Browser: ${findTestBrowser(process.env).name}`);
  if (!isSiteBuilt()) execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}
