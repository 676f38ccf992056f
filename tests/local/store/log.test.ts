import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ALL_KEYS } from "../../../packages/convex-local/src/codec/keys";
import { Database, openDatabase } from "../../../packages/convex-local/src/store/database";
import { encodeHeader, encodeRecord } from "../../../packages/convex-local/src/store/format";
import type { Doc } from "../../../packages/convex-local/src/store/state";
import { casesOf } from "../../cases";
import { makeTempFolder } from "./temp-folder";

const quiet = { warn: () => undefined };

function contentsOf(database: Database): Doc[] {
  const scan = database.begin().scan("messages", "by_creation_time", ALL_KEYS, "asc");
  return [...scan].map(({ doc }) => doc);
}

function insert(database: Database, fields: Record<string, JSONValue>): void {
  const tx = database.begin();
  tx.insert("messages", fields);
  database.commit(tx);
}

/** A folder with these commits; its log as text. */
function makeLog(notes: readonly string[]): { dir: string; path: string } {
  const dir = makeTempFolder();
  const database = openDatabase({ dir });
  for (const note of notes) insert(database, { note });
  database.close();
  return { dir, path: join(dir, "commits.log") };
}

function reopen(dir: string, warn: (line: string) => void = quiet.warn): Doc[] {
  const database = openDatabase({ dir, warn });
  const docs = contentsOf(database);
  database.close();
  return docs;
}

describe("the log", () => {
  it("removes a torn last line, whichever byte it ends at, and says so", () => {
    const { dir, path } = makeLog(["one", "two", "drei 😀"]);
    const whole = readFileSync(path);
    const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let end = lastLine; end < whole.length; end++) {
      writeFileSync(path, whole.subarray(0, end));
      const warnings: string[] = [];
      const docs = reopen(dir, (line) => warnings.push(line));
      expect(docs.map((doc) => doc.note)).toEqual(["one", "two"]);
      expect(readFileSync(path)).toEqual(whole.subarray(0, lastLine));
      const torn = end - lastLine;
      const expected = `${path}: removed ${torn} bytes of a commit that was never completed`;
      expect(warnings).toEqual(torn > 0 ? [expected] : []);
    }
  });

  it("starts again when the kill came while the first line was written", () => {
    const { dir, path } = makeLog([]);
    const header = readFileSync(path);
    for (let end = 0; end < header.length; end++) {
      writeFileSync(path, header.subarray(0, end));
      expect(reopen(dir)).toEqual([]);
      expect(readFileSync(path)).toEqual(header);
    }
  });

  it("starts again when a process of version 1 was killed at its first line", () => {
    const { dir, path } = makeLog([]);
    const header = readFileSync(path);
    writeFileSync(path, '{"format":"spotlight-lo');
    expect(reopen(dir)).toEqual([]);
    expect(readFileSync(path)).toEqual(header);
  });

  it("accepts commits after a repair", () => {
    const { dir, path } = makeLog(["one"]);
    appendFileSync(path, '{"t":"9');
    const database = openDatabase({ dir, ...quiet });
    insert(database, { note: "two" });
    database.close();
    expect(reopen(dir).map((doc) => doc.note)).toEqual(["one", "two"]);
  });

  it.each([
    ["a later version", '{"format":"spotlight-local","version":3}\n'],
    ["another program", "SQLite format 3\0"],
    ["an empty first line", "\n"],
    ["no object", "null\n"],
    ["a number", "7\n"],
    ["another format", '{"format":"other","version":2}\n'],
  ])("refuses a file of %s and leaves it unchanged", (_, text) => {
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
  ])("says that %s is not a writable folder", (_, name) => {
    const parent = makeTempFolder();
    writeFileSync(join(parent, "file"), "");
    const open = () => openDatabase({ dir: join(parent, name) });
    expect(open).toThrow(expect.objectContaining({ code: "data_folder_not_writable" }));
    expect(open).toThrow(
      /cannot be written to \(.*\)\. Make it writable, or choose another folder\./,
    );
  });

  it("refuses a file that is damaged before its end", () => {
    const { dir, path } = makeLog(["one", "two"]);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('"one"', '"one'));
    expect(() => openDatabase({ dir })).toThrow(
      expect.objectContaining({ code: "data_folder_damaged" }),
    );
  });

  it("reloads to the same documents, numbers and later timestamps, whatever was written", () => {
    const action = fc.record({
      kind: fc.constantFrom("insert", "replace", "remove"),
      target: fc.nat(20),
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    const batches = fc.array(fc.array(action, { maxLength: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(batches, (list) => {
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
        database.close();
        const again = openDatabase({ dir });
        expect(contentsOf(again)).toEqual(before);
        expect(again.head.ts >= ts).toBe(true);
        again.close();
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("keeps timestamps and creation times growing when the clock went back over a restart", () => {
    const dir = makeTempFolder();
    const early = openDatabase({ dir, now: () => 2_000_000_000_000 });
    insert(early, { note: "one" });
    const { ts } = early.head;
    early.close();
    const late = openDatabase({ dir, now: () => 1_000_000_000_000 });
    insert(late, { note: "two" });
    expect(late.head.ts).toBe(ts + 1n);
    expect(contentsOf(late).map((doc) => doc.note)).toEqual(["one", "two"]);
    late.close();
  });

  it.each([
    [19_999, 0],
    [20_000, 1],
  ])("of %i lines renews the lease %i times while it is read", (lines, times) => {
    const dir = makeTempFolder();
    const header = encodeHeader({ holds: "commits", generation: 1 });
    writeFileSync(join(dir, "commits.log"), header + encodeRecord({ t: "1" }).repeat(lines));
    const renew = vi.fn();
    const database = new Database({ dir }, { renew, isHeld: () => true, release: () => undefined });
    expect(renew).toHaveBeenCalledTimes(times);
    database.close();
  });
});
