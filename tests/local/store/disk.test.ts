import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { fileFailure, StoreError } from "../../../packages/convex-local/src/store/errors";
import { insert, logOf, numbersIn } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
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
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
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
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
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
    clock.mockReturnValue(159_999);
    insert(database, "t", { n: 3 });
    expect(warnings).toEqual([full]);
    clock.mockReturnValue(160_000);
    for (const n of [4, 5]) insert(database, "t", { n });
    expect(warnings).toEqual([full, "Commits are saved again."]);
    expect(() => insert(database, "t", large)).toThrow("The disk of the backend is full");
    expect(warnings).toHaveLength(3);
    expect(numbersIn(database)).toEqual([0, 1, 2, 3, 4, 5]);
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
    return (await import("../../../packages/convex-local/src/store/database")).openDatabase;
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
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
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
