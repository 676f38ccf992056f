import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build as buildScripts } from "esbuild";
import { build } from "vite";
import { filesUnder } from "./files";
import { stageFunctions } from "./functions";
import { packageManifest } from "./manifest";
import { stageSources } from "./stage";

/** From here on browsers know light-dark(), which is not to be compiled away. */
const CSS_TARGET = ["chrome123", "edge123", "firefox120", "safari17.5"];

/** The native compiler: the same answers in a third of the time. */
const TSC = resolve("node_modules/typescript-native/bin/tsc");

const run = promisify(execFile);

/** The compiler written in Go: a sixth of the time for the same declarations. */
export const COMPILER = resolve("node_modules/typescript-native/bin/tsc");

/** What is installed beside the package. */
const isPackage = (id: string) => /^[\w@]/.test(id);

/** A file a module, so that a host's bundler takes only what the host uses; styles in one file. */
async function buildClient(stage: string, out: string): Promise<void> {
  const client = join(out, "client");
  await build({
    root: stage,
    configFile: false,
    logLevel: "error",
    // Whatever the mode of whoever builds: a published package holds no development code.
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      outDir: client,
      emptyOutDir: true,
      target: "es2022",
      cssTarget: CSS_TARGET,
      minify: false,
      lib: {
        entry: join(stage, "packages/billing/src/react/index.ts"),
        formats: ["es"],
        cssFileName: "styles",
      },
      rolldownOptions: {
        external: isPackage,
        output: { preserveModules: true, entryFileNames: "[name].js", banner: '"use client";' },
      },
    },
  });
  const tokens = readFileSync(join(stage, "packages/ui/src/tokens.css"), "utf8");
  const styles = readFileSync(join(client, "styles.css"), "utf8");
  writeFileSync(join(out, "styles.css"), `${tokens}\n${styles}`);
  rmSync(join(client, "styles.css"));
}

async function buildServer(stage: string, out: string): Promise<void> {
  const entries = {
    contract: "src/contract/index",
    direct: "src/direct/index",
    functions: "functions",
    server: "server",
  };
  await buildScripts({
    entryPoints: Object.entries(entries).map(([out, path]) => ({
      in: join(stage, `packages/billing/${path}.ts`),
      out,
    })),
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    target: "es2022",
    packages: "external",
  });
}

/** Declarations name files with extensions, so that every way of resolving finds them. */
async function buildTypes(stage: string, out: string): Promise<void> {
  await run(process.execPath, [TSC, "-p", stage]).catch((error: unknown) => {
    const { stdout } = error as { stdout: string };
    throw new Error(`The package does not type-check on its own:\n${stdout}`);
  });
  const generated = "convex/_generated";
  for (const file of filesUnder(join(stage, generated), /\.d\.ts$/)) {
    cpSync(join(stage, generated, file), join(out, "types", generated, file));
  }
  for (const file of filesUnder(join(out, "types"), /\.d\.ts$/)) {
    const path = join(out, "types", file);
    const text = readFileSync(path, "utf8");
    const named = text
      .replace(/^import "[^"]*\.css";\n/gm, "")
      .replace(/((?:from|import\() ?"\.[^"]*?)(?:\.js)?"/g, '$1.js"');
    writeFileSync(path, named);
  }
}

/**
 * Builds the npm package of the billing client into a folder.
 *
 * The sources are copied to a place of their own first, so that what builds
 * there needs nothing of the site.
 */
export async function buildPackage(folder: string): Promise<void> {
  const out = resolve(folder);
  const stage = join(out, ".stage");
  rmSync(out, { recursive: true, force: true });
  stageSources(stage);
  await stageFunctions(stage);
  await Promise.all([buildClient(stage, out), buildServer(stage, out)]);
  await buildTypes(stage, out);
  cpSync("packages/billing/README.md", join(out, "README.md"));
  rmSync(stage, { recursive: true });
  const manifest = JSON.stringify(packageManifest(out), null, 2);
  writeFileSync(join(out, "package.json"), `${manifest}\n`);
}
