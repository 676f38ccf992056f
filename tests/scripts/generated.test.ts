import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../scripts/codegen";

const ROOT = join(import.meta.dirname, "../..");
const COMPONENT = "packages/billing/src/component";
const GENERATED = ["convex/_generated", `${COMPONENT}/_generated`];

/** Every generated file's text, by its path. */
async function generatedIn(root: string): Promise<Record<string, string>> {
  const folders = GENERATED.map(async (folder) => {
    const names = (await readdir(join(root, folder))).sort();
    return names.map((name) => join(folder, name));
  });
  const paths = (await Promise.all(folders)).flat();
  const texts = paths.map(
    async (path) => [path, await readFile(join(root, path), "utf8")] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Links the installed packages, and the compiler of `npm run typecheck` under the name that the
 * CLI looks for first: the other compiler takes three times as long.
 */
async function linkPackages(copy: string): Promise<void> {
  const installed = join(ROOT, "node_modules");
  const compiler = "@typescript/native";
  await mkdir(join(copy, "node_modules", "@typescript"), { recursive: true });
  await symlink(join(installed, "typescript-native"), join(copy, "node_modules", compiler));
  for (const name of await readdir(installed)) {
    if (name === "@typescript") continue;
    await symlink(join(installed, name), join(copy, "node_modules", name));
  }
}

/**
 * Makes one checker do the CLI's whole check, because each of the usual four computes most types
 * again. The project's own settings can't do this, because the other compiler refuses the option.
 */
async function useOneChecker(copy: string): Promise<void> {
  const path = join(copy, "tsconfig.json");
  const settings = JSON.parse(await readFile(path, "utf8")) as { compilerOptions: object };
  const compilerOptions = { ...settings.compilerOptions, checkers: 1 };
  await writeFile(path, JSON.stringify({ ...settings, compilerOptions }));
}

/** The files that a push checks, relative to the project. */
async function checkedFiles(): Promise<string[]> {
  const compiler = join(ROOT, "node_modules/typescript-native/bin/tsc");
  const list = [compiler, "--project", "convex", "--listFilesOnly"];
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: ROOT });
  return stdout
    .trim()
    .split("\n")
    .map((path) => relative(ROOT, path));
}

describe("a push", () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "generated-"));
    for (const name of ["convex", "packages", "convex.json", "package.json", "tsconfig.json"]) {
      // Tests of the package build it at the same time.
      const filter = (path: string) => basename(path) !== "dist";
      await cp(join(ROOT, name), join(copy, name), { recursive: true, filter });
    }
    await linkPackages(copy);
    await useOneChecker(copy);
  });

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true });
  });

  it("passes the CLI's type check, and its code is fresh: if not, run `npm run codegen`", async () => {
    await generate(copy, { typecheck: "enable" });
    expect(await generatedIn(copy)).toEqual(await generatedIn(ROOT));
  }, 180_000);

  it("checks the component and its client too", async () => {
    const client = "packages/billing/src/client/index.ts";
    const expected = ["convex/crons.ts", `${COMPONENT}/crons.ts`, client];
    expect(await checkedFiles()).toEqual(expect.arrayContaining(expected));
  });
});
