import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { writePrivately } from "../src/server/private-files";
import { loadAdminKey, proofOf } from "../src/server/secrets";
import { exitCodeOf } from "./exit-code";
import { UsageError } from "./options";

/** Where a backend answers, and the key that opens it. */
export interface Target {
  url: string;
  adminKey: string;
}

const ADDRESS = "address";

/** Stores in the data folder where its backend answers, for commands that come later. */
export function noteAddress(dataDir: string, url: string): void {
  writePrivately(join(dataDir, ADDRESS), `${url}\n`);
}

/** The backend of a data folder. @throws UsageError when it is not running */
export async function findRunning(dataDir: string): Promise<Target> {
  const path = join(dataDir, ADDRESS);
  if (existsSync(path)) {
    const url = readFileSync(path, "utf8").trim();
    const target = { url, adminKey: loadAdminKey(dataDir) };
    if (await isServing(target)) return target;
  }
  throw new UsageError(`No backend serves ${dataDir}. Start one first: convex-local dev`);
}

/** Checks the backend first: another program on this port must not get the key. */
async function isServing({ url, adminKey }: Target): Promise<boolean> {
  const challenge = randomUUID();
  const answer = await fetch(`${url}/api/proof/${challenge}`).catch(() => null);
  return (await answer?.text()) === proofOf(adminKey, url, challenge);
}

/** The command line of the project's own convex package. @throws UsageError */
function cliOf(project: string): string {
  const { resolve } = createRequire(join(project, "package.json"));
  try {
    return join(dirname(resolve("convex/package.json")), "bin/main.js");
  } catch {
    throw new UsageError("The package convex is not installed here: npm install convex");
  }
}

/** Runs a command of the Convex CLI against a backend, in this terminal. Returns its exit code. */
export function runConvex(project: string, target: Target, command: string[]): Promise<number> {
  const child = start(project, target, command, "inherit");
  return new Promise((resolve) => child.on("close", (...how) => resolve(exitCodeOf(...how))));
}

/** Writes `_generated`. Returns null, or the CLI's output if it fails. */
export async function generate(
  project: string,
  target: Target,
  typecheck: "enable" | "disable" = "disable",
): Promise<string | null> {
  const child = start(project, target, ["codegen", "--typecheck", typecheck], "pipe");
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const printed = child.stderr === null ? "" : await text(child.stderr);
  return (await closed) === 0 ? null : printed.trim();
}

function start(project: string, target: Target, command: string[], output: "inherit" | "pipe") {
  const stdio = output === "inherit" ? output : (["ignore", "ignore", "pipe"] as const);
  const env = { ...process.env, ...selecting(target) };
  const args = [cliOf(project), ...command, "--url", target.url];
  return spawn(process.execPath, args, { cwd: project, env, stdio: stdio as "inherit" });
}

/**
 * Variables, because all users of a machine can read arguments. Empty values override those of
 * `.env.local`.
 */
const selecting = ({ url, adminKey }: Target) => ({
  CONVEX_SELF_HOSTED_URL: url,
  CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
  CONVEX_DEPLOYMENT: "",
  CONVEX_DEPLOY_KEY: "",
  CONVEX_DEPLOYMENT_TOKEN: "",
});
