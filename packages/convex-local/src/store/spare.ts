import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDiskFull } from "./errors";

/** The space of the smallest file on most disks: as much as a lock. */
const SPARE_BYTES = 4096;

const pathIn = (dir: string) => join(dir, "spare");

/** Reserves space for one small file, so that a start works although the disk is full. */
export function keepSpare(dir: string): void {
  const path = pathIn(dir);
  if (existsSync(path)) return;
  try {
    writeFileSync(path, "\n".repeat(SPARE_BYTES), { mode: 0o600 });
  } catch {
    // There is no space for it: the next time.
    rmSync(path, { force: true });
  }
}

/** Retries with the reserved space when the disk is full. */
export function withSpare<T>(dir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    rmSync(pathIn(dir), { force: true });
    return work();
  }
}
