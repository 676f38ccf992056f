import { join } from "node:path";
import type * as FileSystem from "node:fs";
import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeTempFolder } from "./temp-folder";

afterEach(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

describe("a log whose disk failed once", () => {
  it("is synced again for a later commit", async () => {
    let isFailing = true;
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      type Done = (error: Error | null) => void;
      const fdatasync = (file: number, done: Done) =>
        isFailing ? done(new Error("EIO")) : real.fdatasync(file, done);
      return { ...real, fdatasync };
    });
    const { LogFile } = await import("../../../local/store/log");
    const path = join(makeTempFolder(), "commits.log");
    writeFileSync(path, "");
    const log = new LogFile(path, 0);
    log.append("1\n");
    await expect(log.sync()).rejects.toThrow("EIO");
    await expect(log.sync()).rejects.toThrow("EIO");
    isFailing = false;
    await expect(log.sync()).resolves.toBeUndefined();
    log.close();
  });
});
