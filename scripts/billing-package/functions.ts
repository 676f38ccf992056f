import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { filesUnder } from "./files";
import { write } from "./stage";

/** One registered Convex function of billing. */
interface Registered {
  /** Under `convex/`, without extension. */
  module: string;
  name: string;
}

/** The host's module that holds them all: the package's own references point there. */
const HOST_MODULE = "billingEngine";

/** Its name in the host's module: where it stands, joined. */
const flatName = ({ module, name }: Registered) => `${module.replaceAll("/", "_")}_${name}`;

/** Loads every module and looks, as Convex does. */
async function findFunctions(stage: string): Promise<Registered[]> {
  const paths = filesUnder(join(stage, "convex"), /^(engine|payments|provider)\/.*\.ts$/);
  const modules = paths.map((path) => path.slice(0, -".ts".length));
  const outdir = join(stage, ".modules");
  await build({
    absWorkingDir: stage,
    entryPoints: modules.map((module) => `convex/${module}.ts`),
    outdir,
    outbase: "convex",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    packages: "external",
  });
  const found = modules.map(async (module) => {
    const url = pathToFileURL(join(outdir, `${module}.mjs`)).href;
    const exported = (await import(url)) as Record<string, unknown>;
    const names = Object.keys(exported).filter((name) => isInternal(exported[name]));
    return names.map((name) => ({ module, name }));
  });
  return (await Promise.all(found)).flat();
}

function isInternal(value: unknown): boolean {
  return typeof value === "function" && "isInternal" in value && value.isInternal === true;
}

/** `{ engine: { retention: { sweep: at("…") } } }`, as source text. */
function referencesOf(functions: readonly Registered[]): string {
  interface Tree {
    [name: string]: Tree | string;
  }
  const root: Tree = {};
  for (const registered of functions) {
    let node = root;
    for (const step of registered.module.split("/")) node = (node[step] ??= {}) as Tree;
    node[registered.name] = flatName(registered);
  }
  return JSON.stringify(root, null, 2).replace(/: ("\w+")/g, ": at($1)");
}

/** Writes the door of the functions, and references that lead to the host's copy of it. */
export async function stageFunctions(stage: string): Promise<void> {
  const functions = await findFunctions(stage);
  const exports = functions.map(
    (each) => `export { ${each.name} as ${flatName(each)} } from "../../convex/${each.module}";\n`,
  );
  write(stage, "packages/billing/functions.ts", exports.join(""));
  const api = `import { componentsGeneric, makeFunctionReference } from "convex/server";
const at = (name) => makeFunctionReference(\`${HOST_MODULE}:\${name}\`);
export const components = componentsGeneric();
export const internal = ${referencesOf(functions)};
`;
  write(stage, "convex/_generated/api.js", api);
}
