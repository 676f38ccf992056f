import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { insert, logOf, numbersIn } from "./documents";
import { makeTempFolder } from "./temp-folder";

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
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
    const { openDatabase: open } =
      await import("../../../packages/convex-local/src/store/database");
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
    expect(warnings).toEqual([
      "Another process has taken over the data folder, because this one did not renew its lock " +
        `in time. Nothing is saved in ${dir} until then.`,
    ]);
  });
});
