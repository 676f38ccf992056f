import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FIRST_TABLE_NUMBER, tableNumberOf } from "../../../local/codec/ids";
import { ALL_KEYS } from "../../../local/codec/keys";
import { openDatabase } from "../../../local/store/database";
import type { Database } from "../../../local/store/database";
import { fileFailure, StoreError } from "../../../local/store/errors";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

const logOf = (dir: string) => join(dir, "commits.log");
const linesOf = (dir: string) => readFileSync(logOf(dir), "utf8").split("\n").slice(0, -1);

function insert(database: Database, table: string, fields: Record<string, number> = {}) {
  const tx = database.begin();
  const doc = tx.insert(table, fields);
  database.commit(tx);
  return doc;
}

function numbersIn(database: Database): unknown[] {
  const scan = database.begin().scan("t", "by_creation_time", ALL_KEYS, "asc");
  return [...scan].map(({ doc }) => doc.n);
}

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

describe("the log's file", () => {
  it("is readable by its owner alone", () => {
    const dir = makeTempFolder();
    openTempDatabase({ dir });
    expect(statSync(logOf(dir)).mode & 0o777).toBe(0o600);
  });

  it("has a header, then a line for each commit, with a table's number in its first", () => {
    const dir = makeTempFolder();
    const database = openTempDatabase({ dir, now: () => NOW });
    const doc = insert(database, "t", { n: 1 });
    const tx = database.begin();
    tx.replace("t", doc._id, { n: 2 });
    tx.remove("t", doc._id);
    database.commit(tx, {
      sessionId: "s",
      requestId: 3,
      value: [1],
      logLines: ["x"],
    });
    database.commit(database.begin());
    const { _id } = doc;
    const first = BigInt(NOW) * 1_000_000n + 1n;
    const sealed = { crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string };
    expect(linesOf(dir).map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...sealed,
        format: "spotlight-local",
        version: 2,
        holds: "commits",
        generation: 1,
      },
      {
        ...sealed,
        t: String(first),
        w: [["t", _id, doc]],
        n: [["t", FIRST_TABLE_NUMBER]],
      },
      {
        ...sealed,
        t: String(first + 1n),
        w: [
          ["t", _id, { _id, _creationTime: doc._creationTime, n: 2 }],
          ["t", _id, null],
        ],
        s: ["s", 3, [1], ["x"]],
      },
    ]);
  });

  it("stores the numbers of a schema's tables without a commit, and each once", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const tables = ["one", "two"].map((name) => ({ name, indexes: [] }));
    database.applySchema(tables);
    database.applySchema([...tables].reverse());
    expect(linesOf(dir)).toHaveLength(2);
    database.close();
    const again = openTempDatabase({ dir });
    expect(again.tableName(FIRST_TABLE_NUMBER + 1)).toBe("two");
    again.applySchema(tables);
    expect(linesOf(dir)).toHaveLength(2);
  });

  it("gives a new table the next number after lines without numbers", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    insert(database, "t");
    insert(database, "t");
    database.close();
    const again = openTempDatabase({ dir });
    expect(tableNumberOf(insert(again, "u")._id)).toBe(FIRST_TABLE_NUMBER + 1);
    expect(tableNumberOf(insert(again, "t")._id)).toBe(FIRST_TABLE_NUMBER);
    expect(again.tableName(FIRST_TABLE_NUMBER + 2)).toBeNull();
  });

  it("accepts no commits once it is closed", () => {
    const database = openDatabase({ dir: makeTempFolder() });
    database.close();
    expect(() => insert(database, "t")).toThrow();
    expect(database.begin().count("t")).toBe(0);
  });
});

describe("a file that is refused", () => {
  it("is quoted from its beginning, with a remedy", () => {
    const dir = makeTempFolder();
    writeFileSync(logOf(dir), `${"x".repeat(100)}\n{}\n`);
    expect(() => openDatabase({ dir })).toThrow(
      `${logOf(dir)} was not written by this version (it begins with "${"x".repeat(80)}", ` +
        "expected version 2 of spotlight-local). Nothing was changed. Start the " +
        "version that wrote it, choose another data folder, or move this one away to begin with " +
        "an empty one.",
    );
    writeFileSync(logOf(dir), "\n");
    expect(() => openDatabase({ dir })).toThrow('(it begins with "", expected');
  });

  it.each([1, 2])("is named with its damaged line, after %i good ones", (good) => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    for (let n = 0; n < good; n += 1) insert(database, "t");
    database.close();
    writeFileSync(logOf(dir), "{\n", { flag: "a" });
    expect(() => openDatabase({ dir })).toThrow(
      `Line ${good + 2} of ${logOf(dir)} is not what was written: its checksum does not fit. ` +
        "Nothing was changed. Restore the whole data folder from a copy, or choose another one. " +
        "To go on without this line and what was committed after it, keep what comes before it: " +
        `head -n ${good + 1} "${logOf(dir)}" > kept && mv kept "${logOf(dir)}"`,
    );
  });
});

