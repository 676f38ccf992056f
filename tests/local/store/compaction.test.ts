import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rmdirSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mintId, FIRST_TABLE_NUMBER } from "../../../local/codec/ids";
import { ALL_KEYS, keyBounds } from "../../../local/codec/keys";
import { openDatabase } from "../../../local/store/database";
import type { Database } from "../../../local/store/database";
import { encodeHeader } from "../../../local/store/format";
import type { Doc } from "../../../local/store/state";
import { casesOf } from "../../cases";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const quiet = { warn: () => undefined };

const docsOf = (database: Database): Doc[] =>
  [...database.begin().scan("t", "by_creation_time", ALL_KEYS, "asc")].map(({ doc }) => doc);
const namesIn = (dir: string) =>
  readdirSync(dir).filter((name) => name !== "lock" && name !== "spare");
const bytesIn = (dir: string) =>
  namesIn(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
const textIn = (dir: string) =>
  namesIn(dir)
    .map((name) => readFileSync(join(dir, name), "latin1"))
    .join("");

function write(database: Database, text: string, before?: Doc): Doc {
  const tx = database.begin();
  const doc = before ? tx.replace("t", before._id, { text }) : tx.insert("t", { text });
  database.commit(tx);
  return doc;
}

function remove(database: Database, { _id }: Doc): void {
  const tx = database.begin();
  tx.remove("t", _id);
  database.commit(tx);
}

function reopened(dir: string): Doc[] {
  const database = openDatabase({ dir, ...quiet });
  const docs = docsOf(database);
  database.close();
  return docs;
}

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

describe("a damaged folder", () => {
  it("is noticed whichever digit of a line has changed, and the message names the line", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    for (const text of ["one", "two"]) write(database, text);
    database.close();
    const path = join(dir, "commits.log");
    const whole = readFileSync(path, "latin1");
    const from = whole.indexOf("\n") + 1;
    const to = whole.indexOf("\n", from);
    for (let at = from; at < to; at += 1) {
      if (!/\d/.test(whole.charAt(at))) continue;
      const digit = (Number(whole.charAt(at)) + 1) % 10;
      writeFileSync(path, whole.slice(0, at) + String(digit) + whole.slice(at + 1), "latin1");
      expect(() => openDatabase({ dir })).toThrow(`Line 2 of ${path} is not what was written`);
    }
  });

  const header = (text: string) => text.replace(/\n[^]*/, "\n");
  const ofNothing = (text: string) => text.replace(/"crc":"[^"]*"/, '"crc":"00000000"');
  const INCOMPLETE = "is not a complete snapshot";

  it.each<[string, string, (text: string) => string, string]>([
    ["no last line", "snapshot", (text) => text.replace(/.*\n$/, ""), INCOMPLETE],
    ["only its first line", "snapshot", header, INCOMPLETE],
    ["nothing in it", "snapshot", () => "", INCOMPLETE],
    [
      "a log's first line",
      "snapshot",
      (text) => text.replace(/.*\n/, encodeHeader({ holds: "commits", generation: 2 })),
      INCOMPLETE,
    ],
    [
      "a changed letter",
      "snapshot",
      (text) => text.replace("two", "tvo"),
      "is not what was written: its checksum does not fit",
    ],
    ["another checksum", "commits.log", ofNothing, "has a first line whose checksum does not fit"],
    [
      "another generation",
      "commits.log",
      () => encodeHeader({ holds: "commits", generation: 9 }),
      "follows on another snapshot than",
    ],
  ])("is refused with %s in its %s", async (_, name, damage, what) => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    for (const text of ["one", "two", "three"]) write(database, text);
    await database.compact();
    database.close();
    const path = join(dir, name);
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    const open = () => openDatabase({ dir });
    expect(open).toThrow(expect.objectContaining({ code: "data_folder_damaged" }));
    expect(open).toThrow(what);
    // Without the remedy for a log, whose last lines alone may be cut off.
    expect(open).toThrow(/Restore the whole data folder from a copy, or choose another one\.$/);
  });

  it.each(["commits.log", "snapshot", "commits-1.log"])("is refused without %s", async (name) => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    write(database, "one");
    if (name === "commits-1.log") {
      // The log is closed, and there is no snapshot: a folder has its name.
      mkdirSync(join(dir, "snapshot.new"));
      await expect(database.compact()).rejects.toThrow("EISDIR");
      rmdirSync(join(dir, "snapshot.new"));
    } else await database.compact();
    database.close();
    rmSync(join(dir, name));
    expect(() => openDatabase({ dir })).toThrow(
      expect.objectContaining({ code: "data_folder_damaged" }),
    );
  });
});

