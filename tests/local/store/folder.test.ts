import { copyFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mintId, FIRST_TABLE_NUMBER } from "../../../packages/convex-local/src/codec/ids";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { Folder } from "../../../packages/convex-local/src/store/folder";
import { encodeHeader } from "../../../packages/convex-local/src/store/format";
import { bytesIn, docsOf, namesIn, reopened, write } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

describe("a new folder", () => {
  it("begins with a synced line and a synced directory entry", async () => {
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
        writeFileSync: (path: string, text: string, options: FileSystem.WriteFileOptions) => {
          const isSynced = typeof options === "object" && options?.flush === true;
          if (path === join(dir, "commits.new")) steps.push(isSynced ? "line" : "unsynced line");
          real.writeFileSync(path, text, options);
        },
        fsyncSync: (file: number) => {
          steps.push(real.fstatSync(file).isDirectory() ? "folder" : "file");
          real.fsyncSync(file);
        },
      };
    });
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
    open({ dir }).close();
    expect(steps).toEqual(["line", join(dir, "commits.log"), "folder"]);
  });
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

  const follows = (dir: string) =>
    `${join(dir, "commits.log")} follows on another snapshot than ${join(dir, "snapshot")}.`;

  it.each<[string, (dir: string) => string]>([
    [
      "commits.log",
      (dir) => `${join(dir, "commits.log")} is missing, and the snapshot does not hold it.`,
    ],
    ["snapshot", follows],
    ["commits-1.log", follows],
  ])("is refused without %s", async (name, message) => {
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
    const open = () => openDatabase({ dir });
    expect(open).toThrow(expect.objectContaining({ code: "data_folder_damaged" }));
    expect(open).toThrow(message(dir));
  });

  it("is refused with a first line that ends early and is not that of a new log", () => {
    const dir = makeTempFolder();
    const path = join(dir, "commits.log");
    writeFileSync(path, encodeHeader({ holds: "commits", generation: 5 }).trimEnd());
    expect(() => openDatabase({ dir })).toThrow(`${path} ends within its first line.`);
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

  it("count also while the folder is open", () => {
    const nothing = () => undefined;
    const folder = Folder.open(makeTempFolder(), nothing, nothing);
    const { bytes } = folder.log;
    for (const logs of [2, 3]) {
      folder.closeLog();
      expect(folder.logBytes).toBe(logs * bytes);
    }
    folder.log.close();
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
    const database = openDatabase({ dir, warn: () => undefined, now: () => 0 });
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
