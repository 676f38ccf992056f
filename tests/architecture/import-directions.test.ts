import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** A file that breaks one rule, what it imports, and the rule that must notice. */
const planted: [rule: string, file: string, target: string][] = [
  ["no-cycles", "convex/contract/one.ts", "./two"],
  ["contract-is-pure", "convex/contract/planted.ts", "../engine/store/tables"],
  ["rules-are-pure", "packages/billing/src/component/rules/planted.ts", "../store/any"],
  ["platform-is-below", "packages/billing/src/component/platform/planted.ts", "../store/any"],
  ["store-is-below", "packages/billing/src/component/store/planted.ts", "../operations/any"],
  ["operations-is-below", "packages/billing/src/component/operations/planted.ts", "../public"],
  ["lifecycle-is-below", "packages/billing/src/component/lifecycle/planted.ts", "../http/any"],
  ["engine-knows-no-host", "packages/billing/src/component/planted.ts", "../community/host"],
  [
    "direct-knows-no-ctx",
    "packages/billing/src/direct/planted.ts",
    "../../../../convex/_generated/server",
  ],
  ["community-uses-the-provider", "convex/community/planted.ts", "../engine/store/tables"],
  ["convex-never-imports-src", "convex/planted.ts", "../src/main"],
  ["nothing-knows-local", "src/knows.ts", "../local/backend"],
  ["local-knows-nothing", "local/planted.ts", "../convex/schema"],
  ["scripts-know-only-local", "scripts/planted.ts", "../convex/schema"],
  ["src-sees-only-api-and-contract", "src/planted.ts", "../convex/engine/store/tables"],
  [
    "billing-is-extractable",
    "packages/billing/src/react/planted.ts",
    "../../../../convex/_generated/api",
  ],
  ["billing-has-one-door", "src/shell/planted.ts", "../../packages/billing/src/react/deep"],
  ["one-file-knows-clerk", "src/shell/knows.ts", "@clerk/clerk-react"],
  ["ui-is-a-leaf", "packages/ui/src/planted.ts", "../../billing/src/react/index"],
  ["shipped-code-imports-no-tests", "src/tested.ts", "../tests/fake"],
];
/** A file that goes back to the one that imports it. */
const BACK = ["convex/contract/two.ts", 'export type * from "./one";\n'] as const;

describe("import directions", () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "directions-"));
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"]) {
      await cp(join(ROOT, name), join(copy, name));
    }
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const found = planted
      .filter(([, , target]) => target.startsWith("."))
      .map(([, file, target]) => [`${join(dirname(file), target)}.ts`, "export {};\n"] as const);
    const files = planted.map(
      ([, file, target]) => [file, `export type * from "${target}";\n`] as const,
    );
    for (const [file, text] of [...found, ...files, BACK]) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), text);
    }
  });

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true });
  });

  it("notices every planted violation", async () => {
    const found = await violations(copy);
    const unnoticed = planted.map(([rule, file]) => `${rule} ${file}`).filter((v) => !found.has(v));
    expect(unnoticed).toEqual([]);
  }, 60_000);
});

/** "rule file" of everything a cruise reports. */
async function violations(root: string): Promise<Set<string>> {
  const args = [
    "depcruise",
    "--output-type",
    "json",
    "convex",
    "src",
    "local",
    "scripts",
    "packages",
  ];
  const { stdout } = await run("npx", args, { cwd: root, maxBuffer: 1 << 28 }).catch(
    // A cruise that finds something exits with its count: the report is what counts.
    (error: unknown) => error as { stdout: string },
  );
  const report = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return new Set(report.summary.violations.map((found) => `${found.rule.name} ${found.from}`));
}
