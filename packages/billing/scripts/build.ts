import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildScripts } from "./build-scripts";
import { writeTypes } from "./build-types";
import { OUT, PACKAGES } from "./places";

const ENTRIES = [
  "client/index",
  "component/convex.config",
  "component/_generated/component",
  "contract/index",
  "direct/index",
  "react/headless",
  "react/index",
  "test",
].map((entry) => `billing/src/${entry}`);

/**
 * Builds the published package into `dist/`: one file per module, with its types, and one style
 * sheet.
 */
export async function buildPackage(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  const project = join(PACKAGES, "billing/tsconfig.build.json");
  await Promise.all([buildScripts(), writeTypes({ project, entries: ENTRIES, out: OUT })]);
  // Published as a source, because test runners that compile it fill in the modules that it lists.
  copyFileSync(join(PACKAGES, "billing/src/test.ts"), join(OUT, "test.ts"));
}

await buildPackage();