describe("a disk", () => {
  /** A database whose file accepts so many bytes at once, and is full from a call on. */
  async function openOn(dir: string, bytesAtOnce: number, fullAfter: () => number) {
    let calls = 0;
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      type Write = [
        ...[file: number, bytes: Buffer | string],
        ...[offset: number, length: number, position: number],
      ];
      return {
        ...real,
        writeSync: (...[file, bytes, offset, length, position]: Write) => {
          if (typeof bytes === "string") return real.writeSync(file, bytes, offset);
          calls += 1;
          if (calls > fullAfter()) throw new Error("no space left");
          expect(offset + length).toBe(bytes.length);
          return real.writeSync(file, bytes, offset, Math.min(length, bytesAtOnce), position);
        },
      };
    });
    const { openDatabase: open } = await import("../../../local/store/database");
    return { database: open({ dir }), calls: () => calls };
  }

  it("that writes a line in pieces gets all of it", async () => {
    const dir = makeTempFolder();
    const { database } = await openOn(dir, 7, () => Infinity);
    for (const n of [1, 2, 3]) insert(database, "t", { n });
    database.close();
    expect(numbersIn(openTempDatabase({ dir }))).toEqual([1, 2, 3]);
  });

  it("that is full in the middle of a line keeps earlier lines, and accepts the next", async () => {
    const dir = makeTempFolder();
    let limit = Infinity;
    const { database, calls } = await openOn(dir, 7, () => limit);
    insert(database, "t", { n: 1 });
    const before = readFileSync(logOf(dir), "utf8");
    const { head } = database;
    let told = 0;
    database.onCommit(() => (told += 1));
    limit = calls() + 3;
    expect(() => insert(database, "t", { n: 2 })).toThrow(
      "The disk of the backend does not take what is written.",
    );
    expect([readFileSync(logOf(dir), "utf8"), database.head, told]).toEqual([before, head, 0]);
    limit = Infinity;
    insert(database, "t", { n: 3 });
    expect(told).toBe(1);
    database.close();
    expect(numbersIn(openTempDatabase({ dir }))).toEqual([1, 3]);
  });
});