describe("closed logs", () => {
  /** A folder with so many closed logs and no snapshot, as when none could be written. */
  async function close(count: number): Promise<string> {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    mkdirSync(join(dir, "snapshot.new"));
    for (let n = 1; n <= count; n += 1) {
      write(database, `text ${n}`);
      await expect(database.compact()).rejects.toThrow("EISDIR");
    }
    rmdirSync(join(dir, "snapshot.new"));
    write(database, "last");
    database.close();
    return dir;
  }

  it("are read in numeric order, and are deleted with the next snapshot", async () => {
    const dir = await close(11);
    writeFileSync(join(dir, "commits-x.log"), "not one of them");
    writeFileSync(join(dir, "old-commits-3.log"), "nor this");
    const texts = [...Array.from({ length: 11 }, (_, n) => `text ${n + 1}`), "last"];
    expect(reopened(dir).map((doc) => doc.text)).toEqual(texts);
    const database = openTempDatabase({ dir });
    await database.compact();
    expect(namesIn(dir).sort()).toEqual(
      ["commits-x.log", "commits.log", "old-commits-3.log", "snapshot"].sort(),
    );
  });

  it("that follow on a snapshot stay until the next one", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    write(database, "one");
    await database.compact();
    mkdirSync(join(dir, "snapshot.new"));
    write(database, "two");
    await expect(database.compact()).rejects.toThrow("EISDIR");
    rmdirSync(join(dir, "snapshot.new"));
    database.close();
    for (let start = 0; start < 2; start += 1)
      expect(reopened(dir).map((doc) => doc.text)).toEqual(["one", "two"]);
  });

  it("that a snapshot holds are deleted at a start", async () => {
    const dir = await close(1);
    const copy = join(makeTempFolder(), "log");
    copyFileSync(join(dir, "commits-1.log"), copy);
    const database = openDatabase({ dir });
    await database.compact();
    database.close();
    copyFileSync(copy, join(dir, "commits-1.log"));
    expect(reopened(dir).map((doc) => doc.text)).toEqual(["text 1", "last"]);
    expect(namesIn(dir).sort()).toEqual(["commits.log", "snapshot"]);
  });

  it("count towards the log that a snapshot would shorten", async () => {
    const dir = await close(3);
    const bytes = bytesIn(dir);
    const database = openTempDatabase({ dir, minLogBytes: bytes - 1 });
    await vi.waitFor(() => expect(namesIn(dir)).toContain("snapshot"));
    expect(docsOf(database)).toHaveLength(4);
  });

  it.each<[string, (dir: string) => void, string]>([
    [
      "one of them missing",
      (dir) => rmSync(join(dir, "commits-2.log")),
      "commits-2.log is missing",
    ],
    [
      "another in place of one",
      (dir) => copyFileSync(join(dir, "commits-1.log"), join(dir, "commits-2.log")),
      "commits-2.log is not the log that its name says",
    ],
    [
      "an empty one",
      (dir) => writeFileSync(join(dir, "commits-2.log"), ""),
      "commits-2.log is not the log that its name says",
    ],
    [
      "half a line at the end of one",
      (dir) => writeFileSync(join(dir, "commits-2.log"), "{", { flag: "a" }),
      "commits-2.log ends within a line",
    ],
    [
      "a snapshot in place of a log",
      (dir) => {
        const path = join(dir, "commits.log");
        const text = encodeHeader({ holds: "snapshot", generation: 4 });
        writeFileSync(path, text);
      },
      "follows on another snapshot",
    ],
  ])("are refused with %s", async (_, damage, message) => {
    const dir = await close(3);
    damage(dir);
    expect(() => openDatabase({ dir })).toThrow(message);
  });
});

