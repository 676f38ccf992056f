import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseOrNull } from "../local/codec/json";
import { readLines } from "../local/store/log";
import { Refusal } from "./refusal";

/** A file of the database: local/README.md, "Files". The snapshot is older than the logs. */
const DATABASE_FILE = /^(?:snapshot|commits(?:-\d+)?\.log)$/;
/** What only billing stores, and every start stored, when its tables were the site's own. */
const BILLING_ROWS = ["features", "identities", "heldProducts"];
/** Tables of the component have its name before theirs. */
const IN_COMPONENT = /^billing\//;

/** What is read here of a line: tables and their numbers, rows that were written, rows of a snapshot. */
interface Line {
  n?: [table: string, number: number][];
  w?: [table: string, ...row: unknown[]][];
  d?: [table: string, rows: unknown];
}

/**
 * Refuses a folder in which billing's rows are among the site's own. Reads up to the first line
 * that tells: one of the first, since each start installs the catalogue.
 */
export function refuseEarlierData(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const files = readdirSync(dataDir).filter((name) => DATABASE_FILE.test(name));
  const oldestFirst = files.sort((a, b) => ageOf(b) - ageOf(a));
  for (const file of oldestFirst) {
    for (const line of readLines(join(dataDir, file))) {
      const { n = [], w = [], d } = (parseOrNull(line.toString()) ?? {}) as Line;
      if (n.some(([table]) => IN_COMPONENT.test(table))) return;
      const written = [...w, ...(d ? [d] : [])].map(([table]) => table);
      if (written.some((table) => BILLING_ROWS.includes(table)))
        throw new Refusal(wordsFor(dataDir));
    }
  }
}

/** The larger, the older. */
function ageOf(file: string): number {
  if (file === "snapshot") return Infinity;
  const generation = /\d+/.exec(file)?.[0];
  return generation === undefined ? 0 : 1 / Number(generation);
}

function wordsFor(dataDir: string): string {
  return (
    `The data in ${dataDir} is of a version before the first release, which stored billing elsewhere: ` +
    "move that folder away, or choose another with DATA_DIR=<folder> npm start."
  );
}
