import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runConvex } from "../../packages/convex-local/cli/convex-cli";
import { startBackend } from "../../packages/convex-local/src/main";
import { CHECKS, FUNCTIONS, seenOn } from "./checks";

const USAGE = "npm run conformance [-- --url URL (--admin-key KEY | --no-push)]";

async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Pushes the functions with the official command line, as users do. */
function push(url: string, adminKey: string): Promise<void> {
  return inFolder(async (dir) => {
    cpSync(FUNCTIONS, join(dir, "convex"), { recursive: true });
    cpSync(join(FUNCTIONS, "../component"), join(dir, "component"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
    const project = { name: "conformance", dependencies: { convex: "*" } };
    writeFileSync(join(dir, "package.json"), JSON.stringify(project));
    const command = ["deploy", "--typecheck", "disable", "--codegen", "disable"];
    const code = await runConvex(dir, { url, adminKey }, command);
    if (code !== 0) throw new Error("The functions were not pushed.");
  });
}

/** The results, by name. */
async function seen(url: string): Promise<Map<string, string>> {
  const results = new Map<string, string>();
  for (const check of CHECKS) {
    const problem = await seenOn(url, check);
    results.set(check.name, problem === null ? "yes" : `NO: ${problem.split("\n")[0] ?? ""}`);
  }
  return results;
}

const seenLocally = () =>
  inFolder(async (dir) => {
    const backend = await startBackend({
      functions: FUNCTIONS,
      dataDir: dir,
      port: 0,
      sitePort: 0,
    });
    try {
      return await seen(backend.url);
    } finally {
      await backend.close();
    }
  });

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      "admin-key": { type: "string" },
      // For a deployment that serves the functions already.
      "no-push": { type: "boolean", default: false },
    },
  });
  const { url, "admin-key": adminKey } = values;
  const isPushed = values["no-push"];
  if ((url === undefined) !== (adminKey === undefined && !isPushed)) throw new Error(USAGE);
  const local = await seenLocally();
  if (url !== undefined && adminKey !== undefined && !isPushed) await push(url, adminKey);
  const remote = url === undefined ? null : await seen(url);
  console.log("| area | row | local | remote |\n| --- | --- | --- | --- |");
  for (const { area, name } of CHECKS)
    console.log(`| ${area} | ${name} | ${local.get(name)} | ${remote?.get(name) ?? "not run"} |`);
  const all = [...local.values(), ...(remote?.values() ?? [])];
  if (all.some((result) => result !== "yes")) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
