import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build, formatMessages } from "esbuild";
import type { BuildFailure, BuildOptions, Metafile, Platform, Plugin } from "esbuild";
import { parseOrNull } from "../codec/json";
import { refuseModules } from "./failure";

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const USE_NODE = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use node["']/;
const MUST_BE_ISOLATE = /^(?:http|crons)\./;

/** The code exports functions `m0`, `m1` … that evaluate the entries, in their order. */
export interface Bundle {
  /** Module paths as Convex names them: `dir/module.js`. */
  entries: string[];
  code: string;
  map: string;
  /** The folders of its source files. */
  sources: string[];
}

const OPTIONS = {
  bundle: true,
  format: "cjs",
  target: "esnext",
  jsx: "automatic",
  conditions: ["convex", "module"],
  keepNames: true,
  define: { "process.env.NODE_ENV": '"production"' },
  sourcemap: "external",
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: "silent",
} as const satisfies BuildOptions;

function sourcesOf(dir: string, { inputs }: Metafile): string[] {
  const files = Object.keys(inputs).filter((path) => !/^[\w-]+:|node_modules\/convex\//.test(path));
  return [...new Set(files.map((path) => dirname(resolve(dir, path))))];
}

/** The output of esbuild for an entry in this folder. @throws DeployError */
export async function bundle(
  dir: string,
  entries: string[],
  options: Pick<BuildOptions, "platform" | "plugins" | "stdin" | "entryPoints" | "define">,
): Promise<Bundle> {
  const outfile = join(dir, "..", "out", "bundle.js");
  try {
    const { outputFiles, metafile } = await build({
      ...OPTIONS,
      ...options,
      define: { ...OPTIONS.define, ...options.define },
      absWorkingDir: dir,
      outfile,
    });
    const [map, code] = outputFiles.map(({ text }) => text);
    return { entries, code: code ?? "", map: map ?? "", sources: sourcesOf(dir, metafile) };
  } catch (error) {
    // esbuild rejects with nothing else.
    return refuseModules(await explain(error as BuildFailure));
  }
}

/** The CLI's own rule for function modules. */
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

/** Without the folders of components. */
function listFiles(dir: string, prefix = ""): string[] {
  const isComponent = (name: string) => existsSync(join(dir, prefix, name, "convex.config.ts"));
  return readdirSync(join(dir, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      if (!item.isDirectory()) return [prefix + item.name];
      return isComponent(item.name) ? [] : listFiles(dir, `${prefix}${item.name}/`);
    });
}

/** TypeScript files without import or export are no modules for the CLI either. */
function isModule(path: string, source: string): boolean {
  return !/\.tsx?$/.test(path) || /^\s{0,100}(?:import|export)/m.test(source);
}

function listEntries(dir: string): { isolate: string[]; node: string[] } {
  const isolate: string[] = [];
  const node: string[] = [];
  for (const path of listFiles(dir).filter(isEntryPoint)) {
    if (path.startsWith("_deps/"))
      refuseModules(
        `The path "${join(dir, path)}" is within the "_deps" directory, which is reserved for dependencies. Please move your code to another directory.`,
      );
    const source = readFileSync(join(dir, path), "utf8");
    if (!isModule(path, source)) continue;
    const usesNode = USE_NODE.test(source);
    if (usesNode && MUST_BE_ISOLATE.test(path))
      refuseModules(`"use node" directive is not allowed for ${path}.`);
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

interface NodeSettings {
  externalPackages?: string[];
  nodeVersion?: string;
}

/** `node` of the project's `convex.json`. */
export function nodeSettings(dir: string): NodeSettings {
  const path = join(dir, "convex.json");
  if (!existsSync(path)) return dirname(dir) === dir ? {} : nodeSettings(dirname(dir));
  // The type follows Convex's schema of the file.
  const settings = parseOrNull(readFileSync(path, "utf8")) as { node?: NodeSettings } | null;
  return settings?.node ?? {};
}

/** Packages that Node actions load from `node_modules`; "*": all but Convex's own. */
function external(packages: readonly string[]): Plugin {
  return {
    name: "external packages",
    setup: (build) => {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
        const isNamed = packages.includes(name) || (packages.includes("*") && name !== "convex");
        return isNamed && kind !== "entry-point" ? { path, external: true } : null;
      });
    },
  };
}

/** Replaces code that the default runtime refuses with a call to `Convex`, which throws. */
const REFUSED = { eval: "Convex.eval" };
/** How esbuild writes the import of a bundled module. */
const DYNAMIC_IMPORT =
  /Promise\.resolve\(\)\.then\((?=\(\) => (?:\(init_\w+\(\), \w+_exports\)|__toESM\())/g;
/** Has the same length, so that the source map stays correct. */
const IMPORT = "Convex.import(".padStart("Promise.resolve().then(".length);

async function bundleEntries(dir: string, paths: string[], platform: Platform): Promise<Bundle> {
  // esbuild gives a required module a function that evaluates it and what it imports.
  const lines = paths.map(
    (path, i) => `exports.m${i} = () => require(${JSON.stringify(`./${path}`)});`,
  );
  const entries = paths.map((path) => path.replace(EXTENSION, ".js"));
  const stdin = { contents: lines.join("\n"), resolveDir: dir, sourcefile: "functions" };
  if (platform === "node") {
    const { externalPackages = [] } = nodeSettings(dir);
    return bundle(dir, entries, { stdin, platform, plugins: [external(externalPackages)] });
  }
  const made = await bundle(dir, entries, { stdin, platform, define: REFUSED });
  return { ...made, code: made.code.replace(DYNAMIC_IMPORT, IMPORT) };
}

function existing(dir: string, stem: string): string[] {
  return [`${stem}.ts`, `${stem}.js`].filter((name) => existsSync(join(dir, name))).slice(0, 1);
}

/** The modules of either runtime; the schema is among the first. */
export async function bundleFunctions(dir: string) {
  const { isolate, node } = listEntries(dir);
  const [isolateBundle, nodeBundle, auth] = await Promise.all([
    bundleEntries(dir, [...isolate, ...existing(dir, "schema")], "browser"),
    bundleEntries(dir, node, "node"),
    bundleEntries(dir, existing(dir, "auth.config"), "browser"),
  ]);
  return { isolate: isolateBundle, node: nodeBundle, auth };
}

/** The modules and the schema of a component. */
export function bundleComponent(dir: string): Promise<Bundle> {
  const { isolate, node } = listEntries(dir);
  if (node.length > 0)
    refuseModules(
      `"use node" directive is not supported in components. Remove it from the component at: ${dir}.`,
    );
  return bundleEntries(dir, [...isolate, ...existing(dir, "schema")], "browser");
}
