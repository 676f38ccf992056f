import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "./errors";

/** A process is its number and its start: numbers are given again. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string | null;
}

const STAT_START_FIELD = 19;

/** When the process with this number started, in the system's words; null when it is not told. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended and only waits for its parent to notice.
    return fields[0] === "Z" ? "ended" : (fields[STAT_START_FIELD] ?? null);
  } catch {
    return startByPs(pid);
  }
}

function startByPs(pid: number): string | null {
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return text.trim() || null;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false; // it throws nothing else
  }
  const start = startOf(pid);
  return start === null || startedAt === null || start === startedAt;
}

/** Null for a file that says nothing: its writer links it complete, so it is nobody's. */
function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>; // written below
    const { pid, startedAt = null } = holder;
    return typeof pid === "number" ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}

/** A link is made whole or not at all, unlike a file that is written. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false; // fs errors carry codes
    throw error;
  }
}

/** Moves a dead process's lock aside; if another took the folder meanwhile, gives it back. */
function removeStale(path: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const holder = readHolder(aside);
  if (holder && isAlive(holder)) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/**
 * Takes the folder for this process; a lock left by a killed one is taken over.
 * Returns how to give it free. @throws StoreError `data_folder_in_use`
 */
export function lockFolder(dir: string): () => void {
  const path = join(dir, "lock");
  const own = join(dir, `lock.${process.pid}`);
  const me: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(own, JSON.stringify(me));
  try {
    while (!tryLink(own, path)) {
      const other = readHolder(path);
      if (other && isAlive(other))
        throw new StoreError(
          "data_folder_in_use",
          `The data folder ${dir} is in use by process ${other.pid}. Stop that process, or choose another folder.`,
        );
      removeStale(path, `${own}.stale`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}
