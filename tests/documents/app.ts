import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import type { Block } from "./blocks";

/** The module of one or more blocks. */
interface Module {
  document: string;
  /** Its path in the document's app: `convex/billing.ts`. */
  path: string;
  text: string;
  /** The document's line before its first line. */
  above: number;
}

/** The path that imports use, without the extension. */
const GIVEN = resolve("tests/documents/given");
const COMPILER = resolve("node_modules/typescript-native/bin/tsc");
const SOURCES = resolve("packages/billing/src");
const PATH_COMMENT = /^\/\/ ((?:convex|src)\/[\w./-]+\.tsx?)\b/gm;
/** A block may be a part of a function, and return from it. */
const RETURN_OUTSIDE = "error TS1108:";
/** `path(line,column): error TS1: message` */
const COMPLAINT = /^(.+?)\((\d+),\d+\): (error TS[^]*)$/;

/** The source of an entry of the package. */
const ENTRIES = {
  "@spotlight/billing": "client/index.ts",
  "@spotlight/billing/react": "react/index.ts",
  "@spotlight/billing/react/headless": "react/headless.ts",
  "@spotlight/billing/contract": "contract/index.ts",
  "@spotlight/billing/direct": "direct/index.ts",
  "@spotlight/billing-direct": "direct/index.ts",
  "@spotlight/billing/test": "test.ts",
  "@spotlight/billing/convex.config.js": "component/convex.config.ts",
};

/** The output of `npx convex codegen` for a host with any tables. */
const SERVER = `import type * as server from "convex/server";
export type ActionCtx = server.GenericActionCtx<server.GenericDataModel>;
export type MutationCtx = server.GenericMutationCtx<server.GenericDataModel>;
export type QueryCtx = server.GenericQueryCtx<server.GenericDataModel>;
export declare const action: server.ActionBuilder<server.GenericDataModel, "public">;
export declare const httpAction: server.HttpActionBuilder;
export declare const internalAction: server.ActionBuilder<server.GenericDataModel, "internal">;
export declare const internalMutation: server.MutationBuilder<server.GenericDataModel, "internal">;
export declare const internalQuery: server.QueryBuilder<server.GenericDataModel, "internal">;
export declare const mutation: server.MutationBuilder<server.GenericDataModel, "public">;
export declare const query: server.QueryBuilder<server.GenericDataModel, "public">;
`;

/**
 * Compiles the TypeScript blocks of documents in one program.
 *
 * The blocks of a document are one app. A comment with a path (`// convex/billing.ts`) begins
 * the module of that path; a block without one is a module of its own. A name that a module
 * does not declare comes from `given.ts`.
 *
 * @returns Each error: `document:line message`.
 */
