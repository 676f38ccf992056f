import { cp, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../scripts/codegen";

const ROOT = join(import.meta.dirname, "../..");
const GENERATED = "convex/_generated";

/** Every generated file's text, by name. */
async function generatedIn(root: string): Promise<Record<string, string>> {
  const names = (await readdir(join(root, GENERATED))).sort();
  const texts = names.map(
    async (name) => [name, await readFile(join(root, GENERATED, name), "utf8")] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

describe("convex/_generated", () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "generated-"));
    for (const name of ["convex", "convex.json", "package.json", "tsconfig.json"]) {
      await cp(join(ROOT, name), join(copy, name), { recursive: true });
    }
    for (const name of ["node_modules", "packages"]) {
      await symlink(join(ROOT, name), join(copy, name));
    }
  });

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true });
  });

  it("is what the official CLI makes of the functions: if not, run `npm run codegen`", async () => {
    await generate(copy);
    expect(await generatedIn(copy)).toEqual(await generatedIn(ROOT));
  }, 90_000);
});