describe("a log of version 1", () => {
  it("is read, and becomes a snapshot", async () => {
    const dir = makeTempFolder();
    const [one, two] = [0, 1].map(() => mintId(FIRST_TABLE_NUMBER));
    const doc = (_id = "", text = "") => ({ _id, _creationTime: 5, text });
    const lines = [
      { format: "spotlight-local", version: 1 },
      { t: "7", n: [["t", FIRST_TABLE_NUMBER]], w: [["t", one, doc(one, "old")]] },
      { t: "8", w: [["t", one, doc(one, "new")]], s: ["s", 3, "answer", []] },
      { t: "9", w: [["t", two, doc(two, "x")]] },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const path = join(dir, "commits.log");
    for (const damage of ["{", "null", "7"]) {
      writeFileSync(path, `${text}${damage}\n`);
      expect(() => openDatabase({ dir })).toThrow(`Line 5 of ${path} is not what was written`);
    }
    writeFileSync(path, `${text}{"t":"10`);
    const database = openDatabase({ dir, ...quiet, now: () => 0 });
    expect(
      docsOf(database)
        .map((each) => each.text)
        .sort(),
    ).toEqual(["new", "x"]);
    expect(namesIn(dir).sort()).toEqual(["commits-0.log", "commits.log"]);
    expect(readFileSync(join(dir, "commits-0.log"), "utf8")).toBe(text);
    expect(database.findAnswer({ sessionId: "s", requestId: 3 })).toMatchObject({ ts: 8n });
    write(database, "later");
    await database.compact();
    expect(namesIn(dir).sort()).toEqual(["commits.log", "snapshot"]);
    database.close();
    expect(reopened(dir).map((each) => each.text)).toContain("later");
  });
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
    const { openDatabase: open } = await import("../../../local/store/database");
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

  it("of a new folder starts with a synced directory entry", async () => {
    const dir = makeTempFolder();
    const steps: string[] = [];
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      return {
        ...real,
        renameSync: (from: string, to: string) => {
          steps.push(to);
          real.renameSync(from, to);
        },
        fsyncSync: (file: number) => {
          steps.push(real.fstatSync(file).isDirectory() ? "folder" : "file");
          real.fsyncSync(file);
        },
      };
    });
    const { openDatabase: open } = await import("../../../local/store/database");
    open({ dir }).close();
    expect(steps).toEqual([join(dir, "commits.log"), "folder"]);
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

describe("deleted data", () => {
  const SECRETS = ["Ada Lovelace", "scrypt$secret", "token-in-an-answer"];

  /** A person who was stored, changed and deleted, and whose sign-up was answered. */
  function deletePerson(database: Database): void {
    const doc = write(database, "Ada Lovelace");
    const changed = write(database, "scrypt$secret", doc);
    const answer = { sessionId: "s", requestId: 1, value: "token-in-an-answer", logLines: [] };
    database.commit(database.begin(), answer);
    remove(database, changed);
  }

  it("has left the folder within a day, without a restart or a call", async () => {
    const dir = makeTempFolder();
    let now = NOW;
    const database = openTempDatabase({ dir, now: () => now });
    deletePerson(database);
    const kept = write(database, "kept");
    expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual(SECRETS);
    for (let hour = 0; hour < 23; hour += 1) {
      now += HOUR_MS;
      database.compactIfDue();
      await database.saved();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() =>
      expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual([]),
    );
    expect(docsOf(database)).toEqual([kept]);
    expect(textIn(dir).split("kept")).toHaveLength(2);
  });

  it("has left the folder at a later start", async () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => NOW });
    deletePerson(database);
    database.close();
    openTempDatabase({ dir, now: () => NOW + 13 * HOUR_MS });
    await vi.waitFor(() =>
      expect(SECRETS.filter((secret) => textIn(dir).includes(secret))).toEqual([]),
    );
  });

  it.each([
    ["some hours", 6],
    ["a year", 365 * 24],
  ])(
    "has left the folder although the clock was %s ahead when it was deleted",
    async (_, hours) => {
      const dir = makeTempFolder();
      const database = openDatabase({ dir, now: () => NOW + hours * HOUR_MS });
      remove(database, write(database, "Ada Lovelace"));
      database.close();
      openTempDatabase({ dir, now: () => NOW });
      await vi.waitFor(() => expect(textIn(dir)).not.toContain("Ada"));
    },
  );

  const answer = { sessionId: "s", requestId: 1, value: null, logLines: [] };

  it.each<[string, (database: Database) => unknown, boolean]>([
    ["an insert", (database) => write(database, "one"), false],
    ["a replacement", (database) => write(database, "two", write(database, "one")), true],
    ["a removal", (database) => remove(database, write(database, "one")), true],
    ["an answer", (database) => database.commit(database.begin(), answer), true],
  ])("of %s causes a snapshot after 12 hours: %s", async (_, change, isDeleted) => {
    const times = [
      { afterMs: 12 * HOUR_MS - 1, isDue: false },
      { afterMs: isDeleted ? 12 * HOUR_MS : 48 * HOUR_MS, isDue: isDeleted },
    ];
    for (const restarts of [false, true])
      for (const { afterMs, isDue } of times) {
        const dir = makeTempFolder();
        let now = NOW;
        let database = openDatabase({ dir, now: () => now });
        change(database);
        if (restarts) {
          database.close();
          database = openDatabase({ dir, now: () => now });
        }
        now += afterMs;
        database.compactIfDue();
        // One that is due has begun: this is another.
        await database.compact();
        database.close();
        const log = readFileSync(join(dir, "commits.log"), "utf8");
        expect(log).toContain(`"generation":${isDue ? 3 : 2}`);
      }
  });
});
