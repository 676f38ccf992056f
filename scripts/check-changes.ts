import { execFileSync, spawnSync } from "node:child_process";
import { resolve } from "node:path";

const SOURCE = /\.(?:tsx?|mjs|js)$/;
/** The folders that ESLint checks, beside oxlint. */
const LINTED_TWICE =
  /^(?:convex|packages\/billing\/src\/(?:contract|component|client))\/(?!_generated\/)|^packages\/billing\/src\/react\/index\.ts$/;

function git(...args: string[]): string[] {
  return execFileSync("git", [...args, "-z"], { encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
}

/** Every file that differs from the last commit, or from the given one. */
function changedFiles(base: string): string[] {
  const changed = git("diff", "--name-only", "--diff-filter=d", base);
  return [...changed, ...git("ls-files", "--others", "--exclude-standard")].sort();
}

/** Runs a command of a package, and prints the result. */
function run(name: string, script: string, args: readonly string[]): boolean {
  const began = Date.now();
  const command = [resolve("node_modules", script), ...args];
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  return status === 0;
}

/** `npm run check [-- COMMIT]`: checks types, and for changed files format, lint and tests. */
function main([base = "HEAD"]: readonly string[]): void {
  const files = changedFiles(base);
  if (files.length === 0) {
    console.log(`Nothing differs from ${base}.`);
    return;
  }
  const sources = files.filter((file) => SOURCE.test(file));
  const twice = sources.filter((file) => LINTED_TWICE.test(file));
  const passed = [
    run("types", "typescript-native/bin/tsc", ["--noEmit", "--checkers", "1"]),
    run("format", "oxfmt/bin/oxfmt", ["--check", "--no-error-on-unmatched-pattern", ...files]),
    sources.length === 0 || run("lint", "oxlint/bin/oxlint", sources),
    twice.length === 0 || run("lint of Convex", "eslint/bin/eslint.js", twice),
    run("tests", "vitest/vitest.mjs", ["related", "--run", "--passWithNoTests", ...sources]),
  ];
  process.exit(passed.every(Boolean) ? 0 : 1);
}

main(process.argv.slice(2));