describe("a disk that is nearly full", () => {
  it("is reported once, although small commits succeed, and once when it has space again", async () => {
    const dir = makeTempFolder();
    let maxBytes = Infinity;
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      return {
        ...real,
        writeSync: (...args: Parameters<typeof real.writeSync>) => {
          if (args[1].length > maxBytes)
            throw Object.assign(new Error("EDQUOT"), { code: "EDQUOT" });
          return real.writeSync(...args);
        },
      };
    });
    const clock = vi.spyOn(performance, "now").mockReturnValue(100_000);
    const { openDatabase: open } = await import("../../../local/store/database");
    const warnings: string[] = [];
    const database = open({ dir, warn: (line) => warnings.push(line) });
    maxBytes = 1000;
    const large = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field${n}`, n]));
    for (let round = 0; round < 3; round += 1) {
      expect(() => insert(database, "t", large)).toThrow("The disk of the backend is full");
      insert(database, "t", { n: round });
    }
    const full =
      "The disk of the backend is full: free some space. " +
      `Nothing is saved in ${dir} until then. (Error: EDQUOT)`;
    expect(warnings).toEqual([full]);
    clock.mockReturnValue(160_000);
    for (const n of [3, 4]) insert(database, "t", { n });
    expect(warnings).toEqual([full, "Commits are saved again."]);
    expect(() => insert(database, "t", large)).toThrow("The disk of the backend is full");
    expect(warnings).toHaveLength(3);
    expect(numbersIn(database)).toEqual([0, 1, 2, 3, 4]);
    database.close();
  });
});

describe("a start on a full disk", () => {
  /** A disk without space until the reserved file is deleted. */
  async function openOn(dir: string) {
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      const wasKept = real.existsSync(join(dir, "spare"));
      const refuse = () => {
        if (!wasKept || real.existsSync(join(dir, "spare")))
          throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
            code: "ENOSPC",
          });
      };
      return {
        ...real,
        writeSync: (...args: Parameters<typeof real.writeSync>) => {
          refuse();
          return real.writeSync(...args);
        },
        writeFileSync: () => refuse(),
      };
    });
    return (await import("../../../local/store/database")).openDatabase;
  }

  it("has a block reserved, for the owner alone, which other refusals leave there", () => {
    const dir = makeTempFolder();
    openTempDatabase({ dir });
    expect(() => openDatabase({ dir })).toThrow("is in use by process");
    const { size, mode } = statSync(join(dir, "spare"));
    expect([size, mode & 0o777]).toEqual([4096, 0o600]);
  });

  it("reserves nothing, begins no log, and leaves no part of a file", async () => {
    const dir = makeTempFolder();
    openDatabase({ dir }).close();
    rmSync(join(dir, "spare"));
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      const writePart = (path: string) => {
        real.writeFileSync(path, "part");
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      };
      return { ...real, writeFileSync: writePart };
    });
    const { openDatabase: open } = await import("../../../local/store/database");
    const database = open({ dir });
    await expect(database.compact()).rejects.toThrow("ENOSPC");
    expect(readdirSync(dir).sort()).toEqual(["commits.log", "lock"]);
    database.close();
    expect(readdirSync(dir)).toEqual(["commits.log"]);
  });

  it("works, with the reserved space", async () => {
    const dir = makeTempFolder();
    const before = openDatabase({ dir });
    insert(before, "t", { n: 1 });
    before.close();
    const database = (await openOn(dir))({ dir });
    expect(numbersIn(database)).toEqual([1]);
    database.close();
  });
});

describe("time", () => {
  it("starts with the clock in an empty folder, and follows it", () => {
    let now = NOW + 0.9;
    const database = openTempDatabase({ now: () => now });
    expect(database.head.ts).toBe(BigInt(NOW) * 1_000_000n);
    now += 5;
    const { _creationTime } = insert(database, "t");
    expect(_creationTime).toBe(now);
    expect(database.head.ts).toBe(BigInt(NOW + 5) * 1_000_000n);
    expect(insert(database, "t")._creationTime).toBe(now + 2 ** -12);
  });

  it("of a creation is later than any before a restart", () => {
    const dir = makeTempFolder();
    const early = openDatabase({ dir, now: () => NOW });
    const { _creationTime } = insert(early, "t");
    early.close();
    const late = openTempDatabase({ dir, now: () => NOW - DAY_MS });
    expect(insert(late, "t")._creationTime).toBe(_creationTime + 2 ** -12);
  });
});

describe("answers to repeated requests", () => {
  const entry = { sessionId: "s", value: null, logLines: [] };

  const HOUR_MS = 3_600_000;
  const ask = (database: Database, requestId: number, sessionId = "s") =>
    database.findAnswer({ sessionId, requestId });
  const answer = (database: Database, requestId: number, sessionId = "s") =>
    database.commit(database.begin(), { ...entry, sessionId, requestId });

  it("are stored for two hours, however many there are", () => {
    let now = NOW;
    const database = openTempDatabase({ now: () => now });
    for (let requestId = 0; requestId < 60_000; requestId += 1) answer(database, requestId);
    now += 2 * HOUR_MS;
    answer(database, 60_000);
    expect(ask(database, 0)).toMatchObject({ value: null });
    now += 1;
    answer(database, 60_001);
    expect([ask(database, 0), ask(database, 59_999)]).toEqual(["forgotten", "forgotten"]);
    expect(ask(database, 60_000)).toMatchObject({ value: null });
  });

  it("leave the number of a session's last request, so that none is run twice", () => {
    let now = NOW;
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => now });
    for (const requestId of [2, 3, 5]) answer(database, requestId);
    now += 2 * HOUR_MS + 1;
    answer(database, 0, "other");
    const known = (asked: Database) => [1, 2, 5, 6].map((requestId) => ask(asked, requestId));
    expect(known(database)).toEqual(["forgotten", "forgotten", "forgotten", null]);
    expect(ask(database, 1, "other")).toBeNull();
    database.close();
    const again = openTempDatabase({ dir, now: () => now });
    expect(known(again)).toEqual(["forgotten", "forgotten", "forgotten", null]);
  });

  it("from a time when the clock was a year ahead expire when it is right again", () => {
    let now = NOW + 365 * DAY_MS;
    const dir = makeTempFolder();
    const database = openDatabase({ dir, now: () => now });
    answer(database, 1);
    now = NOW;
    answer(database, 2);
    expect(ask(database, 1)).toBe("forgotten");
    database.close();
    const again = openTempDatabase({ dir, now: () => now });
    now += 2 * HOUR_MS + 1;
    answer(again, 3);
    expect(ask(again, 2)).toBe("forgotten");
  });

  it("belong to one session and one request", () => {
    const database = openTempDatabase();
    database.commit(database.begin(), {
      ...entry,
      sessionId: "1",
      requestId: 23,
    });
    expect(database.findAnswer({ sessionId: "1", requestId: 23 })).not.toBeNull();
    expect(database.findAnswer({ sessionId: "31", requestId: 2 })).toBeNull();
    expect(database.findAnswer({ sessionId: "2", requestId: 23 })).toBeNull();
  });
});

describe("fileFailure", () => {
  const failed = (path: string) => Object.assign(new Error("EACCES"), { path });

  it.each([
    ["a value that is not an error", "text"],
    ["an error without a path", new Error("other")],
    ["a path elsewhere", failed("/elsewhere/data/lock")],
    ["a path that only ends like it", failed("/x/data")],
  ])("leaves %s unchanged", (_, error) => {
    expect(fileFailure("/data", error)).toBe(error);
  });

  it("reports a full disk, whose errors name no path", () => {
    const error = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    expect(fileFailure("/data", error)).toMatchObject({ code: "data_folder_not_writable" });
  });

  it("reports a path in the folder with a remedy", () => {
    const failure = fileFailure("/data", failed("/data/lock"));
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({
      code: "data_folder_not_writable",
      message:
        "The data folder /data cannot be written to (EACCES). " +
        "Make it writable, or choose another folder.",
    });
  });
});

describe("durability power", () => {
  /** A database whose disk reports when it has synced, or failed. */
  async function openOn(dir: string) {
    const syncs: ((error?: Error) => void)[] = [];
    vi.resetModules();
    vi.doMock("node:fs", async (original) => ({
      ...(await original<typeof FileSystem>()),
      fdatasync: (_: number, done: (error: Error | null) => void) =>
        syncs.push((error) => done(error ?? null)),
    }));
    const { openDatabase: open } = await import("../../../local/store/database");
    const warnings: string[] = [];
    const database = open({ dir, durability: "power", warn: (line) => warnings.push(line) });
    const sync = async (error?: Error) => {
      await vi.waitFor(() => expect(syncs.length).toBeGreaterThan(0));
      syncs.splice(0).forEach((done) => done(error));
    };
    return { database, syncs, sync, warnings };
  }

  it("shows and announces a commit once it is synced, waiting ones together and in order", async () => {
    const { database, sync, syncs } = await openOn(makeTempFolder());
    const told: unknown[] = [];
    database.onCommit(({ ts }) => told.push(ts));
    const { head } = database;
    insert(database, "t", { n: 1 });
    await vi.waitFor(() => expect(syncs).toHaveLength(1));
    for (const n of [2, 3]) insert(database, "t", { n });
    const saved = database.saved();
    expect([database.head, told, numbersIn(database)]).toEqual([head, [], [1, 2, 3]]);
    await sync();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(database.begin(database.head).count("t")).toBe(1);
    await sync();
    await saved;
    expect(told).toEqual([...told].sort());
    expect(told).toHaveLength(3);
    expect(database.head.ts).toBe(told[2]);
    expect(syncs).toEqual([]);
    database.close();
  });

  it("saves nothing more once the disk failed", async () => {
    const dir = makeTempFolder();
    const { database, sync, warnings } = await openOn(dir);
    insert(database, "t", { n: 1 });
    const { head } = database;
    const saved = database.saved();
    saved.catch(() => undefined);
    await sync(new Error("EIO"));
    await expect(saved).rejects.toMatchObject({
      code: "not_saved",
      message: expect.stringContaining("restart the backend") as string,
    });
    expect(() => insert(database, "t", { n: 2 })).toThrow("restart the backend");
    expect(database.head).toBe(head);
    expect(warnings).toHaveLength(1);
    database.close();
  });
});

describe("a folder that another process has taken over", () => {
  it("is no longer written to, and stays with the other process", () => {
    const dir = makeTempFolder();
    const warnings: string[] = [];
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
    const database = openDatabase({ dir, warn: (line) => warnings.push(line) });
    insert(database, "t", { n: 1 });
    const before = readFileSync(logOf(dir), "utf8");
    const lock = JSON.stringify({ pid: 1, startedAt: null, place: "elsewhere", id: "other" });
    rmSync(join(dir, "lock"));
    writeFileSync(join(dir, "lock"), lock);
    now += 60_000;
    for (let tries = 0; tries < 2; tries += 1)
      expect(() => insert(database, "t", { n: 2 })).toThrow(
        "Another process has taken over the data folder",
      );
    expect(numbersIn(database)).toEqual([1]);
    // The next start checks again.
    database.markChecked("schema");
    expect(database.isChecked("schema")).toBe(false);
    database.close();
    clock.mockRestore();
    expect(readFileSync(logOf(dir), "utf8")).toBe(before);
    expect(readFileSync(join(dir, "lock"), "utf8")).toBe(lock);
    expect(warnings).toHaveLength(1);
  });
});
