import { join } from "node:path";
import type * as FileSystem from "node:fs";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeTempFolder } from "./temp-folder";

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

/** A log on a disk that syncs when a test lets it, and counts its open files. */
async function openLog() {
  const path = join(makeTempFolder(), "commits.log");
  writeFileSync(path, "");
  const held: (() => void)[] = [];
  const disk = { isFailing: false, isHeld: false, synced: 0, open: 0, held };
  vi.resetModules();
  vi.doMock("node:fs", async (original) => {
    const real = await original<typeof FileSystem>();
    type Done = (error: Error | null) => void;
    return {
      ...real,
      openSync: (...args: Parameters<typeof real.openSync>) => {
        disk.open += 1;
        return real.openSync(...args);
      },
      closeSync: (file: number) => {
        disk.open -= 1;
        real.closeSync(file);
      },
      fdatasyncSync: () => void (disk.synced += 1),
      fdatasync: (file: number, done: Done) => {
        if (disk.isFailing) done(new Error("EIO"));
        else if (disk.isHeld) held.push(() => done(null));
        else real.fdatasync(file, done);
      },
    };
  });
  const { LogFile, readLines } = await import("../../../packages/convex-local/src/store/log");
  return { log: new LogFile(path, 0), disk, lines: () => [...readLines(path)].map(String) };
}

describe("a log whose disk failed once", () => {
  it("is synced again for a later commit", async () => {
    const { log, disk } = await openLog();
    log.append("1\n");
    disk.isFailing = true;
    await expect(log.sync()).rejects.toThrow("EIO");
    await expect(log.sync()).rejects.toThrow("EIO");
    disk.isFailing = false;
    await expect(log.sync()).resolves.toBeUndefined();
    log.close();
  });
});

describe("the file of a log", () => {
  it("is synced at once where that is asked for", async () => {
    const { log, disk } = await openLog();
    log.syncNow();
    expect(disk.synced).toBe(1);
    log.close();
  });

  it("is closed with the log, and after its lines were read", async () => {
    const { log, disk, lines } = await openLog();
    log.append("1\n2\n");
    expect(lines()).toEqual(["1", "2"]);
    expect(disk.open).toBe(1);
    log.close();
    expect(disk.open).toBe(0);
  });

  it.each([
    ["a running sync", 1],
    ["a sync that waits for it", 2],
  ])("is closed after %s", async (_, syncs) => {
    const { log, disk } = await openLog();
    disk.isHeld = true;
    const end = async () => {
      await vi.waitFor(() => expect(disk.held).toHaveLength(1), { interval: 1 });
      disk.held.shift()?.();
    };
    const running = log.sync();
    await vi.waitFor(() => expect(disk.held).toHaveLength(1), { interval: 1 });
    const last = syncs === 2 ? log.sync() : running;
    log.close();
    await end();
    await running;
    if (syncs === 2) {
      expect(disk.open).toBe(1);
      await end();
    }
    await last;
    await vi.waitFor(() => expect(disk.open).toBe(0), { interval: 1 });
  });
});
