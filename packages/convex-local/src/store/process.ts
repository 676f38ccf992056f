import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process is its id and its start time, because ids are reused. */
interface ProcessName {
  readonly pid: number;
  readonly startedAt: string | null;
}

const STAT_START_FIELD = 19;

/** When the process with this id started, in the system's words; null when unknown. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended and only waits for its parent.
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

export function isAlive({ pid, startedAt }: ProcessName): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false; // it throws nothing else
  }
  const start = startOf(pid);
  return start === null || startedAt === null || start === startedAt;
}
