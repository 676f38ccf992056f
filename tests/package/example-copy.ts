import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);
export const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "packages/billing");
const MINIMAL = join(ROOT, "examples/minimal");

/** A new host's copy of the example, with the package as npm would publish it. */
export interface StrangersApp {
  folder: string;
  /** The installed package. */
  installed: string;
  remove: () => Promise<void>;
}

/** Packs the package, and installs the tarball in a copy of the example. */
export async function installExample(): Promise<StrangersApp> {
  // Inside this project, so that the package's dependencies are found without a network.
  await mkdir(join(ROOT, ".local"), { recursive: true });
  const folder = await mkdtemp(join(ROOT, ".local/example-"));
  const installed = join(folder, "node_modules/@spotlight/billing");
  await cp(MINIMAL, folder, { recursive: true });
  await mkdir(installed, { recursive: true });
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PACKAGE });
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm packed nothing");
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], { cwd: folder });
  return { folder, installed, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The variables that the example's own script makes. */
export async function makeVariables(folder: string): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, ["make-keys.mjs"], { cwd: folder });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => /^(\w+)="?(.*?)"?$/.exec(line));
  return Object.fromEntries(
    lines.map((found) => [found?.[1], found?.[2]?.replaceAll("\\n", "\n")]),
  ) as Record<string, string>;
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => probe.once("listening", listening));
  const address = probe.address();
  if (address === null || typeof address === "string") throw new Error("A port was asked for");
  await new Promise((closed) => probe.close(closed));
  return address.port;
}
