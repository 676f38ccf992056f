import { join } from "node:path";
import type * as Fs from "node:fs";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LogFile } from "../../../local/store/log";
import { makeTempFolder } from "./temp-folder";

const disk = vi.hoisted(() => ({ fails: false }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof Fs>();
  type Done = (error: Error | null) => void;
  const fdatasync = (file: number, done: Done) =>
    disk.fails ? done(new Error("EIO")) : fs.fdatasync(file, done);
  return { ...fs, fdatasync };
});

afterEach(() => {
  disk.fails = false;
});

describe("a log whose disk failed once", () => {
  it("is synced again for a later commit", async () => {
    const path = join(makeTempFolder(), "commits.log");
    writeFileSync(path, "");
    const log = new LogFile(path, 0);
    log.append("1\n");
    disk.fails = true;
    await expect(log.sync()).rejects.toThrow("EIO");
    await expect(log.sync()).rejects.toThrow("EIO");
    disk.fails = false;
    await expect(log.sync()).resolves.toBeUndefined();
    log.close();
  });
});
