import { existsSync, readFileSync, rmSync } from "node:fs";
import { countTests, sayCounts, type Counts } from "./counts";
import { spawnNpm } from "./npm.mjs";
import { endOnSignals, type Running } from "./stop";

/** One step: its name, and the npm script with its arguments. */
interface Step {
  name: string;
  script: readonly string[];
  /** `live`: prints the output as it comes. `failed`: at the end, if the step failed. */
  shown: "live" | "failed";
}

/** The result of a step, for the table at the end. */
interface Outcome {
  name: string;
  seconds: number;
  result: "passed" | "failed" | "not run";
}

const RESULTS = { unit: "test-results/unit.json", browser: "test-results/browser.json" };

const step = (name: string, ...script: string[]): Step => ({ name, script, shown: "failed" });
const live = (...named: Parameters<typeof step>): Step => ({ ...step(...named), shown: "live" });

/** Steps of one row run side by side, on two cores. */
const ROWS: readonly (readonly Step[])[] = [
  [
    step("types", "typecheck"),
    step("format", "format:check"),
    step("lint", "lint"),
    step("import directions", "deps"),
    step("unused code", "unused"),
    step("build", "build"),
  ],
  [
    live(
      "unit, property, Convex and component tests",
      ...["test:unit", "--", "--reporter=default", "--reporter=json"],
      `--outputFile.json=${RESULTS.unit}`,
    ),
  ],
  [live("browser tests", "test:e2e")],
];

const secondsSince = (began: number) => (Date.now() - began) / 1000;

/** Runs one step. */
async function run({ name, script, shown }: Step, running: Running): Promise<Outcome> {
  const began = Date.now();
  if (shown === "live") console.log(`\n▸ ${name}`);
  const child = spawnNpm(["run", "--silent", ...script], {
    stdio: shown === "live" ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  running.add(() => Promise.resolve(child.kill()));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const passed = await new Promise<boolean>((answer) => {
    child.once("error", () => answer(false));
    child.once("close", (code) => answer(code === 0));
  });
  const seconds = secondsSince(began);
  if (!passed) console.log(Buffer.concat(output).toString());
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
  return { name, seconds, result: passed ? "passed" : "failed" };
}

/** The counts of the test runners; null if one did not finish. */
function readCounts(): Counts[] {
  return Object.values(RESULTS).flatMap((file) =>
    existsSync(file) ? [countTests(JSON.parse(readFileSync(file, "utf8")))] : [],
  );
}

/** Prints steps, seconds and results in columns. */
export function sayTable(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes
    .map(({ name, seconds, result }) => {
      const time = result === "not run" ? "-" : `${seconds.toFixed(1)} s`;
      return `${name.padEnd(width)}  ${time.padStart(8)}  ${result}`;
    })
    .join("\n");
}

/** `npm test`: every check, the fast ones first; stops at the first row that fails. */
export async function main(): Promise<void> {
  const running = endOnSignals(1);
  const began = Date.now();
  for (const file of Object.values(RESULTS)) rmSync(file, { force: true });
  const outcomes: Outcome[] = [];
  for (const row of ROWS) {
    const stopped = outcomes.some(({ result }) => result !== "passed");
    const done = stopped
      ? row.map(({ name }): Outcome => ({ name, seconds: 0, result: "not run" }))
      : await Promise.all(row.map((each) => run(each, running)));
    outcomes.push(...done);
  }
  const passed = outcomes.every(({ result }) => result === "passed");
  const total: Outcome = {
    name: passed ? "all checks" : "all checks (stopped)",
    seconds: secondsSince(began),
    result: passed ? "passed" : "failed",
  };
  console.log(`\n${sayTable([...outcomes, total])}`);
  const counts = readCounts();
  if (counts.length > 0) console.log(sayCounts(counts));
  process.exit(passed ? 0 : 1);
}
