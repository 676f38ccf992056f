import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeTempFolder } from "./temp-folder";

const OTHER = 4_000_000;
const STARTED = "777";
const BOOT = "the boot";
const NAMESPACE = "pid:[7]";
const PS_STARTED = "Sun Nov 22 13:11:00 2026";

/**
 * What the system reports of a process: its state is the first word after the
 * name, its start the 20th.
 */
const statOf = (start: string, state = "S", name = "node") =>
  `${OTHER} (${name}) ${state} ${Array.from({ length: 18 }, (_, i) => i).join(" ")} ${start} 0 0`;

interface Machine {
  /** Of the other process; null where the system has no such files. */
  stat: string | null;
  /** What `ps` prints; null where there is none. */
  ps: string | null;
  /** How the other process answers a signal. */
  signal: "alive" | "EPERM" | "ESRCH";
  /** Runs before a lock is moved, and before one is linked. */
  beforeMove?: (path: string) => void;
  beforeLink?: () => void;
}

const failWith = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};

/** The lock as it works on this machine. */
async function lockOn({ stat, ps, signal, beforeMove, beforeLink }: Machine) {
  vi.doMock("node:fs", async (original) => {
    const real = await original<typeof FileSystem>();
    return {
      ...real,
      readFileSync: (path: string, encoding: "utf8") => {
        if (!path.startsWith("/proc/")) return real.readFileSync(path, encoding);
        if (stat === null) failWith("ENOENT");
        return path === "/proc/sys/kernel/random/boot_id" ? `${BOOT}\n` : stat;
      },
      readlinkSync: (path: string) => {
        expect(path).toBe("/proc/self/ns/pid");
        return NAMESPACE;
      },
      renameSync: (from: string, to: string) => {
        beforeMove?.(from);
        real.renameSync(from, to);
      },
      linkSync: (from: string, to: string) => {
        beforeLink?.();
        real.linkSync(from, to);
      },
    };
  });
  vi.doMock("node:child_process", () => ({
    execFileSync: (command: string, args: string[], options: unknown) => {
      expect([command, options]).toEqual(["ps", { encoding: "utf8" }]);
      expect(args.slice(0, 3)).toEqual(["-o", "lstart=", "-p"]);
      expect([String(OTHER), String(process.pid)]).toContain(args[3]);
      return ps ?? failWith("ENOENT");
    },
  }));
  vi.spyOn(process, "kill").mockImplementation((pid, code) => {
    expect(code).toBe(0);
    return pid === process.pid || signal === "alive" ? true : failWith(signal);
  });
  return (await import("../../../packages/convex-local/src/store/lease")).takeLease;
}

let dir: string;
let path: string;
const lockOf = (pid: number, startedAt: string | null) => JSON.stringify({ pid, startedAt });

beforeEach(() => {
  vi.resetModules();
  dir = makeTempFolder();
  path = join(dir, "lock");
});
afterEach(() => {
  vi.doUnmock("node:fs");
  vi.doUnmock("node:child_process");
  vi.resetModules();
});

const ALIVE: Machine = { stat: statOf(STARTED), ps: null, signal: "alive" };

