import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildScripts } from "./build-scripts";
import { buildTypes } from "./build-types";
import { OUT, PACKAGES } from "./places";

/** Builds what npm publishes, into `dist/`: a module a file, its types beside it, one sheet of styles. */
export async function buildPackage(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  await Promise.all([buildScripts(), buildTypes()]);
  // As a source: test runners that compile it fill in the modules that it lists.
  copyFileSync(join(PACKAGES, "billing/src/test.ts"), join(OUT, "test.ts"));
}

await buildPackage();
