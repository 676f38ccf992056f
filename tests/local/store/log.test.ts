import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_KEYS } from "../../../local/codec/keys";
import { openDatabase } from "../../../local/store/database";
import type { Database, Doc } from "../../../local/store/types";
import { makeTempFolder } from "./temp-folder";

const quiet = { warn: () => undefined };

function contentsOf(database: Database): Doc[] {
  const tx = database.begin();
  const docs: Doc[] = [];
  for (const table of database.tableNames()) {
    const scan = tx.scan(table, "by_creation_time", ALL_KEYS, "asc");
    for (let step = scan.next(); step; step = scan.next()) docs.push(step.doc);
  }
  return docs;
}

function insert(database: Database, fields: Record<string, JSONValue>): void {
  const tx = database.begin();
  tx.insert("messages", fields);
  database.commit(tx);
}

/** A folder with these commits; its log as text. */
async function makeLog(notes: readonly string[]): Promise<{ dir: string; path: string }> {
  const dir = makeTempFolder();
  const database = openDatabase({ dir });
  for (const note of notes) insert(database, { note });
  await database.close();
  return { dir, path: join(dir, "commits.log") };
}

async function reopen(dir: string, warn: (line: string) => void = quiet.warn): Promise<Doc[]> {
  const database = openDatabase({ dir, warn });
  const docs = contentsOf(database);
  await database.close();
  return docs;
}

describe("the log", () => {
  it("cuts off a torn last line at whichever byte it ends, and says so", async () => {
    const { dir, path } = await makeLog(["one", "two", "drei 😀"]);
    const whole = readFileSync(path);
    const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = lastLine; end < whole.length; end++) {
      writeFileSync(path, whole.subarray(0, end));
      const warnings: string[] = [];
      const docs = await reopen(dir, (line) => warnings.push(line));
      expect(docs.map((doc) => doc.note)).toEqual(["one", "two"]);
      expect(readFileSync(path)).toEqual(whole.subarray(0, lastLine));
      const torn = end - lastLine;
      const expected = `${path}: removed ${torn} bytes of a commit that was never completed`;
      expect(warnings).toEqual(torn > 0 ? [expected] : []);
    }
  });

  it("begins anew when the kill came while the first line was written", async () => {
    const { dir, path } = await makeLog([]);
    const header = readFileSync(path);
    for (let end = 0; end < header.length; end++) {
      writeFileSync(path, header.subarray(0, end));
      expect(await reopen(dir)).toEqual([]);
      expect(readFileSync(path)).toEqual(header);
    }
  });

  it("accepts commits after a repair", async () => {
    const { dir, path } = await makeLog(["one"]);
    appendFileSync(path, '{"t":"9');
    const database = openDatabase({ dir, ...quiet });
    insert(database, { note: "two" });
    await database.close();
    expect((await reopen(dir)).map((doc) => doc.note)).toEqual(["one", "two"]);
  });

  it.each([
    ["a later version", '{"format":"spotlight-local","version":2}\n'],
    ["another program", "SQLite format 3\0"],
    ["an empty first line", "\n"],
  ])("refuses a file of %s and leaves it as it is", (_, text) => {
    const dir = makeTempFolder();
    const path = join(dir, "commits.log");
    writeFileSync(path, text);
    const open = () => openDatabase({ dir });
    expect(open).toThrow(expect.objectContaining({ code: "data_folder_incompatible" }));
    expect(open).toThrow(/Nothing was changed\. Start the version that wrote it/);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it.each([
    ["a file", "file"],
    ["a folder inside a file", join("file", "data")],
  ])("says that %s is no folder to write in", (_, name) => {
    const parent = makeTempFolder();
    writeFileSync(join(parent, "file"), "");
    const open = () => openDatabase({ dir: join(parent, name) });
    expect(open).toThrow(expect.objectContaining({ code: "data_folder_not_writable" }));
    expect(open).toThrow(
      /cannot be written to \(.*\)\. Make it writable, or choose another folder\./,
    );
  });

  it("refuses a file that is damaged before its end", async () => {
    const { dir, path } = await makeLog(["one", "two"]);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('"one"', '"one'));
    expect(() => openDatabase({ dir })).toThrow(
      expect.objectContaining({ code: "data_folder_damaged" }),
    );
  });

  it("reloads to the same documents, numbers and later timestamps, whatever was written", async () => {
    const action = fc.record({
      kind: fc.constantFrom("insert", "replace", "remove"),
      target: fc.nat(20),
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    const batches = fc.array(fc.array(action, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(batches, async (list) => {
        const dir = makeTempFolder();
        const database = openDatabase({ dir });
        for (const batch of list) {
          const tx = database.begin();
          for (const { kind, target, value } of batch) {
            const ids = contentsOf(database).map((doc) => doc._id);
            const id = ids[target % Math.max(ids.length, 1)];
            const isThere = id !== undefined && tx.get("messages", id) !== null;
            const fields = { value: value as JSONValue };
            if (kind === "insert" || !isThere) tx.insert("messages", fields);
            else if (kind === "replace") tx.replace("messages", id, fields);
            else tx.remove("messages", id);
          }
          database.commit(tx);
        }
        const before = JSON.parse(JSON.stringify(contentsOf(database))) as Doc[];
        const { ts } = database.head;
        await database.close();
        const again = openDatabase({ dir });
        expect(contentsOf(again)).toEqual(before);
        expect(again.head.ts >= ts).toBe(true);
        await again.close();
      }),
      { numRuns: 40 },
    );
  });

  it("keeps timestamps and creation times growing when the clock went back over a restart", async () => {
    const dir = makeTempFolder();
    const early = openDatabase({ dir, now: () => 2_000_000_000_000 });
    insert(early, { note: "one" });
    const { ts } = early.head;
    await early.close();
    const late = openDatabase({ dir, now: () => 1_000_000_000_000 });
    insert(late, { note: "two" });
    expect(late.head.ts).toBe(ts + 1n);
    expect(contentsOf(late).map((doc) => doc.note)).toEqual(["one", "two"]);
    await late.close();
  });

  it("with flush “group” resolves flushed() for every caller", async () => {
    const database = openDatabase({ dir: makeTempFolder(), flush: "group" });
    const flushes = Array.from({ length: 20 }, (_, n) => {
      insert(database, { n });
      return database.flushed();
    });
    await expect(Promise.all(flushes)).resolves.toHaveLength(20);
    await database.close();
  });
});
