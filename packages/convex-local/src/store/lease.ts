import { closeSync, linkSync, openSync, readFileSync, readlinkSync, renameSync } from "node:fs";
import { rmSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { parseOrNull } from "../codec/json";
import { StoreError } from "./errors";
import { isAlive, startOf } from "./process";

/** The content of the lock. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
  /** The machine of the process id; missing in versions that supported only one. */
  readonly place?: string;
  readonly id?: string;
  /** Increases while the holder lives. Of fixed length, so that it is overwritten in place. */
  readonly beat?: string;
}

const BEAT_MS = 2000;
const BEAT_DIGITS = 12;
/** After this time without a renewal (five are missed), a holder elsewhere counts as dead. */
const EXPIRY_MS = 10_000;
const POLL_MS = 250;
/** How long a check is valid. A holder that was suspended for longer checks again. */
const CHECKED_MS = 50;
const MOVING_TRIES = 20;
const MOVING_MS = 5;

/** Blocking: there is nothing else to do before the folder is ours. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A process id is unique within one boot of a machine and one container. */
function ownPlace(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Null for an invalid text: a lock is linked when complete, so it has no holder. */
function parseHolder(text: string): Holder | null {
  const holder = parseOrNull(text) as Partial<Holder> | null; // written below
  const { pid, startedAt = null } = holder ?? {};
  return typeof pid === "number" ? { ...holder, pid, startedAt } : null;
}

/** Whether the lock changes within the time in which a holder renews it. */
function isRenewed(path: string, text: string, wait: (ms: number) => void): boolean {
  for (let waited = 0; waited < EXPIRY_MS; waited += POLL_MS) {
    wait(POLL_MS);
    const now = readText(path);
    if (now !== text) return now !== null;
  }
  return false;
}

/** A link is created completely or not at all, unlike a file that is written. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false; // fs errors carry codes
    throw error;
  }
}

/**
 * Moves a lock with this content aside; if another process took the folder
 * meanwhile, restores it.
 */
function removeStale(path: string, aside: string, text: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) !== text) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/** The right to write into a folder. It is lost to another process if it is not renewed in time. */
export interface Lease {
  isHeld(): boolean;
  /** Also renewed by a timer, while the process has time. */
  renew(): void;
  release(): void;
}

/** A lock file of this process: its content, and the open file to renew it. */
function makeLock(path: string, own: string, text: string): number | null {
  const file = openSync(own, "w", 0o600);
  try {
    writeSync(file, text, 0);
    if (tryLink(own, path)) return file;
    closeSync(file);
    return null;
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function refuse(dir: string, { pid }: Holder, where: string): never {
  throw new StoreError(
    "data_folder_in_use",
    `The data folder ${dir} is in use by process ${pid}${where}. Stop that process, or choose another folder.`,
  );
}

/** @throws StoreError `data_folder_in_use` */
function refuseIfHeld(dir: string, path: string, text: string, wait: (ms: number) => void): void {
  const holder = parseHolder(text);
  if (!holder) return;
  const { place = ownPlace() } = holder;
  if (place === ownPlace()) {
    if (isAlive(holder)) refuse(dir, holder, "");
  } else if (isRenewed(path, text, wait)) {
    refuse(dir, holder, " on another machine or in another container");
  }
}

function holdLease(
  path: string,
  file: number,
  id: string,
  textAt: (beat: number) => string,
  wait: (ms: number) => void,
): Lease {
  let beat = 0;
  let checkedAtMs = 0;
  let isLost = false;
  const isOurs = () => parseHolder(readText(path) ?? "")?.id === id;
  const renew = () => {
    beat += 1;
    try {
      writeSync(file, textAt(beat), 0);
    } catch {
      // Without renewals another process may take the folder, which is noticed before the next
      // commit.
    }
  };
  const timer = setInterval(renew, BEAT_MS).unref();
  return {
    renew,
    isHeld: () => {
      if (isLost || Math.abs(Date.now() - checkedAtMs) < CHECKED_MS) return !isLost;
      // Another start may hold the lock for a moment, to check its holder.
      for (let tries = 0; !isOurs(); tries += 1) {
        isLost = tries === MOVING_TRIES;
        if (isLost) return false;
        wait(MOVING_MS);
      }
      checkedAtMs = Date.now();
      return true;
    },
    release: () => {
      clearInterval(timer);
      isLost = true;
      if (isOurs()) rmSync(path, { force: true });
      closeSync(file);
    },
  };
}

/**
 * Takes the folder for this process. The lock of a killed process is taken over:
 * at once if it ran here, else after ten seconds without a renewal.
 * @throws StoreError `data_folder_in_use`
 */
export function takeLease(dir: string, wait: (ms: number) => void = sleep): Lease {
  const path = join(dir, "lock");
  const { pid } = process;
  const id = randomUUID();
  const name = JSON.stringify({ pid, startedAt: startOf(pid), place: ownPlace(), id });
  const textAt = (beat: number) =>
    `${name.slice(0, -1)},"beat":"${String(beat).padStart(BEAT_DIGITS, "0")}"}`;
  // Not by the process id: each container's first process has the same.
  const own = `${path}.${id}`;
  let file: number | null = null;
  while (file === null) {
    const other = readText(path);
    if (other !== null) {
      refuseIfHeld(dir, path, other, wait);
      removeStale(path, `${own}.stale`, other);
    }
    file = makeLock(path, own, textAt(0));
  }
  return holdLease(path, file, id, textAt, wait);
}
