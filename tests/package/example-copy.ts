import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv, promisify } from "node:util";

export const run = promisify(execFile);
export const ROOT = join(import.meta.dirname, "../..");
const COMPILER = join(ROOT, "node_modules/typescript-native/bin/tsc");

const PACKAGES = {
  "@spotlight/billing": "packages/billing",
  "@spotlight/billing-direct": "packages/billing-direct",
  "convex-local": "packages/convex-local",
};

/** Generous, because a busy machine is slow, not wrong. */
export const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** A new host's copy of an example, with packages as npm would publish them. */
export interface StrangersApp {
  folder: string;
  /** The installed package of billing. */
  installed: string;
  remove: () => Promise<void>;
}

/** A package's tarball. */
export interface Packed {
  name: keyof typeof PACKAGES;
  tarball: string;
}

/**
 * A folder for a test's files. It is inside this project, so that the dependencies
 * of packages are found without a network.
 */
export async function makeFolder(name: string): Promise<string> {
  await mkdir(join(ROOT, ".local"), { recursive: true });
  return await mkdtemp(join(ROOT, `.local/${name}-`));
}

/**
 * Packs a package as npm would publish it.
 *
 * @param to - The folder for the tarball.
 */
export async function pack(name: Packed["name"], to: string): Promise<Packed> {
  const options = { cwd: join(ROOT, PACKAGES[name]) };
  // What `prepack` does, without the reference: TypeDoc takes eight seconds.
  for (const script of ["build", "docs"]) {
    await run("npm", ["run", "--silent", "--if-present", script], options);
  }
  const how = ["--silent", "--ignore-scripts", "--pack-destination", to];
  const { stdout } = await run("npm", ["pack", ...how], options);
  return { name, tarball: join(to, basename(stdout.trim().split("\n").at(-1) ?? "")) };
}

/** Installs tarballs in a copy of an example. */
export async function installExample(
  example: string,
  packages: readonly Packed[],
): Promise<StrangersApp> {
  const folder = await makeFolder(example);
  const modules = join(folder, "node_modules");
  await cp(join(ROOT, "examples", example), folder, { recursive: true });
  for (const { name, tarball } of packages) {
    await mkdir(join(modules, name), { recursive: true });
    await run("tar", ["-xzf", tarball, "-C", join(modules, name), "--strip-components=1"]);
  }
  if (packages.some(({ name }) => name === "convex-local")) {
    await mkdir(join(modules, ".bin"));
    await symlink("../convex-local/dist/cli.js", join(modules, ".bin/convex-local"));
  }
  return strangersApp(folder);
}

/** Installs tarballs in a copy outside of this project, with their dependencies from npm. */
export async function installFromNpm(
  example: string,
  packages: readonly Packed[],
): Promise<StrangersApp> {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  await cp(join(ROOT, "examples", example), folder, { recursive: true });
  const tarballs = packages.map(({ tarball }) => tarball);
  const quietly = ["--no-audit", "--no-fund", "--loglevel", "error"];
  await run("npm", ["install", ...quietly, ...tarballs], { cwd: folder });
  return strangersApp(folder);
}

function strangersApp(folder: string): StrangersApp {
  const installed = join(folder, "node_modules/@spotlight/billing");
  return { folder, installed, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Checks the types of an app, with its own settings. */
export async function checkTypes(folder: string): Promise<void> {
  const project = ["-p", folder, "--checkers", "1"];
  await run(process.execPath, [COMPILER, ...project], { cwd: ROOT }).catch((error: unknown) => {
    throw new Error(`It does not type-check:\n${(error as { stdout: string }).stdout}`);
  });
}

/** The number of lines of an app that its author wrote, without comments and empty lines. */
export async function countLines(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true });
  const written = paths.filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !/node_modules|_generated/.test(path),
  );
  const texts = await Promise.all(written.map((path) => readFile(join(folder, path), "utf8")));
  return texts.flatMap((text) => text.split("\n")).filter((line) => /^\s*[^\s/*]/.test(line))
    .length;
}

/** The variables that the example's own script creates. */
export async function makeVariables(folder: string): Promise<Record<string, string>> {
  await run(process.execPath, ["make-keys.mjs"], { cwd: folder });
  return parseEnv(await readFile(join(folder, "keys.env"), "utf8")) as Record<string, string>;
}

/** Runs an example as its README says, on free ports. `serve`: the page's server, without its port. */
export async function startExample(folder: string, serve: string) {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const own = ["--port", "0", "--env", `SITE_ORIGIN=${site}`, "--start", `${serve} --port ${port}`];
  // Next.js reads no .env.local in tests.
  const env = { ...process.env, NODE_ENV: undefined };
  const child = spawn("npm", ["run", "dev", "--", ...own], { cwd: folder, detached: true, env });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && child.exitCode === null;) {
    const answer = await fetch(site).catch(() => null);
    if (answer?.ok) return { site, stop, printed: () => printed };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await stop();
  throw new Error(`The example did not start:\n${printed}`);
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
