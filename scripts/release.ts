import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./refusal";

const PACKAGES = ["packages/billing", "packages/billing-direct", "packages/convex-local"];
const CHANGELOGS = ["CHANGELOG.md", "packages/billing/CHANGELOG.md"];
const LOCKFILE = "package-lock.json";
/** The tarballs of the last release. Git ignores them. */
export const OUT = "release";
const UNRELEASED = "## Unreleased\n\n";

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Runs a program in the project's folder, and returns its output. Throws if it fails. */
export type Run = (program: "git" | "npm", ...args: string[]) => string;

interface Release {
  root: string;
  version: string;
  /** Such as 2026-11-27. */
  date: string;
  run: Run;
}

/**
 * Makes a release of all packages: checks, versions, changelogs, tarballs, commit and tag.
 * It pushes and publishes nothing. If a step fails, the files are as before.
 *
 * @throws {Refusal} Before any change: what stands in the way.
 */
export function release({ root, version, date, run }: Release): void {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const manifestOf = (folder: string) => JSON.parse(read(join(folder, "package.json"))) as Manifest;
  const released = PACKAGES.map(manifestOf);

  refuseVersion(version, released[0]?.version ?? "");
  if (run("git", "status", "--porcelain") !== "") throw new Refusal("Commit your changes first.");
  if (run("git", "branch", "--show-current").trim() !== "main")
    throw new Refusal("Releases are made on main.");
  if (run("git", "tag", "--list", tagOf(version)) !== "")
    throw new Refusal(`${tagOf(version)} exists.`);
  for (const file of CHANGELOGS)
    if (!/## Unreleased\n\n-/.test(read(file)))
      throw new Refusal(`${file} has no entries under "Unreleased".`);
  for (const name of PACKAGES) run("npm", "run", "--workspace", name, "prepublishOnly");
  run("npm", "test");
  run("npm", "run", "test:examples");

  const changed: string[] = [];
  const write = (file: string, text: string) => {
    changed.push(file);
    writeFileSync(join(root, file), text);
  };
  try {
    const names = released.map(({ name }) => name);
    for (const folder of ["", ...PACKAGES])
      write(join(folder, "package.json"), asJson({ ...manifestOf(folder), version }));
    for (const folder of readdirSync(join(root, "examples")).map((name) => `examples/${name}`))
      write(join(folder, "package.json"), asJson(withRanges(manifestOf(folder), names, version)));
    write(LOCKFILE, asJson(lockedAs(JSON.parse(read(LOCKFILE)) as Lockfile, version)));
    for (const file of CHANGELOGS)
      write(file, read(file).replace(UNRELEASED, `${UNRELEASED}## ${version} (${date})\n\n`));
    // npm does not create it, and would leave older tarballs in it.
    rmSync(join(root, OUT), { recursive: true, force: true });
    mkdirSync(join(root, OUT));
    const packed = PACKAGES.flatMap((folder) => ["--workspace", folder]);
    run("npm", "pack", ...packed, "--pack-destination", OUT);
    run("git", "add", ...changed);
    run("git", "commit", "--message", `chore(release): ${version}`);
  } catch (error) {
    run("git", "restore", "--staged", "--worktree", ...changed);
    throw error;
  }
  run("git", "tag", "--annotate", tagOf(version), "--message", `Version ${version}`);
}

const tagOf = (version: string) => `v${version}`;
const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function refuseVersion(version: string, last: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Refusal("Name the version: npm run release -- 1.2.3");
  const isNewer = version.localeCompare(last, "en", { numeric: true }) > 0;
  if (!isNewer) throw new Refusal(`${version} is not newer than ${last}.`);
}

/** Starters install the packages of the same release. */
function withRanges(manifest: Manifest, names: readonly string[], version: string): Manifest {
  for (const ranges of [manifest.dependencies, manifest.devDependencies])
    for (const name of names) if (ranges?.[name] !== undefined) ranges[name] = `^${version}`;
  return manifest;
}

interface Lockfile {
  version: string;
  packages: Record<string, { version?: string }>;
}

function lockedAs(lockfile: Lockfile, version: string): Lockfile {
  for (const folder of ["", ...PACKAGES]) {
    const row = lockfile.packages[folder];
    if (row) row.version = version;
  }
  return { ...lockfile, version };
}
