import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OUT, release } from "../../scripts/release";
import type { Run } from "../../scripts/release";

const manifest = (name: string) => ({ name, version: "0.2.0", license: "UNLICENSED" });
const FILES = {
  "package.json": manifest("spotlight"),
  "packages/billing/package.json": manifest("@spotlight/billing"),
  "packages/billing-direct/package.json": manifest("@spotlight/billing-direct"),
  "packages/convex-local/package.json": manifest("convex-local"),
  "examples/minimal/package.json": {
    name: "minimal",
    dependencies: { "@spotlight/billing": "^0.2.0", react: "^19.0.0" },
    devDependencies: { "convex-local": "^0.2.0" },
  },
  "package-lock.json": {
    version: "0.2.0",
    packages: { "": { version: "0.2.0" }, "packages/billing": { version: "0.2.0" } },
  },
};
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0\n\n- Old.\n";

let root: string;
let calls: string[];
let failing: string;

const run: Run = (program, ...args) => {
  if (program === "git") return execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const call = args.join(" ");
  calls.push(call);
  if (failing !== "" && call.startsWith(failing)) throw new Error(`${call} failed`);
  // As npm does, it fails without its folder.
  if (args[0] === "pack") writeFileSync(join(root, OUT, `${calls.length}.tgz`), "");
  return "";
};
const read = (file: string) => readFileSync(join(root, file), "utf8");

function write(file: string, content: string | object): void {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function commit(): void {
  run("git", "add", ".");
  run("git", "commit", "--quiet", "--message", "A change");
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "release-"));
  calls = [];
  failing = "";
  run("git", "init", "--quiet", "--initial-branch", "main");
  for (const [name, value] of ["name", "email"].map((field) => [`user.${field}`, "o@x.example"]))
    run("git", "config", name ?? "", value ?? "");
  for (const [file, content] of Object.entries(FILES)) write(file, content);
  write("CHANGELOG.md", CHANGELOG);
  write("packages/billing/CHANGELOG.md", CHANGELOG);
  write(".gitignore", `${OUT}/\n`);
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

const make = (version = "0.10.0") => release({ root, version, date: "2026-12-01", run });

it("checks, names the version everywhere, packs, and commits with a tag", () => {
  write(`${OUT}/older.tgz`, "");
  make();
  expect(readdirSync(join(root, OUT))).toEqual(["6.tgz"]);
  expect(calls.map((call) => call.split(" --workspace")[0])).toEqual([
    ...["run", "run", "run", "test", "run test:examples", "pack"],
  ]);
  for (const file of Object.keys(FILES).filter((name) => !name.startsWith("examples")))
    expect(read(file).match(/"version": ".*"/g)).toContain('"version": "0.10.0"');
  expect(read("package-lock.json")).not.toContain("0.2.0");
  expect(JSON.parse(read("examples/minimal/package.json"))).toEqual({
    name: "minimal",
    dependencies: { "@spotlight/billing": "^0.10.0", react: "^19.0.0" },
    devDependencies: { "convex-local": "^0.10.0" },
  });
  for (const file of ["CHANGELOG.md", "packages/billing/CHANGELOG.md"])
    expect(read(file)).toContain("## Unreleased\n\n## 0.10.0 (2026-12-01)\n\n- New.\n\n## 0.2.0");
  expect(run("git", "log", "-1", "--format=%s %D")).toBe(
    "chore(release): 0.10.0 HEAD -> main, tag: v0.10.0\n",
  );
  expect(run("git", "status", "--porcelain")).toBe("");
});

it("refuses what would not be a release, before any check", () => {
  const expectRefusal = (why: string, version?: string) => expect(() => make(version)).toThrow(why);
  expectRefusal("Name the version: npm run release -- 1.2.3", "next");
  expectRefusal("0.2.0 is not newer than 0.2.0.", "0.2.0");
  expectRefusal("0.1.9 is not newer than 0.2.0.", "0.1.9");
  write("new.ts", "");
  expectRefusal("Commit your changes first.");
  rmSync(join(root, "new.ts"));
  run("git", "switch", "--quiet", "--create", "next");
  expectRefusal("Releases are made on main.");
  run("git", "switch", "--quiet", "main");
  run("git", "tag", "v0.10.0");
  expectRefusal("v0.10.0 exists.");
  run("git", "tag", "--delete", "v0.10.0");
  write("packages/billing/CHANGELOG.md", CHANGELOG.replace("- New.\n\n", ""));
  commit();
  expectRefusal('packages/billing/CHANGELOG.md has no entries under "Unreleased".');
  expect(calls).toEqual([]);
});

it.each(["test", "pack"])("leaves everything as it was when `npm %s` fails", (step) => {
  failing = step;
  const before = run("git", "rev-parse", "HEAD");
  expect(make).toThrow("failed");
  expect(run("git", "status", "--porcelain")).toBe("");
  expect(run("git", "rev-parse", "HEAD")).toBe(before);
  expect(run("git", "tag")).toBe("");
});