describe("a lock that names a process", () => {
  it.each<[string, Machine, string | null]>([
    ["lives", ALIVE, STARTED],
    ["belongs to another user", { ...ALIVE, signal: "EPERM" }, STARTED],
    [
      "has a name like a line of the process file",
      { ...ALIVE, stat: statOf(STARTED, "S", "a) Z (b") },
      STARTED,
    ],
    ["recorded no start time", ALIVE, null],
    ["has no known start time", { ...ALIVE, stat: null }, STARTED],
    ["has a start time from ps", { ...ALIVE, stat: null, ps: ` ${PS_STARTED}\n` }, PS_STARTED],
    ["has an empty start time from ps", { ...ALIVE, stat: null, ps: "\n" }, STARTED],
    ["has a line that is too short", { ...ALIVE, stat: `${OTHER} (node) S 1` }, STARTED],
  ])("that %s locks the folder", async (_, machine, startedAt) => {
    writeFileSync(path, lockOf(OTHER, startedAt));
    const takeLease = await lockOn(machine);
    expect(() => takeLease(dir)).toThrow(
      expect.objectContaining({
        code: "data_folder_in_use",
        message:
          `The data folder ${dir} is in use by process ${OTHER}. ` +
          "Stop that process, or choose another folder.",
      }),
    );
    expect(readdirSync(dir)).toEqual(["lock"]);
    expect(readFileSync(path, "utf8")).toBe(lockOf(OTHER, startedAt));
  });

  it.each<[string, Machine]>([
    ["is gone", { ...ALIVE, signal: "ESRCH" }],
    ["started at another time", { ...ALIVE, stat: statOf("778") }],
    ["started at another time by ps", { ...ALIVE, stat: null, ps: PS_STARTED }],
    ["is a zombie", { ...ALIVE, stat: statOf(STARTED, "Z") }],
  ])("that %s is taken over", async (_, machine) => {
    writeFileSync(path, lockOf(OTHER, STARTED));
    const takeLease = await lockOn(machine);
    const lease = takeLease(dir);
    expect(readdirSync(dir)).toEqual(["lock"]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      pid: process.pid,
    });
    lease.release();
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe("a lock that names no process", () => {
  it.each(["", "text", "null", "{}", '{"pid":"1"}'])("is taken over: %j", async (text) => {
    writeFileSync(path, text);
    const lease = (await lockOn(ALIVE))(dir);
    expect(lease.isHeld()).toBe(true);
    lease.release();
  });
});

describe("the lock of this process", () => {
  it.each([
    [statOf(STARTED), null, STARTED],
    [null, `${PS_STARTED}\n`, PS_STARTED],
    [null, null, null],
  ])("names its number, its start time and its place (%#)", async (stat, ps, startedAt) => {
    const takeLease = await lockOn({ stat, ps, signal: "alive" });
    takeLease(dir);
    const lock = JSON.parse(readFileSync(path, "utf8")) as unknown;
    const place = stat === null ? hostname() : `${BOOT} ${NAMESPACE}`;
    expect(lock).toMatchObject({ pid: process.pid, startedAt, place });
  });

  it("is released although the folder was deleted", async () => {
    const lease = (await lockOn(ALIVE))(dir);
    rmSync(dir, { recursive: true });
    expect(() => lease.release()).not.toThrow();
    mkdirSync(dir);
  });

  it("is not taken when it cannot be written, and leaves nothing behind", async () => {
    const takeLease = await lockOn({
      ...ALIVE,
      beforeLink: () => failWith("EPERM"),
    });
    expect(() => takeLease(dir)).toThrow("EPERM");
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe("two processes that take over one stale lock", () => {
  it("leave it to the faster one", async () => {
    writeFileSync(path, lockOf(OTHER, "1"));
    const takeLease = await lockOn({
      ...ALIVE,
      beforeMove: () => writeFileSync(path, lockOf(OTHER, STARTED)),
    });
    expect(() => takeLease(dir)).toThrow(`in use by process ${OTHER}`);
    expect(readFileSync(path, "utf8")).toBe(lockOf(OTHER, STARTED));
    expect(readdirSync(dir)).toEqual(["lock"]);
  });

  it("try again when the other has moved it away", async () => {
    writeFileSync(path, lockOf(OTHER, "1"));
    const takeLease = await lockOn({
      ...ALIVE,
      beforeMove: () => rmSync(path),
    });
    takeLease(dir);
    expect(existsSync(path)).toBe(true);
  });
});

describe("a lock of another machine or container", () => {
  it("is not overwritten by a process with the same number here", async () => {
    const theirs = `${path}.${process.pid}`;
    writeFileSync(theirs, lockOf(process.pid, STARTED));
    (await lockOn(ALIVE))(dir);
    expect(readFileSync(theirs, "utf8")).toBe(lockOf(process.pid, STARTED));
  });

  const ELSEWHERE = { pid: OTHER, startedAt: "1", place: "another boot pid:[1]", id: "other" };
  const beaten = (beat: number) => JSON.stringify({ ...ELSEWHERE, beat: String(beat) });

  it("locks the folder while its holder renews it, whatever the process numbers are", async () => {
    writeFileSync(path, beaten(1));
    const takeLease = await lockOn({ ...ALIVE, signal: "ESRCH" });
    let waits = 0;
    const wait = () => {
      waits += 1;
      if (waits === 9) writeFileSync(path, beaten(2));
    };
    expect(() => takeLease(dir, wait)).toThrow(
      expect.objectContaining({
        code: "data_folder_in_use",
        message:
          `The data folder ${dir} is in use by process ${OTHER} on another machine or in another ` +
          "container. Stop that process, or choose another folder.",
      }),
    );
    expect(readFileSync(path, "utf8")).toBe(beaten(2));
  });

  it("is taken over after ten seconds without a renewal", async () => {
    writeFileSync(path, beaten(1));
    const takeLease = await lockOn(ALIVE);
    let waitedMs = 0;
    const lease = takeLease(dir, (ms) => (waitedMs += ms));
    expect(waitedMs).toBe(10_000);
    expect(lease.isHeld()).toBe(true);
    lease.release();
  });

  it("is free as soon as its holder releases it", async () => {
    writeFileSync(path, beaten(1));
    const takeLease = await lockOn(ALIVE);
    const lease = takeLease(dir, () => rmSync(path));
    expect(lease.isHeld()).toBe(true);
    lease.release();
  });
});

describe("a lease", () => {
  it("changes the lock file with each renewal, in place", async () => {
    const lease = (await lockOn(ALIVE))(dir);
    const before = readFileSync(path, "utf8");
    const texts = new Set([before]);
    for (let beat = 1; beat <= 10; beat += 1) {
      lease.renew();
      const after = readFileSync(path, "utf8");
      expect(after).toHaveLength(before.length);
      texts.add(after);
    }
    expect(texts.size).toBe(11);
    lease.release();
  });

  it("is lost to another process that took it over, and does not remove the other's lock", async () => {
    const lease = (await lockOn(ALIVE))(dir, () => undefined);
    rmSync(path);
    writeFileSync(path, lockOf(OTHER, STARTED));
    expect(lease.isHeld()).toBe(false);
    lease.renew();
    lease.release();
    expect(readFileSync(path, "utf8")).toBe(lockOf(OTHER, STARTED));
  });

  it("is checked again after 50 ms, whichever way the clock went, and is lost for good", async () => {
    for (const direction of [1, -1]) {
      const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
      const lease = (await lockOn(ALIVE))(dir, () => undefined);
      expect(lease.isHeld()).toBe(true);
      const text = readFileSync(path, "utf8");
      rmSync(path);
      clock.mockReturnValue(1_000_000 + 49 * direction);
      expect(lease.isHeld()).toBe(true);
      clock.mockReturnValue(1_000_000 + 50 * direction);
      expect(lease.isHeld()).toBe(false);
      writeFileSync(path, text);
      expect(lease.isHeld()).toBe(false);
      lease.release();
    }
  });

  it("is not held any more when it was released", async () => {
    const lease = (await lockOn(ALIVE))(dir, () => undefined);
    expect(lease.isHeld()).toBe(true);
    lease.release();
    expect(lease.isHeld()).toBe(false);
  });

  it("is not lost while another start moves the lock for a moment", async () => {
    let text = "";
    const lease = (await lockOn(ALIVE))(dir, () => writeFileSync(path, text));
    text = readFileSync(path, "utf8");
    rmSync(path);
    expect(lease.isHeld()).toBe(true);
    lease.release();
  });
});
