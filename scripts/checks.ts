import { existsSync, readFileSync, rmSync } from "node:fs";
import { countTests, sayCounts, type Counts } from "./counts";
import { spawnNpm } from "./npm.mjs";
import { endOnSignals, type Running } from "./stop";

/** One step: what people call it, and the npm script with its arguments. */
interface Step {
  name: string;
  script: readonly string[];
  /** `live`: as it comes. `failed`: in one piece, when it has failed. */
  shown: "live" | "failed";
}

const RESULTS = { unit: "test-results/unit.json", browser: "test-results/browser.json" };

const step = (name: string, ...script: string[]): Step => ({ name, script, shown: "failed" });
const live = (...named: Parameters<typeof step>): Step => ({ ...step(...named), shown: "live" });

/** Steps of one row run side by side. Lint uses one core for as long as the tests use the others. */
const ROWS: readonly (readonly Step[])[] = [
  [
    step("types", "typecheck"),
    step("format", "format:check"),
    step("import directions", "deps"),
    step("unused code", "unused"),
  ],
  [
    step("lint", "lint"),
    live(
      "unit, property, Convex and component tests",
      ...["test:unit", "--", "--reporter=default", "--reporter=json"],
      `--outputFile.json=${RESULTS.unit}`,
    ),
  ],
  [live("build", "build")],
  [live("browser tests", "test:e2e")],
];

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs one step. */
async function run({ name, script, shown }: Step, running: Running): Promise<boolean> {
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
  if (!passed) console.log(Buffer.concat(output).toString());
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds(began)})`);
  return passed;
}

/** The counts that the test runners wrote down; null where one did not get that far. */
function readCounts(): Counts[] {
  return Object.values(RESULTS).flatMap((file) =>
    existsSync(file) ? [countTests(JSON.parse(readFileSync(file, "utf8")))] : [],
  );
}

/** `npm test`: every check, the quick ones first; stops at the first row that fails. */
export async function main(): Promise<void> {
  const running = endOnSignals(1);
  const began = Date.now();
  for (const file of Object.values(RESULTS)) rmSync(file, { force: true });
  let passed = true;
  for (const row of ROWS) {
    const results = await Promise.all(row.map((each) => run(each, running)));
    passed = results.every(Boolean);
    if (!passed) break;
  }
  const counts = readCounts();
  console.log(`\n${passed ? "All checks passed" : "Stopped: a check failed"} (${seconds(began)}).`);
  if (counts.length > 0) console.log(sayCounts(counts));
  process.exit(passed ? 0 : 1);
}
