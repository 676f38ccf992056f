import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ACCOUNTS_DEFECTS } from "./accounts";
import { CLIENT_DEFECTS } from "./client";
import { COMMUNITY_DEFECTS } from "./community";
import type { Defect } from "./defect";
import { ENGINE_DEFECTS } from "./engine";
import { LOCAL_DEFECTS } from "./local";
import { MAIL_DEFECTS } from "./mail";
import { SITE_DEFECTS } from "./site";

const AREAS: Record<string, readonly Defect[]> = {
  engine: ENGINE_DEFECTS,
  community: COMMUNITY_DEFECTS,
  accounts: ACCOUNTS_DEFECTS,
  mail: MAIL_DEFECTS,
  local: LOCAL_DEFECTS,
  client: CLIENT_DEFECTS,
  site: SITE_DEFECTS,
};
/**
 * Long enough for the tests of any one module, even on a busy machine. A test that never ends
 * counts as a failure.
 */
const LIMIT_MS = 900_000;

interface Outcome {
  area: string;
  defect: Defect;
  /** The first failing test; null if none fails. */
  caughtBy: string | null;
  seconds: number;
}

/** A copy of the working tree, so that defects never enter it. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "planted-"));
  const { stdout } = spawnSync("git", ["ls-files", "-zco", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of stdout.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  for (const modules of ["node_modules", "packages/billing/node_modules"])
    symlinkSync(resolve(modules), join(copy, modules));
  return copy;
}

/** Runs every test that reaches the file, until one fails. */
function firstFailure(copy: string, file: string): string | null {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "related", file, "--run", "--bail=1"],
      ...["--silent", "--reporter=default"],
      ...["--root=.", "--config=tests/planted/vitest.config.ts"],
    ],
    {
      cwd: copy,
      encoding: "utf8",
      timeout: LIMIT_MS,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, PLANTED: file, NO_COLOR: "1", FORCE_COLOR: "0" },
    },
  );
  if (status === 0) return null;
  const failures = [...(stdout + stderr).matchAll(/FAIL\s+(.*)/g)].map(([, name = ""]) => name);
  // A file interrupted by the first failure is listed too, without the name of a test.
  return failures.find((name) => name.includes(" > ")) ?? failures[0] ?? "the run did not end";
}

function plant(copy: string, area: string, defect: Defect): Outcome {
  const path = join(copy, defect.file);
  const sound = readFileSync(path, "utf8");
  if (sound.split(defect.find).length !== 2)
    throw new Error(`${defect.id}: \`find\` has to occur in ${defect.file} exactly once`);
  const began = Date.now();
  writeFileSync(
    path,
    sound.replace(defect.find, () => defect.replace),
  );
  const caughtBy = firstFailure(copy, defect.file);
  writeFileSync(path, sound);
  return { area, defect, caughtBy, seconds: (Date.now() - began) / 1000 };
}

function say({ area, defect, caughtBy, seconds }: Outcome): string {
  const verdict = caughtBy === null ? "NOT CAUGHT" : `caught by ${caughtBy}`;
  return `${caughtBy === null ? "✗" : "✓"} ${area}/${defect.id} (${seconds.toFixed(0)} s): ${defect.what}\n    ${verdict}`;
}

/** Plants each defect whose `area/id` contains one of the words; all of them without words. */
function main(words: readonly string[]): void {
  const chosen = Object.entries(AREAS)
    .flatMap(([area, defects]) => defects.map((defect) => ({ area, defect })))
    .filter(
      ({ area, defect }) =>
        words.length === 0 || words.some((word) => `${area}/${defect.id}`.includes(word)),
    );
  if (chosen.length === 0) throw new Error("No planted defect has such a name.");
  const copy = copyTree();
  const outcomes: Outcome[] = [];
  for (const { area, defect } of chosen) {
    const outcome = plant(copy, area, defect);
    outcomes.push(outcome);
    console.log(`${outcomes.length}/${chosen.length} ${say(outcome)}`);
  }
  rmSync(copy, { recursive: true });
  const caught = outcomes.filter(({ caughtBy }) => caughtBy !== null).length;
  console.log(`\n${caught} of ${outcomes.length} planted defects were caught.`);
  process.exit(caught === outcomes.length ? 0 : 1);
}

main(process.argv.slice(2));
