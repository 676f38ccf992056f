import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** A file that violates one rule, its imports, and the rule that must report it. */
const planted: [rule: string, file: string, target: string][] = [
  ["no-cycles", "convex/contract/one.ts", "./two"],
  ["contract-is-pure", "convex/contract/planted.ts", "../community/tables"],
  ["rules-are-pure", "packages/billing/src/component/rules/planted.ts", "../store/any"],
  ["platform-is-below", "packages/billing/src/component/platform/planted.ts", "../store/any"],
  ["store-is-below", "packages/billing/src/component/store/planted.ts", "../operations/any"],
  ["operations-is-below", "packages/billing/src/component/operations/planted.ts", "../public"],
  ["payments-is-below", "packages/billing/src/component/payments/planted.ts", "../operations/any"],
  [
    "hostedProvider-is-below",
    "packages/billing/src/component/hostedProvider/planted.ts",
    "../operations/any",
  ],
  [
    "rules/money-is-below",
    "packages/billing/src/component/rules/money/planted.ts",
    "../periods/any",
  ],
  [
    "store/ledger-is-below",
    "packages/billing/src/component/store/ledger/planted.ts",
    "../events/any",
  ],
  [
    "operations/responses|ledger-is-below",
    "packages/billing/src/component/operations/responses/planted.ts",
    "../usage/any",
  ],
  ["lifecycle-is-below", "packages/billing/src/component/lifecycle/planted.ts", "../http/any"],
  ["component-stands-alone", "packages/billing/src/component/planted.ts", "../client/index"],
  ["component-stands-alone", "packages/billing/src/component/http/planted.ts", "../../react/index"],
  [
    "client-does-not-import-component",
    "packages/billing/src/client/planted.ts",
    "../component/public",
  ],
  ["client-does-not-import-component", "packages/billing/src/client/drawn.ts", "../react/index"],
  [
    "direct-imports-no-server",
    "packages/billing/src/direct/planted.ts",
    "../component/callOperation",
  ],
  ["convex-never-imports-src", "convex/planted.ts", "../src/main"],
  ["nothing-imports-local", "src/knows.ts", "../packages/convex-local/src/main"],
  ["local-imports-no-app", "packages/convex-local/src/planted.ts", "../../../convex/schema"],
  ["scripts-import-only-local", "scripts/planted.ts", "../convex/schema"],
  ["browser-imports-no-server", "src/app/serves.ts", "../server/web-server"],
  ["screens-do-not-import-app", "src/community/planted.ts", "../app/site"],
  ["language-imports-no-screen", "src/language/planted.ts", "../shared/toasts"],
  ["shared-imports-no-screen", "src/shared/planted.ts", "../community/feed/feeds"],
  ["src-imports-only-api-and-contract", "src/planted.ts", "../convex/community/tables"],
  [
    "billing-is-extractable",
    "packages/billing/src/react/planted.ts",
    "../../../../convex/_generated/api",
  ],
  ["billing-is-extractable", "packages/billing/src/component/host.ts", "../../../../src/main"],
  ["react-imports-only-the-contract", "packages/billing/src/react/server.ts", "../client/index"],
  ["billing-has-entries", "src/app/planted.ts", "../../packages/billing/src/react/deep"],
  ["billing-has-entries", "convex/shows.ts", "../packages/billing/src/component/http/any"],
  [
    "billing-has-entries",
    "convex/community/planted.ts",
    "../../packages/billing/src/component/public",
  ],
  ["one-file-knows-clerk", "src/app/knows.ts", "@clerk/clerk-react"],
  ["ui-is-a-leaf", "packages/ui/src/planted.ts", "../../billing/src/react/index"],
  ["shipped-code-imports-no-tests", "src/tested.ts", "../tests/fake"],
];
/** A file that imports the one that imports it. */
const BACK = ["convex/contract/two.ts", 'export type * from "./one";\n'] as const;
/** Code that looks like one of these violations, but is allowed. */
const allowed: [file: string, target: string][] = [
  ["convex/billing.ts", "../packages/billing/src/client/index"],
  ["convex/convex.config.ts", "../packages/billing/src/component/convex.config"],
  ["packages/billing/src/client/asks.ts", "../component/callOperation"],
  ["scripts/serves.ts", "../src/server/web-server"],
  ["packages/billing/src/component/hostedProvider/asks.ts", "../../direct/index"],
];

describe("import directions", () => {
  let copy: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "directions-"));
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"]) {
      await cp(join(ROOT, name), join(copy, name));
    }
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const all = [...planted.map(([, ...pair]) => pair), ...allowed];
    const found = all
      .filter(([, target]) => target.startsWith("."))
      .map(([file, target]) => [`${join(dirname(file), target)}.ts`, "export {};\n"] as const);
    const files = all.map(([file, target]) => [file, `export type * from "${target}";\n`] as const);
    for (const [file, text] of [...found, ...files, BACK]) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), text);
    }
  });

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true });
  });

  it("reports every planted violation, and no other import", async () => {
    const found = await violations(copy);
    const unnoticed = planted.map(([rule, file]) => `${rule} ${file}`).filter((v) => !found.has(v));
    expect(unnoticed).toEqual([]);
    const files = [...found].map((violation) => violation.split(" ")[1]);
    expect(allowed.filter(([file]) => files.includes(file))).toEqual([]);
  }, 60_000);
});

/** "rule file" of everything a cruise reports. */
async function violations(root: string): Promise<Set<string>> {
  const args = ["depcruise", "--output-type", "json", "convex", "src", "scripts", "packages"];
  const { stdout } = await run("npx", args, { cwd: root, maxBuffer: 1 << 28 }).catch(
    // A cruise with violations exits with their number, so only the report counts.
    (error: unknown) => error as { stdout: string },
  );
  const report = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return new Set(report.summary.violations.map((found) => `${found.rule.name} ${found.from}`));
}
