import { spawnSync } from "node:child_process";
import { statSync, writeFileSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { areaOf } from "./areas";

const TEMP = ".mutation";

/** Stryker's settings for the mutants of one path. */
function settingsFor(path: string) {
  const mutated = statSync(path).isDirectory() ? `${path.replace(/\/$/, "")}/**/*.{ts,tsx}` : path;
  return {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "tests/mutation/vitest.config.ts" },
    coverageAnalysis: "perTest",
    // A mutant that only runs while files load would cost a run of every test.
    ignoreStatic: true,
    concurrency: 2,
    mutate: [mutated],
    ignorePatterns: ["dist", "dist-billing", "examples", "test-results", ".local"],
    tempDirName: `${TEMP}/copies`,
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: {
      allowColor: false,
      allowEmojis: false,
      logTests: false,
      reportTests: false,
      reportScoreTable: true,
    },
    allowConsoleColors: false,
    thresholds: { high: 100, low: areaOf(path).aim, break: areaOf(path).aim },
  };
}

/** `npm run test:mutation -- PATH [PATH …]`: each survivor with its place, then the table. */
function main(paths: readonly string[]): void {
  if (paths.length === 0) throw new Error("Name a file or a folder: npm run test:mutation -- PATH");
  mkdirSync(TEMP, { recursive: true });
  const results = paths.map((path) => {
    const config = resolve(TEMP, "stryker.config.json");
    writeFileSync(config, JSON.stringify(settingsFor(path)));
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", config],
      { stdio: "inherit", env: { ...process.env, MUTATED: path, CASES: "few" } },
    );
    return status === 0;
  });
  process.exit(results.every(Boolean) ? 0 : 1);
}

main(process.argv.slice(2));
