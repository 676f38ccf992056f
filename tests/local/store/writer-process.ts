import { writeSync } from "node:fs";
import { openDatabase } from "../../../local/store/database";

const [dir = ""] = process.argv.slice(2);
const database = openDatabase({ dir, warn: () => undefined });

/** Synchronous output: an id is told only after its commit, and no buffer holds it back. */
for (;;) {
  const tx = database.begin();
  const { _id } = tx.insert("messages", { text: "x".repeat(500) });
  database.commit(tx);
  writeSync(1, `${_id}\n`);
}
