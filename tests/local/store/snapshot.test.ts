import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogRecord } from "../../../packages/convex-local/src/store/format";
import { writeSnapshot, type Contents } from "../../../packages/convex-local/src/store/snapshot";
import type { Doc } from "../../../packages/convex-local/src/store/state";
import { contentsOf } from "./documents";
import { makeTempFolder } from "./temp-folder";

const KIB = 1024;
const never = () => false;
const pathOf = (dir: string) => join(dir, "snapshot.new");

/** A document of so many bytes as JSON. */
function documentOf(bytes: number, n: number): Doc {
  const doc = { _id: String(9999 - n), _creationTime: 1000 + n, text: "" };
  return { ...doc, text: "x".repeat(bytes - JSON.stringify(doc).length) };
}

const documents = (count: number): Doc[] =>
  Array.from({ length: count }, (_, n) => documentOf(KIB, n));

function recordsIn(dir: string): (LogRecord & { crc: string })[] {
  const lines = readFileSync(pathOf(dir), "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as LogRecord & { crc: string });
}

describe("a snapshot", () => {
  it("holds everything, its documents once and in lines of 64 KiB", async () => {
    const dir = makeTempFolder();
    const docs = documents(150);
    const bytes = await writeSnapshot(pathOf(dir), contentsOf(docs), never);
    const { size, mode } = statSync(pathOf(dir));
    expect([bytes, mode & 0o777]).toEqual([size, 0o600]);
    const records = recordsIn(dir);
    const crc = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
    const line = (from: number, to: number) => ({ crc, d: ["t", docs.slice(from, to)] });
    expect(records).toEqual([
      { crc, format: "spotlight-local", version: 2, holds: "snapshot", generation: 3 },
      { crc, t: "9", n: [["t", 10_001]] },
      line(0, 64),
      line(64, 128),
      line(128, 150),
      { crc, f: [["s", 1, 5]] },
      { crc, end: { lines: 6, createdMs: 7 } },
    ]);
  });

  it("names the schema that its documents match", async () => {
    const dir = makeTempFolder();
    await writeSnapshot(pathOf(dir), contentsOf([], { checkedSchema: "" }), never);
    expect(recordsIn(dir)[1]?.v).toBe("");
  });

  it("lets other work have its turn after each 256 KiB", async () => {
    const dir = makeTempFolder();
    const path = pathOf(dir);
    const docs = documents(1500);
    const progress = { isDone: false };
    const writing = writeSnapshot(path, contentsOf(docs), never);
    void writing.finally(() => (progress.isDone = true));
    const sizes = new Set<number>();
    while (!progress.isDone) {
      sizes.add(statSync(path).size);
      await setImmediate();
    }
    const seen = [...sizes];
    const slices = seen.slice(1).map((size, at) => size - (seen[at] ?? 0));
    expect(slices.length).toBeGreaterThan(4);
    for (const slice of slices.slice(0, -1)) expect(slice).toBeGreaterThanOrEqual(256 * KIB);
    for (const slice of slices) expect(slice).toBeLessThan((256 + 70) * KIB);
    expect(recordsIn(dir).flatMap(({ d }) => d?.[1] ?? [])).toEqual(docs);
  });

  it("closes its file", async () => {
    const dir = makeTempFolder();
    const nextFile = () => {
      const file = openSync(join(dir, "file"), "w");
      closeSync(file);
      return file;
    };
    const before = nextFile();
    await writeSnapshot(pathOf(dir), contentsOf([]), never);
    expect(nextFile()).toBe(before);
  });

  it("that is stopped writes nothing more", async () => {
    const path = pathOf(makeTempFolder());
    expect(await writeSnapshot(path, contentsOf(documents(1500)), () => true)).toBeNull();
    expect(statSync(path).size).toBe(0);
  });

  it("that is stopped while it is synced is not complete", async () => {
    const path = pathOf(makeTempFolder());
    let asked = 0;
    const lines = 4;
    expect(await writeSnapshot(path, contentsOf([]), () => (asked += 1) > lines)).toBeNull();
    expect(asked).toBe(lines + 1);
  });
});

describe("a snapshot that fails", () => {
  const failing = (before: () => void): Contents =>
    contentsOf([], {
      answers: {
        *[Symbol.iterator]() {
          before();
          yield* [];
          throw new Error("EIO");
        },
      },
    });

  it("leaves nothing", async () => {
    const path = pathOf(makeTempFolder());
    const holdings = failing(() => expect(existsSync(path)).toBe(true));
    await expect(writeSnapshot(path, holdings, never)).rejects.toThrow("EIO");
    expect(existsSync(path)).toBe(false);
  });

  it("says why, also when its file is gone", async () => {
    const path = pathOf(makeTempFolder());
    const holdings = failing(() => rmSync(path));
    await expect(writeSnapshot(path, holdings, never)).rejects.toThrow("EIO");
  });

  it("leaves the file of the process that has taken over", async () => {
    const path = pathOf(makeTempFolder());
    let isTaken = false;
    const takeOver = () => {
      rmSync(path);
      writeFileSync(path, "of another process");
      isTaken = true;
    };
    await expect(writeSnapshot(path, failing(takeOver), () => isTaken)).rejects.toThrow("EIO");
    expect(readFileSync(path, "utf8")).toBe("of another process");
  });
});
