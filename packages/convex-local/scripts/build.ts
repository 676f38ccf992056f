import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const PACKAGE = resolve(import.meta.dirname, "..");
const OUT = join(PACKAGE, "dist");
const COMPILER = resolve(PACKAGE, "../../node_modules/typescript-native/bin/tsc");

/** The oldest Node that the package supports. */
const TARGET = "node20.19";

rmSync(OUT, { recursive: true, force: true });
await Promise.all([
  build({
    // Several entries, so that shared code is in its own file.
    entryPoints: {
      cli: join(PACKAGE, "cli/main.ts"),
      index: join(PACKAGE, "src/main.ts"),
      "node-worker": join(PACKAGE, "src/runtime/node-worker.ts"),
    },
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    target: TARGET,
  }),
  promisify(execFile)(process.execPath, [COMPILER, "-p", join(PACKAGE, "tsconfig.build.json")]),
]);
// A worker, which is loaded by its address.
copyFileSync(join(PACKAGE, "src/runtime/stall-watch.mjs"), join(OUT, "stall-watch.mjs"));
chmodSync(join(OUT, "cli.js"), 0o755);
