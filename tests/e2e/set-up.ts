import { execFileSync } from "node:child_process";
import { findBrowser } from "../../scripts/browser";
import { isSiteBuilt } from "../../scripts/build";

/**
 * Says which browser the tests use, and stops before the first one where there is none. Builds the
 * site once: each worker's start would build it, both into the same folder.
 */
export default function setUp(): void {
  console.log(`Browser: ${findBrowser(process.env).name}`);
  if (!isSiteBuilt()) execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}
