import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Everything that the package is made from. What is not here cannot be inside. */
const SOURCES = [
  "packages/billing/src/component",
  "packages/billing/src/component/payments",
  "convex/provider",
  "packages/billing/server.ts",
  "packages/billing/types.ts",
  "packages/billing/src",
  "packages/ui/src",
];
const KEPT_MODULE = /"(?:\.\.\/)?(?:engine|payments|provider)\//;
const GENERATED = "convex/_generated";

/** A deployment that holds billing and nothing else. */
const SCHEMA = `import { defineSchema } from "convex/server";
import { billingTables } from "../packages/billing/server";

export default defineSchema(billingTables);
`;

const TSCONFIG = {
  extends: "../../tsconfig.json",
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ".",
    outDir: "../types",
  },
  files: [
    "packages/billing/src/contract/index.ts",
    "packages/billing/src/direct/index.ts",
    "packages/billing/server.ts",
    "packages/billing/functions.ts",
    "packages/billing/src/react/index.ts",
  ],
  include: [],
};

/** Without the modules of the site: of lists of modules, the lines that name one of billing. */
function withoutSite(declarations: string): string {
  const namesModule = /^import type \* as |^ {2}("[^"]*"|\w+): typeof /;
  return declarations
    .split("\n")
    .filter((line) => !namesModule.test(line) || KEPT_MODULE.test(line))
    .join("\n");
}

export function write(stage: string, path: string, text: string): void {
  mkdirSync(dirname(join(stage, path)), { recursive: true });
  writeFileSync(join(stage, path), text);
}

/** Copies billing, and only billing, to where it has to stand on its own. */
export function stageSources(stage: string): void {
  rmSync(stage, { recursive: true, force: true });
  for (const path of SOURCES) cpSync(path, join(stage, path), { recursive: true });
  cpSync(GENERATED, join(stage, GENERATED), { recursive: true });
  const api = join(GENERATED, "api.d.ts");
  write(stage, api, withoutSite(readFileSync(api, "utf8")));
  write(stage, "convex/schema.ts", SCHEMA);
  write(stage, "tsconfig.json", JSON.stringify(TSCONFIG));
}
