import { existsSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Compaction } from "../../../packages/convex-local/src/store/compaction";
import { Folder } from "../../../packages/convex-local/src/store/folder";
import type { Contents } from "../../../packages/convex-local/src/store/snapshot";
import { contentsOf } from "./documents";
import { makeTempFolder } from "./temp-folder";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Setting {
  staleSinceMs?: number | null;
  minLogBytes?: number;
  holds?: () => Partial<Contents>;
}

/** The compaction of a folder whose clock a test sets; each one that ran began another log. */
function start({ staleSinceMs = null, minLogBytes, holds = () => ({}) }: Setting = {}) {
  const nothing = () => undefined;
  const folder = Folder.open(makeTempFolder(), nothing, nothing);
  onTestFinished(() => folder.log.close());
  const clock = { now: 100 * HOUR_MS, isOurs: true };
  const warnings: string[] = [];
  const options = {
    folder,
    holdings: () =>
      contentsOf([], { generation: folder.generation, hasAnswers: false, ...holds() }),
    now: () => clock.now,
    warn: (line: string) => void warnings.push(line),
    minLogBytes,
    isOurs: () => clock.isOurs,
  };
  const compaction = new Compaction(options, staleSinceMs);
  onTestFinished(() => compaction.stop());
  /** How many have run so far: an additional one waits for those that have begun. */
  const runs = async () => {
    await compaction.run();
    return folder.generation - 2;
  };
  return { compaction, folder, clock, warnings, runs };
}

const failing = {
  answers: {
    *[Symbol.iterator]() {
      yield* [];
      throw new Error("EIO");
    },
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
describe("a log", () => {
  it.each([
    ["as short as the least one", 0, 0, 0],
    ["longer than that", 1, 1, 0],
    ["half as long as the snapshot", 0, Infinity, 2],
    ["longer than half of the snapshot", 1, Infinity, 1.9],
  ])("%s is replaced %i times", async (_, times, longer, snapshots) => {
    const { bytes } = start().folder.log;
    const { compaction, folder, runs } = start({ minLogBytes: Math.max(0, bytes - longer) });
    folder.snapshotBytes = bytes * snapshots;
    compaction.note(false);
    expect(await runs()).toBe(times);
  });

  it("that is short is not replaced by default", async () => {
    const { compaction, runs } = start();
    compaction.note(false);
    expect(await runs()).toBe(0);
  });

  it("is replaced once, although commits come while that goes on", async () => {
    const { compaction, runs } = start({ minLogBytes: 0 });
    for (let commits = 0; commits < 3; commits += 1) compaction.note(false);
    expect(await runs()).toBe(1);
  });
});

describe("deleted data", () => {
  it("is noticed every hour, 12 hours after the first of it, until the end", async () => {
    const { compaction, clock, runs } = start();
    const run = vi.spyOn(compaction, "run");
    compaction.note(true);
    const wait = (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.now += HOUR_MS;
        vi.advanceTimersByTime(HOUR_MS);
      }
    };
    wait(6);
    compaction.note(true);
    wait(5);
    clock.now += HOUR_MS;
    vi.advanceTimersByTime(HOUR_MS - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await runs()).toBe(1);
    compaction.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["stay for the next snapshot", true, 1],
    ["leave nothing to do", false, 0],
  ])("is gone with a snapshot, whose answers %s", async (_, hasAnswers, more) => {
    const { compaction, clock, runs } = start({ staleSinceMs: 0, holds: () => ({ hasAnswers }) });
    await compaction.run();
    clock.now += 12 * HOUR_MS;
    compaction.begin();
    expect(await runs()).toBe(1 + more);
  });
});

describe("a compaction that failed", () => {
  it("is reported, and tried again after a minute", async () => {
    const trouble = { isThere: true };
    const holds = () => (trouble.isThere ? failing : {});
    const { compaction, clock, folder, warnings } = start({ staleSinceMs: 0, holds });
    compaction.begin();
    await vi.waitFor(() => expect(warnings).toHaveLength(1), { interval: 1 });
    expect(warnings).toEqual(["The log could not be shortened (Error: EIO); it goes on growing."]);
    trouble.isThere = false;
    const run = vi.spyOn(compaction, "run");
    clock.now += MINUTE_MS - 1;
    compaction.begin();
    expect(run).not.toHaveBeenCalled();
    clock.now += 1;
    compaction.begin();
    await vi.waitFor(() => expect(folder.snapshotBytes).toBeGreaterThan(0), { interval: 1 });
  });

  it("does not hold up the next, which waits for it", async () => {
    let tries = 0;
    const { compaction, folder } = start({ holds: () => ((tries += 1) === 1 ? failing : {}) });
    const both = await Promise.allSettled([compaction.run(), compaction.run()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect([tries, folder.generation]).toEqual([2, 3]);
  });
});

describe("after the end", () => {
  it("nothing begins, and a file of the next process stays", async () => {
    const { compaction, folder } = start({ staleSinceMs: 0 });
    writeFileSync(folder.newSnapshotPath, "of another process");
    compaction.stop();
    const run = vi.spyOn(compaction, "run");
    compaction.begin();
    expect(run).not.toHaveBeenCalled();
    await compaction.run();
    expect(folder.generation).toBe(1);
    expect(existsSync(folder.newSnapshotPath)).toBe(true);
  });

  it("a compaction leaves the log that it would have closed", async () => {
    const { compaction, clock, folder } = start();
    const running = compaction.run();
    clock.isOurs = false;
    await running;
    expect(folder.generation).toBe(1);
  });

  it("a compaction that has no file yet leaves the log, too", async () => {
    const { compaction, folder } = start();
    const running = compaction.run();
    compaction.stop();
    await running;
    expect(folder.generation).toBe(1);
  });

  it("an incomplete snapshot is gone, and is not installed", async () => {
    const answers = {
      *[Symbol.iterator]() {
        yield* [];
        // It comes while the snapshot is written.
        expect(existsSync(folder.newSnapshotPath)).toBe(true);
        compaction.stop();
      },
    };
    const { compaction, folder } = start({ holds: () => ({ answers }) });
    await compaction.run();
    expect(folder.generation).toBe(2);
    expect(existsSync(folder.newSnapshotPath)).toBe(false);
    expect(folder.snapshotBytes).toBe(0);
  });
});