export async function compile(blocks: readonly Block[]): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "documents-"));
  try {
    symlinkSync(resolve("node_modules"), join(root, "node_modules"));
    const files = new Map<string, Module>();
    for (const document of new Set(blocks.map((block) => block.document))) {
      const app = document.replaceAll("/", "__").replace(".md", "");
      const modules = distinct(blocks.filter((block) => block.document === document));
      for (const module of modules) files.set(join(app, module.path), module);
      writeGenerated(join(root, app), modules);
    }
    for (const [path, { text }] of files) write(join(root, path), withGiven(path, text));
    write(join(root, "tsconfig.json"), JSON.stringify(settings([...files.keys()])));
    return (await runCompiler(root)).map((complaint) => place(complaint, files));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The modules of a document's blocks. A second block with the same path is another module. */
function distinct(blocks: readonly Block[]): Module[] {
  const paths = new Set<string>();
  return blocks.flatMap(modulesOf).map((module) => {
    const extension = module.path.slice(module.path.lastIndexOf("."));
    const path = paths.has(module.path)
      ? `${dirname(module.path)}/line_${module.above + 1}${extension}`
      : module.path;
    paths.add(path);
    return { ...module, path };
  });
}

function modulesOf({ document, line, language, text }: Block): Module[] {
  const starts = [...text.matchAll(PATH_COMMENT)].map(({ 1: path = "", index }) => ({
    path,
    index,
  }));
  const folder = language === "tsx" ? "src" : "convex";
  const parts =
    starts.length > 0 ? starts : [{ path: `${folder}/line_${line}.${language}`, index: 0 }];
  return parts.map(({ path, index }, at) => ({
    document,
    path,
    text: text.slice(index, parts[at + 1]?.index),
    above: line - 1 + text.slice(0, index).split("\n").length - 1,
  }));
}

/**
 * Writes what Convex generates for an app, and the modules that every host has but no block
 * contains.
 */
function writeGenerated(app: string, modules: readonly Module[]): void {
  const functions = modules.map(({ path }) => path).filter((path) => isFunctions(path));
  for (const name of ["billing", "catalogue"]) {
    const path = `convex/${name}.ts`;
    if (functions.includes(path)) continue;
    write(join(app, path), `export { ${name} } from ${JSON.stringify(GIVEN)};\n`);
    functions.push(path);
  }
  const names = functions.map((path) => path.slice("convex/".length, path.lastIndexOf(".")));
  const own = names.map((name) => `${JSON.stringify(name)}: typeof import("../${name}");`);
  const api = `import type { ApiFromModules, FilterApi, FunctionReference } from "convex/server";
declare const all: ApiFromModules<{ ${own.join(" ")} }>;
export declare const api: FilterApi<typeof all, FunctionReference<any, "public">>;
export declare const internal: FilterApi<typeof all, FunctionReference<any, "internal">>;
export declare const components: {
  billing: import("${SOURCES}/component/_generated/component").ComponentApi<"billing">;
};
`;
  write(join(app, "convex/_generated/api.d.ts"), api);
  write(join(app, "convex/_generated/server.d.ts"), SERVER);
}

function isFunctions(path: string): boolean {
  return path.startsWith("convex/") && path !== "convex/convex.config.ts";
}

/** The module with the given names that it leaves out, on the line of its first. */
function withGiven(path: string, text: string): string {
  const declared = declaredIn(path, text);
  const given = [...declaredIn(GIVEN, readFileSync(`${GIVEN}.ts`, "utf8"), true)];
  const missing = given.filter((name) => !declared.has(name) && mentions(text, name));
  return `import { ${missing.join(", ")} } from ${JSON.stringify(GIVEN)}; ${text}`;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$."'])${name}(?![\\w$"'])`).test(text);
}

/** The names that a module imports, declares or exports. */
function declaredIn(path: string, text: string, exported = false): ReadonlySet<string> {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || ts.isExpression(node)) return;
    const named = node as ts.Node & { name?: ts.Node };
    if (named.name && ts.isIdentifier(named.name) && !ts.isParameter(node))
      names.add(named.name.text);
    if (!ts.isFunctionLike(node) && !ts.isTypeNode(node) && !ts.isInterfaceDeclaration(node)) {
      ts.forEachChild(node, visit);
    }
  };
  for (const statement of statements) {
    if (!exported || !ts.isImportDeclaration(statement)) visit(statement);
  }
  return names;
}

function settings(files: readonly string[]) {
  const paths = Object.entries(ENTRIES).map(([name, path]) => [name, [join(SOURCES, path)]]);
  return {
    extends: resolve("tsconfig.json"),
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      noUncheckedSideEffectImports: false,
      paths: Object.fromEntries(paths) as unknown,
    },
    files,
    include: [],
  };
}

async function runCompiler(cwd: string): Promise<string[]> {
  const args = [COMPILER, "-p", cwd, "--pretty", "false"];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e8 }, (_error, stdout) => done(stdout));
  });
  return output
    .trim()
    .split(/\n(?! )/)
    .filter((line) => line !== "" && !line.includes(RETURN_OUTSIDE));
}

/** A compile error, with its position in the document. */
function place(complaint: string, files: ReadonlyMap<string, Module>): string {
  const [, path = "", line = "", message = ""] = COMPLAINT.exec(complaint) ?? [];
  const module = files.get(path);
  return module ? `${module.document}:${module.above + Number(line)} ${message}` : complaint;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
