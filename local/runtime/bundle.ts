import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, formatMessages, type BuildFailure, type Platform } from "esbuild";
import { DeployError } from "./failure";

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const USE_NODE = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use node["']/;
const MUST_BE_ISOLATE = /^(?:http|crons)\./;

/** The code exports a namespace `m0`, `m1` … for each entry, in their order. */
export interface Bundle {
  /** Module paths as Convex names them: `dir/module.js`. */
  entries: string[];
  code: string;
  map: string;
}

/** The CLI's own rule for what is a module of functions. */
function isEntryPoint(path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return (
    EXTENSION.test(base) &&
    !path.startsWith("_generated/") &&
    !/^(?:[.#]|schema\.[jt]s$)/.test(base) &&
    base.split(".").length === 2 &&
    !path.includes(" ")
  );
}

function listFiles(dir: string, prefix = ""): string[] {
  return readdirSync(join(dir, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) =>
      item.isDirectory() ? listFiles(dir, `${prefix}${item.name}/`) : [prefix + item.name],
    );
}

/** TypeScript files without import or export are no modules, for the CLI too. */
function isModule(path: string, source: string): boolean {
  return !/\.tsx?$/.test(path) || /^\s{0,100}(?:import|export)/m.test(source);
}

function listEntries(dir: string): { isolate: string[]; node: string[] } {
  const isolate: string[] = [];
  const node: string[] = [];
  for (const path of listFiles(dir).filter(isEntryPoint)) {
    const source = readFileSync(join(dir, path), "utf8");
    if (!isModule(path, source)) continue;
    const usesNode = USE_NODE.test(source);
    if (usesNode && MUST_BE_ISOLATE.test(path))
      throw new DeployError("InvalidModules", `"use node" directive is not allowed for ${path}.`);
    (usesNode ? node : isolate).push(path);
  }
  return { isolate, node };
}

async function explain({ errors }: BuildFailure): Promise<string> {
  const lines = await formatMessages(errors, { kind: "error" });
  const wantsNode = errors.some(({ notes }) =>
    notes.some(({ text }) => text.includes("Are you trying to bundle for node?")),
  );
  const hint = `It looks like you are using Node APIs from a file without the "use node" directive.`;
  return [...lines, ...(wantsNode ? [hint] : [])].join("\n");
}

async function bundleEntries(dir: string, paths: string[], platform: Platform): Promise<Bundle> {
  const lines = paths.map((path, i) => `export * as m${i} from ${JSON.stringify(`./${path}`)};`);
  const entries = paths.map((path) => path.replace(EXTENSION, ".js"));
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
    const [map, code] = outputFiles.map(({ text }) => text);
    return { entries, code: code ?? "", map: map ?? "" };
  } catch (error) {
    // esbuild rejects with nothing else.
    throw new DeployError("InvalidModules", await explain(error as BuildFailure));
  }
}

/** The modules of either runtime; schema and app are among the first. */
export async function bundleFunctions(dir: string) {
  const { isolate, node } = listEntries(dir);
  const existing = (...stems: string[]) =>
    stems.flatMap((stem) =>
      [`${stem}.ts`, `${stem}.js`].filter((name) => existsSync(join(dir, name))).slice(0, 1),
    );
  const [isolateBundle, nodeBundle, auth] = await Promise.all([
    bundleEntries(dir, [...isolate, ...existing("schema", "convex.config")], "browser"),
    bundleEntries(dir, node, "node"),
    bundleEntries(dir, existing("auth.config"), "browser"),
  ]);
  return { isolate: isolateBundle, node: nodeBundle, auth };
}
