import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { filesOf, putInPlace } from "./site-files";

export const DIST = "dist";
/** The build folder: separate from the files of the last build, which a site may be serving. */
const NEXT = "dist/.next";
/** All sources of the built site. */
const SOURCES = [
  "src",
  "packages/billing/src",
  "packages/ui/src",
  "convex/contract",
  "convex/_generated",
  "public",
  "index.html",
];
const SETTINGS = ["vite.config.ts", "tsconfig.json", "package-lock.json", ".env", ".env.local"];
const CACHE = "node_modules/.cache/spotlight";
const KEY_FILE = `${CACHE}/build-key`;
/** The server's renderer, and the script that runs in the browser before hydration. */
export const SERVER_DIR = `${CACHE}/server`;
const SERVER_PARTS = ["draw-page.js", "pre-hydration.js"].map((file) => join(SERVER_DIR, file));

/** Set again whenever the page is served, so a build with other values is still valid. */
const NAMED_WHEN_SERVED = ["VITE_CONVEX_URL", "VITE_CONVEX_SITE_URL"];

/** Changes whenever a source, or a variable that the build reads, changes. */
function buildKey(): string {
  const hash = createHash("sha256");
  for (const file of [...SOURCES, ...SETTINGS].flatMap(filesOf))
    hash.update(`${file} ${statSync(file).size} ${statSync(file).mtimeMs}\n`);
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith("VITE_") && !NAMED_WHEN_SERVED.includes(name))
      hash.update(`${name}=${value ?? ""}\n`);
  return hash.digest("hex");
}

const COMPRESSED = /\.(js|css|svg|json|wasm|webmanifest)$/;
/** Above this size the best compression takes longer than it saves. */
const BEST_BYTES = 1_000_000;

/** Writes compressed copies beside the files, so that serving them costs nothing. */
async function compressFiles(root: string): Promise<void> {
  const files = filesOf(root).filter((file) => COMPRESSED.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > BEST_BYTES ? 9 : 11 };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

const WORKER = "service-worker.js";

/** Writes the files that the page names, and a version of all of them, into the service worker. */
function nameShell(root: string): void {
  const page = readFileSync(join(root, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => path);
  const files = [...new Set(["/index.html", ...named])];
  const worker = readFileSync(join(root, WORKER), "utf8");
  const version = createHash("sha256").update(page).update(worker).digest("hex").slice(0, 16);
  const shell = JSON.stringify({ version, files });
  writeFileSync(join(root, WORKER), `self.SHELL = ${shell};\n${worker}`);
}

async function buildServerParts(): Promise<void> {
  const quiet = { logLevel: "error", publicDir: false } as const;
  const target = { outDir: SERVER_DIR, manifest: false };
  await build({
    ...quiet,
    ssr: { noExternal: true },
    build: { ...target, ssr: "src/server/draw-page.tsx" },
  });
  await build({
    ...quiet,
    build: {
      ...target,
      emptyOutDir: false,
      lib: {
        entry: "src/pre-hydration.ts",
        formats: ["iife"],
        name: "firstView",
        fileName: () => "pre-hydration.js",
      },
    },
  });
}

/** The modules that the first page loads with its scripts. */
async function firstModules(): Promise<ReadonlySet<string>> {
  const trial = { write: false, minify: false, cssMinify: false } as const;
  const built = await build({ logLevel: "error", build: trial });
  if (!("output" in built)) throw new Error("One build gave more than one output");
  const chunks = built.output.filter((file) => file.type === "chunk");
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set(chunks.filter(({ isEntry }) => isEntry));
  // Iterating over a set includes the elements added during the loop.
  for (const { imports } of first) {
    for (const name of imports) {
      const imported = named.get(name);
      if (imported) first.add(imported);
    }
  }
  return new Set([...first].flatMap(({ moduleIds }) => moduleIds));
}

/**
 * Builds the site into `dist/`, and the server's renderer beside it.
 *
 * The scripts of the first page are one file. As fifty small ones they would be a tenth larger,
 * compressed, and need as many requests.
 */
export async function buildSite(): Promise<void> {
  const key = buildKey();
  const first = await firstModules();
  const name = (id: string) => (first.has(id) ? "first" : null);
  // The first modules import each other, and modules that only re-export. With the dependencies of
  // the latter, the file would contain all of billing.
  const codeSplitting = { groups: [{ name }], includeDependenciesRecursively: false };
  await build({
    logLevel: "error",
    build: {
      outDir: NEXT,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting } },
    },
  });
  nameShell(NEXT);
  await compressFiles(NEXT);
  putInPlace(NEXT, DIST);
  await buildServerParts();
  mkdirSync(dirname(KEY_FILE), { recursive: true });
  writeFileSync(KEY_FILE, key);
}

/** Whether another build would produce the same content of `dist/`. */
export function isSiteBuilt(): boolean {
  const parts = [join(DIST, "index.html"), ...SERVER_PARTS, KEY_FILE];
  return parts.every(existsSync) && readFileSync(KEY_FILE, "utf8") === buildKey();
}
