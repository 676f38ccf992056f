import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { writeTypes } from "../../billing/scripts/build-types";
import { filesUnder } from "../../billing/scripts/files";

const PACKAGE = resolve(import.meta.dirname, "..");
const OUT = join(PACKAGE, "dist");
const CLIENT = "billing/src/direct/index";
const CONVEX = resolve(PACKAGE, "../../node_modules/convex");
/** The path of the types of `convex/values` in the package. */
const VALUES = "convex/values";

/**
 * One file: the client, the operations table, and those of Convex's validators that the table uses.
 */
async function buildScript(): Promise<void> {
  await build({
    entryPoints: [join(PACKAGE, "..", `${CLIENT}.ts`)],
    outfile: join(OUT, "direct/index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["import"],
    target: "es2022",
    minifyWhitespace: true,
  });
}

/** The contract's types are inferred from validators, so Convex's types are included. */
function addTypesOfValues(): void {
  const types = join(CONVEX, "dist/esm-types");
  const files = [...filesUnder(types, /^values\/\w+\.d\.ts$/), "type_utils.d.ts"];
  for (const path of files) {
    const to = join(OUT, "convex", path);
    mkdirSync(dirname(to), { recursive: true });
    const text = readFileSync(join(types, path), "utf8");
    writeFileSync(to, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ""));
  }
  copyFileSync(join(CONVEX, "LICENSE"), join(OUT, "convex/LICENSE"));
  for (const path of filesUnder(OUT, /^(contract|direct)\/.*\.ts$/)) {
    const file = join(OUT, path);
    const index = `./${relative(dirname(path), `${VALUES}/index.js`)}`;
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(`"${VALUES}"`, `"${index}"`));
  }
}

rmSync(OUT, { recursive: true, force: true });
await Promise.all([
  buildScript(),
  writeTypes({ project: join(PACKAGE, "tsconfig.build.json"), entries: [CLIENT], out: OUT }),
]);
addTypesOfValues();
