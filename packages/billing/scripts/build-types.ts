import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { PACKAGES, publishedPath } from "./places";

/** The compiler written in Go produces the same declarations in a sixth of the time. */
const COMPILER = resolve(PACKAGES, "../node_modules/typescript-native/bin/tsc");
const EMITTED = ".types";

/**
 * The contract's sources are its types. Declarations would spell out each validator in full
 * wherever it is used, which is 25 times as long.
 */
const TYPED_BY_SOURCE = "billing/src/contract/";
const SPELLED_OUT = "billing/src/component/";
/**
 * A host's compiler settings differ from ours, so it infers from these sources without checking
 * them.
 */
const NOT_CHECKED =
  "// @ts-nocheck: the sources are the types; they are checked where they are written.\n";

/** The exports of a package, compiled by its own project. */
interface Published {
  /** A `tsconfig.json`; it emits into the folder `.types` of `out`. */
  project: string;
  /** Paths of modules below `packages/`, without their endings. */
  entries: readonly string[];
  out: string;
}

/** `from "./name"` and `import("./name")`, with or without an extension. */
const RELATIVE = /((?:from |import\()")(\.[^"]*?)(?:\.js)?"/g;
/** Matches outside comments, where examples import too. */
const CODE = /^(?!\s*\*).*$/gm;

const isFromSource = (path: string) => path.startsWith(TYPED_BY_SOURCE);

function read(path: string, out: string): string {
  if (isFromSource(path)) {
    return NOT_CHECKED + readFileSync(join(PACKAGES, `${path}.ts`), "utf8");
  }
  const text = readFileSync(join(out, EMITTED, `${path}.d.ts`), "utf8");
  // Spelled out by tools: a quarter of a megabyte, half of it indentation.
  return path.startsWith(SPELLED_OUT) ? text.replace(/^ +/gm, "") : text;
}

/** `./transports` may be a folder. */
function resolveModule(from: string, specifier: string): string {
  const path = join(dirname(from), specifier);
  const isModule = [".ts", ".tsx"].some((ending) => existsSync(join(PACKAGES, path + ending)));
  return isModule ? path : `${path}/index`;
}

/** Copies a module's types beside its script, and returns the modules that they import. */
function publish(path: string, out: string): string[] {
  const named: string[] = [];
  const from = publishedPath(path);
  const rename = (_: string, before: string, specifier: string) => {
    const module = resolveModule(path, specifier);
    named.push(module);
    const to = relative(dirname(from), publishedPath(module));
    return `${before}${to.startsWith(".") ? to : `./${to}`}.js"`;
  };
  const text = read(path, out)
    .replace(/^import "[^"]*\.css";\n/gm, "")
    .replace(CODE, (line) => line.replace(RELATIVE, rename));
  const file = join(out, `${from}${isFromSource(path) ? ".ts" : ".d.ts"}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return named;
}

/** Writes only the types of the exports, beside the scripts. */
export async function writeTypes({ project, entries, out }: Published): Promise<void> {
  await promisify(execFile)(process.execPath, [COMPILER, "-p", project, "--checkers", "1"]).catch(
    (error: unknown) => {
      const { stdout } = error as { stdout: string };
      throw new Error(`The package does not type-check on its own:\n${stdout}`);
    },
  );
  const published = new Set(entries);
  for (const path of published) for (const module of publish(path, out)) published.add(module);
  rmSync(join(out, EMITTED), { recursive: true });
}
