import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepSpare, withSpare } from "../../../packages/convex-local/src/store/spare";
import { makeTempFolder } from "./temp-folder";

const full = () => Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });

describe("the reserved space", () => {
  it("that is there stays: a disk that is full now would not give it again", () => {
    const dir = makeTempFolder();
    writeFileSync(join(dir, "spare"), "reserved before");
    keepSpare(dir);
    expect(readFileSync(join(dir, "spare"), "utf8")).toBe("reserved before");
  });

  it("of a folder that is gone is no failure", () => {
    expect(() => keepSpare(join(makeTempFolder(), "gone"))).not.toThrow();
  });

  it.each<[string, boolean, Error, number]>([
    ["twice on a full disk", true, full(), 2],
    ["twice on a full disk without it, and fails with the disk's error", false, full(), 2],
    ["once where something else is wrong", true, new Error("EIO"), 1],
  ])("lets work be tried %s", (_, isKept, error, tries) => {
    const dir = makeTempFolder();
    if (isKept) keepSpare(dir);
    let tried = 0;
    const work = (): number => {
      tried += 1;
      throw error;
    };
    expect(() => withSpare(dir, work)).toThrow(error);
    expect(tried).toBe(tries);
  });
});
