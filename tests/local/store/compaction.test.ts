import { mkdirSync, rmdirSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FIRST_TABLE_NUMBER } from "../../../packages/convex-local/src/codec/ids";
import { keyBounds } from "../../../packages/convex-local/src/codec/keys";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";
import { casesOf } from "../../cases";
import { bytesIn, docsOf, namesIn, remove, reopened, write } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

describe("compaction", () => {
  it("limits the folder to twice its live data, without losing any", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir, minLogBytes: 10_000 });
    const docs = Array.from({ length: 100 }, (_, n) => write(database, `first ${n}`));
    const text = "x".repeat(1000);
    for (let round = 0; round < 20; round += 1) {
      for (const doc of docs) write(database, text + String(round), doc);
      await vi.waitFor(() => expect(bytesIn(dir)).toBeLessThan(2 * 100 * 1100));
    }
    database.close();
    const held = reopened(dir);
    expect(held.map((doc) => doc.text)).toEqual(docs.map(() => `${text}19`));
    expect(held.map(({ _id }) => _id)).toEqual(docs.map(({ _id }) => _id));
  });

  it("includes concurrent commits, and lets other work run", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const tx = database.begin();
    for (let n = 0; n < 3000; n += 1) tx.insert("t", { text: "x".repeat(1000) });
    database.commit(tx);
    const progress = { isDone: false };
    const compacting = database.compact().then(() => (progress.isDone = true));
    let turns = 0;
    for (; !progress.isDone; turns += 1) {
      write(database, `meanwhile ${turns}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await compacting;
    expect(turns).toBeGreaterThan(5);
    database.close();
    expect(reopened(dir)).toHaveLength(3000 + turns);
  });

  it("ends when the database is closed, and leaves the logs", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const tx = database.begin();
    for (let n = 0; n < 3000; n += 1) tx.insert("t", { text: "x".repeat(1000) });
    database.commit(tx);
    const compacting = database.compact();
    await vi.waitFor(() => expect(namesIn(dir)).toContain("snapshot.new"), { interval: 1 });
    database.close();
    await compacting;
    expect(namesIn(dir).sort()).toEqual(["commits-1.log", "commits.log"]);
    expect(reopened(dir)).toHaveLength(3000);
  });

  it("leaves a complete folder at whichever of its steps the process dies", async () => {
    const dir = makeTempFolder();
    const states: [string, number][] = [];
    let held = 0;
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      const watched =
        <A extends unknown[], R>(call: (...args: A) => R) =>
        (...args: A): R => {
          const copy = join(makeTempFolder(), "copy");
          real.cpSync(dir, copy, { recursive: true });
          real.rmSync(join(copy, "lock"), { force: true });
          states.push([copy, held]);
          return call(...args);
        };
      return {
        ...real,
        renameSync: watched(real.renameSync),
        rmSync: watched(real.rmSync),
        openSync: watched(real.openSync),
        writeFileSync: watched(real.writeFileSync),
        fsyncSync: watched(real.fsyncSync),
      };
    });
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
    const database = open({ dir });
    for (let round = 0; round < 3; round += 1) {
      write(database, `round ${round}`);
      held += 1;
      await database.compact();
    }
    database.close();
    vi.doUnmock("node:fs");
    for (const [copy, count] of states) {
      if (count > 0) expect(reopened(copy)).toHaveLength(count);
      if (count > 0) expect(namesIn(copy).filter((name) => name.endsWith(".new"))).toEqual([]);
    }
    expect(states.filter(([, count]) => count > 0).length).toBeGreaterThan(20);
  });

  it("that fails leaves the old files, says so, and is retried", async () => {
    const dir = makeTempFolder();
    const warnings: string[] = [];
    let now = NOW;
    const database = openDatabase({
      dir,
      minLogBytes: 500,
      now: () => now,
      warn: (line) => warnings.push(line),
    });
    // A folder has its name: the snapshot cannot be written.
    mkdirSync(join(dir, "snapshot.new"));
    for (let n = 0; n < 30; n += 1) write(database, `text ${n}`);
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    for (let n = 30; n < 40; n += 1) write(database, `text ${n}`);
    expect(warnings[0]).toMatch(/^The log could not be shortened/);
    rmdirSync(join(dir, "snapshot.new"));
    now += 60_000;
    write(database, "last");
    await vi.waitFor(() => expect(namesIn(dir).sort()).toEqual(["commits.log", "snapshot"]));
    database.close();
    expect(reopened(dir)).toHaveLength(41);
    expect(warnings).toHaveLength(1);
  });

  it("keeps timestamps, table numbers and creation times growing", async () => {
    const dir = makeTempFolder();
    const early = openDatabase({ dir, now: () => NOW + HOUR_MS });
    const doc = write(early, "gone");
    remove(early, doc);
    const { ts } = early.head;
    await early.compact();
    early.close();
    expect(reopened(dir)).toEqual([]);
    const late = openTempDatabase({ dir, now: () => NOW });
    expect(late.head.ts).toBe(ts);
    expect(late.tableName(FIRST_TABLE_NUMBER)).toBe("t");
    expect(write(late, "new")._creationTime).toBeGreaterThan(doc._creationTime);
  });

  it("reloads to the same documents and indexes as the log, whatever was written", async () => {
    const action = fc.record({
      kind: fc.constantFrom("insert", "replace", "remove", "compact"),
      target: fc.nat(20),
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    const schema = [{ name: "t", indexes: [{ name: "by_text", fields: ["text", "text.a"] }] }];
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const dir = makeTempFolder();
        const database = openDatabase({ dir });
        database.applySchema(schema);
        for (const { kind, target, value } of actions) {
          const tx = database.begin();
          const ids = docsOf(database).map(({ _id }) => _id);
          const id = ids[target % Math.max(ids.length, 1)];
          // Null and numbers, strings, lists and objects: all of them JSON.
          const fields = { text: value as string };
          if (kind === "compact") await database.compact();
          else if (id === undefined || kind === "insert") tx.insert("t", fields);
          else if (kind === "replace") tx.replace("t", id, fields);
          else tx.remove("t", id);
          if (kind !== "compact") database.commit(tx);
        }
        const byText = (from: Database) =>
          [...from.begin().scan("t", "by_text", keyBounds([]), "asc")].map(({ key, doc }) => [
            key,
            doc,
          ]);
        const before = JSON.parse(JSON.stringify(byText(database))) as unknown;
        database.close();
        const again = openDatabase({ dir });
        again.applySchema(schema);
        expect(byText(again)).toEqual(before);
        again.close();
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("reads lines that are longer than its read buffer", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const texts = [9_000_000, 3, 5_000_000].map((length) => "ä".repeat(length));
    for (const text of texts) write(database, text);
    database.close();
    expect(reopened(dir).map((doc) => doc.text)).toEqual(texts);
    const again = openDatabase({ dir });
    await again.compact();
    again.close();
    expect(reopened(dir).map((doc) => doc.text)).toEqual(texts);
  });
});
