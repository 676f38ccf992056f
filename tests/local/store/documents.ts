import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { builtInTrees } from "../../../packages/convex-local/src/store/build";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";
import type { Contents } from "../../../packages/convex-local/src/store/snapshot";
import type { Doc } from "../../../packages/convex-local/src/store/state";

/** The documents of the table `t`, the oldest first. */
export const docsOf = (database: Database): Doc[] => [...database.begin().all("t")];

/** Of `insert`ed documents. */
export const numbersIn = (database: Database): unknown[] => docsOf(database).map((doc) => doc.n);

export function insert(
  database: Database,
  table: string,
  fields: Record<string, number> = {},
): Doc {
  const tx = database.begin();
  const doc = tx.insert(table, fields);
  database.commit(tx);
  return doc;
}

/** A new document, or one that replaces another. */
export function write(database: Database, text: string, before?: Doc): Doc {
  const tx = database.begin();
  const doc = before ? tx.replace("t", before._id, { text }) : tx.insert("t", { text });
  database.commit(tx);
  return doc;
}

export function remove(database: Database, { _id }: Doc): void {
  const tx = database.begin();
  tx.remove("t", _id);
  database.commit(tx);
}

/** The data after a restart. */
export function reopened(dir: string): Doc[] {
  const database = openDatabase({ dir, warn: () => undefined });
  const docs = docsOf(database);
  database.close();
  return docs;
}

export const logOf = (dir: string) => join(dir, "commits.log");

/** The files of a folder that contain its documents. */
export const namesIn = (dir: string) =>
  readdirSync(dir).filter((name) => name !== "lock" && name !== "spare");

export const bytesIn = (dir: string) =>
  namesIn(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);

export const textIn = (dir: string) =>
  namesIn(dir)
    .map((name) => readFileSync(join(dir, name), "latin1"))
    .join("");

/** The content of a snapshot with these documents of the table `t`. */
export const contentsOf = (docs: readonly Doc[], more: Partial<Contents> = {}): Contents => ({
  generation: 3,
  state: { ts: 9n, trees: new Map(builtInTrees("t", docs)), indexes: new Map() },
  numbers: [["t", 10_001]],
  checkedSchema: null,
  answers: [{ f: [["s", 1, 5]] }],
  hasAnswers: true,
  lastCreationMs: 7,
  ...more,
});
