import { cp, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

describe("generated code", () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "generated-"));
    for (const name of ["convex", "packages", "convex.json", "package.json", "tsconfig.json"]) {
      await cp(join(ROOT, name), join(copy, name), { recursive: true });
    }
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true });
  });

  it("equals the official CLI's output: if not, run `npm run codegen`", async () => {
    await generate(copy);
    expect(await generatedIn(copy)).toEqual(await generatedIn(ROOT));
  }, 90_000);
});
