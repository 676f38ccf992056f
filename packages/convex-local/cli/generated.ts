import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Enough to bundle functions that import it. The Convex CLI replaces it once they are served. */
const STUBS = {
  "api.js": `import { anyApi, componentsGeneric } from "convex/server";

export const api = anyApi;
export const internal = anyApi;
export const components = componentsGeneric();
`,
  "server.js": `export {
  actionGeneric as action,
  httpActionGeneric as httpAction,
  internalActionGeneric as internalAction,
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";

export const env = process.env;
`,
};

/**
 * Writes the missing scripts in `_generated`. Functions import them, but the Convex
 * CLI generates them only with a deployment that has loaded the functions.
 */
export function writeStubs(functions: string): void {
  const folder = join(functions, "_generated");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(STUBS)) {
    const isThere = ["js", "ts"].some((ending) =>
      existsSync(join(folder, name.replace(/js$/, ending))),
    );
    if (!isThere) writeFileSync(join(folder, name), text);
  }
}
