import { statSync } from "node:fs";
import { relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { areaOf } from "./areas";

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** The number of killed mutants of a file. */
interface Score {
  file: string;
  killed: number;
  survived: number;
  aim: number;
}

/** Runs every mutant of a file or a folder. */
async function judge(path: string): Promise<Mutant[]> {
  const isFolder = statSync(path).isDirectory();
  // vitest.config.ts, which runs in separate processes, selects the tests of an area.
  Object.assign(process.env, { MUTATED: path, CASES: "few" });
  const mutants = await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: true, dir: "." },
    coverageAnalysis: "perTest",
    // A mutant that only runs at load time would need a run of every test.
    ignoreStatic: true,
    concurrency: 2,
    mutate: [isFolder ? `${path.replace(/\/$/, "")}/**/*.{ts,tsx}` : path],
    ignorePatterns: ["dist", "examples", "test-results", ".local"],
    tempDirName: ".mutation",
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
  }).runMutationTest();
  return mutants.map((mutant) => ({ ...mutant, fileName: relative("", mutant.fileName) }));
}

const wasKilled = ({ status }: Mutant) => status === "Killed" || status === "Timeout";
const survived = ({ status }: Mutant) => status === "Survived" || status === "NoCoverage";

function say({ fileName, location, status, replacement, mutatorName }: Mutant): string {
  const { line, column } = location.start;
  const change = replacement.replaceAll(/\s+/g, " ").slice(0, 100);
  return `${status} ${fileName}:${line}:${column} ${mutatorName}: ${change}`;
}

function score(mutants: readonly Mutant[]): Score[] {
  const files = [...new Set(mutants.map(({ fileName }) => fileName))].sort();
  return files.map((file) => {
    const own = mutants.filter(({ fileName }) => fileName === file);
    return {
      file,
      killed: own.filter(wasKilled).length,
      survived: own.filter(survived).length,
      aim: areaOf(file).aim,
    };
  });
}

const percentOf = ({ killed, survived: alive }: Pick<Score, "killed" | "survived">) =>
  (100 * killed) / Math.max(1, killed + alive);

/** `npm run test:mutation -- PATH [PATH …]`: each survivor with its place, then a table. */
async function main(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) throw new Error("Name files or folders: npm run test:mutation -- PATH");
  let passed = true;
  for (const path of paths) {
    const mutants = await judge(path);
    for (const mutant of mutants.filter(survived)) console.log(say(mutant));
    const scores = score(mutants);
    for (const row of scores)
      console.log(
        `${percentOf(row).toFixed(0).padStart(4)} %  ${row.killed}/${row.killed + row.survived}  ${row.file}`,
      );
    const all = scores.reduce(
      (sum, { killed, survived: alive }) => ({
        killed: sum.killed + killed,
        survived: sum.survived + alive,
      }),
      { killed: 0, survived: 0 },
    );
    const { aim } = areaOf(path);
    console.log(`${percentOf(all).toFixed(1)} % of ${path} were killed; the aim is ${aim} %.`);
    passed &&= percentOf(all) >= aim;
  }
  process.exit(passed ? 0 : 1);
}

await main(process.argv.slice(2));
