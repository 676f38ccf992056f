import { writeSync } from "node:fs";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Durability } from "../../../packages/convex-local/src/store/database";

/** The number of the first request: one without a response is sent again. */
const [dir = "", durability = "process", first = "0"] = process.argv.slice(2);
// So short that a snapshot is being written most of the time.
const database = openDatabase({
  dir,
  durability: durability as Durability,
  minLogBytes: 20_000,
  warn: () => undefined,
});

/** A request is one number: it adds a document, and increments the session's counter. */
for (let requestId = Number(first); ; requestId += 1) {
  const request = { sessionId: "s", requestId };
  if (database.findAnswer(request) === null) {
    const tx = database.begin();
    const [counter] = [...tx.scan("counter", "by_creation_time", { lo: "", hi: "\xff" }, "asc")];
    if (counter) tx.replace("counter", counter.doc._id, { n: Number(counter.doc.n) + 1 });
    else tx.insert("counter", { n: 1 });
    tx.insert("messages", { requestId, text: "x".repeat(500) });
    database.commit(tx, { ...request, value: null, logLines: [] });
    await database.saved();
  }
  // Synchronous output without a buffer, so that a request is printed only once it is safe.
  writeSync(1, `${requestId}\n`);
  if (requestId % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
}
