import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, formatMessages } from "esbuild";
import type { BuildFailure, Platform } from "esbuild";
import { DeployError } from "./failure";

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const USE_NODE = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use node["']/;
const MUST_BE_ISOLATE = /^(?:http|crons|schema|auth\.config|convex\.config)\./;

/** One bundle: its code exports a namespace for each entry, in their order. */
export interface Bundle {
  /** Module paths as Convex names them: `dir/module.js`. */
  entries: string[];
  code: string;
  map: string;
}

/** Everything a functions folder holds. */
export interface Bundles {
  isolate: Bundle;
  node: Bundle | null;
  schema: Bundle | null;
  app: Bundle | null;
  auth: Bundle | null;
}

/** The CLI's own rule for what is a module of functions. */
function isEntryPoint(path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return (
    EXTENSION.test(base) &&
    !path.startsWith("_generated/") &&
    !/^[.#]/.test(base) &&
    base !== "schema.ts" &&
    base !== "schema.js" &&
    (base.match(/\./g) ?? []).length === 1 &&
    !path.includes(" ")
  );
}

function listFiles(dir: string, prefix = ""): string[] {
  return readdirSync(join(dir, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = prefix + item.name;
      if (!item.isDirectory()) return [path];
      const isComponent = existsSync(join(dir, path, "convex.config.ts"));
      return isComponent ? [] : listFiles(dir, `${path}/`);
    });
}

/** TypeScript files without import or export are no modules, for the CLI too. */
function isModule(path: string, source: string): boolean {
  return !/\.tsx?$/.test(path) || /^\s{0,100}(?:import|export)/m.test(source);
}

function listEntries(dir: string): { isolate: string[]; node: string[] } {
  const isolate: string[] = [];
  const node: string[] = [];
  for (const path of listFiles(dir)) {
    if (path.startsWith("_deps/"))
      throw new DeployError(
        "InvalidModules",
        `The path "${path}" is within the "_deps" directory, which is reserved for dependencies. Please move your code to another directory.`,
      );
    if (!isEntryPoint(path)) continue;
    const source = readFileSync(join(dir, path), "utf8");
    if (!isModule(path, source)) continue;
    const usesNode = USE_NODE.test(source);
    if (usesNode && MUST_BE_ISOLATE.test(path))
      throw new DeployError("InvalidModules", `"use node" directive is not allowed for ${path}.`);
    (usesNode ? node : isolate).push(path);
  }
  return { isolate, node };
}

async function explain(failure: BuildFailure): Promise<string> {
  const lines = await formatMessages(failure.errors, { kind: "error" });
  const wantsNode = failure.errors.some(({ notes }) =>
    notes.some(({ text }) => text.includes("Are you trying to bundle for node?")),
  );
  const hint = `It looks like you are using Node APIs from a file without the "use node" directive.`;
  return [...lines, ...(wantsNode ? [hint] : [])].join("\n");
}

async function bundleEntries(dir: string, paths: string[], platform: Platform): Promise<Bundle> {
  const lines = paths.map((path, i) => `export * as m${i} from ${JSON.stringify(`./${path}`)};`);
  try {
    const { outputFiles } = await build({
      stdin: { contents: lines.join("\n"), resolveDir: dir, sourcefile: "functions" },
      bundle: true,
      platform,
      format: "cjs",
      target: "esnext",
      jsx: "automatic",
      conditions: ["convex", "module"],
      keepNames: true,
      define: { "process.env.NODE_ENV": '"production"' },
      sourcemap: "external",
      sourcesContent: false,
      absWorkingDir: dir,
      outfile: join(dir, "..", "out", "bundle.js"),
      write: false,
      logLevel: "silent",
    });
    const text = (suffix: string) =>
      outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
    const entries = paths.map((path) => path.replace(EXTENSION, ".js"));
    return { entries, code: text(".js"), map: text(".map") };
  } catch (error) {
    // esbuild rejects with nothing else.
    throw new DeployError("InvalidModules", await explain(error as BuildFailure));
  }
}

/** Bundles a functions folder as `npx convex dev` would push it. */
export async function bundleFunctions(dir: string): Promise<Bundles> {
  const { isolate, node } = listEntries(dir);
  const one = (stem: string) => {
    const path = [`${stem}.ts`, `${stem}.js`].find((name) => existsSync(join(dir, name)));
    return path === undefined ? null : bundleEntries(dir, [path], "browser");
  };
  const [isolateBundle, nodeBundle, schema, app, auth] = await Promise.all([
    bundleEntries(dir, isolate, "browser"),
    node.length > 0 ? bundleEntries(dir, node, "node") : null,
    one("schema"),
    one("convex.config"),
    one("auth.config"),
  ]);
  return { isolate: isolateBundle, node: nodeBundle, schema, app, auth };
}
