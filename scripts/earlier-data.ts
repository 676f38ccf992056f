import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseOrNull } from "../packages/convex-local/src/codec/json";
import { readLines } from "../packages/convex-local/src/store/log";
import { Refusal } from "./refusal";

/**
 * A database file: packages/convex-local/src/README.md, "Files". The snapshot is older than the
 * logs.
 */
const DATABASE_FILE = /^(?:snapshot|commits(?:-\d+)?\.log)$/;
/**
 * Tables of an earlier version, some of which have another name now. Each customer
 * has a row in one.
 */
const EARLIER_TABLES = [
  ...["features", "identities", "heldProducts", "billing/heldProducts"],
  ...["ties", "noticeCounts", "spentSeats", "strayMarks"],
];
/** The current table with a row for each customer. */
const PRESENT_TABLE = "billing/subscriptions";

/**
 * The parts of a line that are read here: tables and their numbers, written rows, rows of a
 * snapshot.
 */
interface Line {
  n?: [table: string, number: number][];
  w?: [table: string, ...row: unknown[]][];
  d?: [table: string, rows: unknown];
}

/**
 * Refuses a folder with the tables of an earlier version. Reads up to the first line with a table
 * that only one version has, which the first sign-up writes.
 */
export function refuseEarlierData(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const files = readdirSync(dataDir).filter((name) => DATABASE_FILE.test(name));
  const oldestFirst = files.sort((a, b) => ageOf(b) - ageOf(a));
  for (const file of oldestFirst) {
    for (const line of readLines(join(dataDir, file))) {
      const { n = [], w = [], d } = (parseOrNull(line.toString()) ?? {}) as Line;
      const named = [...n, ...w, ...(d ? [d] : [])].map(([table]) => table);
      if (named.some((table) => EARLIER_TABLES.includes(table)))
        throw new Refusal(wordsFor(dataDir));
      if (named.includes(PRESENT_TABLE)) return;
    }
  }
}

/** A larger number is an older file. */
function ageOf(file: string): number {
  if (file === "snapshot") return Infinity;
  const generation = /\d+/.exec(file)?.[0];
  return generation === undefined ? 0 : 1 / Number(generation);
}

function wordsFor(dataDir: string): string {
  return (
    `The data in ${dataDir} is of a version before the first release, which stored it under other names: ` +
    "move that folder away, or choose another with DATA_DIR=<folder> npm start."
  );
}
