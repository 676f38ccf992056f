import { existsSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreError } from "./errors";
import { damagedFile, decodeHeader, decodeRecord, encodeHeader, isBegunHeader } from "./format";
import type { Header, LogRecord } from "./format";
import { LogFile, readLines, syncFolder } from "./log";

const CLOSED_LOG = /^commits-(\d+)\.log$/;
const OWNER_ONLY = 0o600;

type Replay = (record: LogRecord) => void;

interface Contents {
  header: (Header & { version: number }) | null;
  /** The length of its complete lines, in bytes and in number. */
  length: number;
  lines: number;
  last: LogRecord | null;
}

function readFile(path: string, replay: Replay): Contents {
  const lines = readLines(path);
  let header: Contents["header"] = null;
  let last: LogRecord | null = null;
  for (let number = 1; ; number += 1) {
    const { done, value } = lines.next();
    if (done) return { header, length: value, lines: number - 1, last };
    header ??= decodeHeader(path, value);
    if (number === 1) continue;
    last = decodeRecord({ path, number }, value, header.version);
    replay(last);
  }
}

/**
 * The files of a database, in this order:
 *
 * - `snapshot` (generation N): everything committed before log N began. Complete,
 * or absent.
 * - `commits-N.log`, `commits-N+1.log` …: closed logs that are in no snapshot yet.
 * - `commits.log`: the current log, of the next generation.
 *
 * A new snapshot is written under another name and replaces the old one in one
 * step, so after a crash either is there; its logs are removed afterwards, or at
 * the next start.
 */
export class Folder {
  /** Of `commits.log`. */
  generation = 1;
  snapshotBytes = 0;
  closedBytes = 0;

  private constructor(
    private readonly dir: string,
    private current: LogFile,
  ) {}

  /**
   * Calls `replay` with each record, from the oldest to the newest, then accepts new
   * ones.
   * @throws StoreError `data_folder_incompatible`, `data_folder_damaged`
   */
  static open(dir: string, warn: (line: string) => void, replay: Replay): Folder {
    const at = (name: string) => join(dir, name);
    const snapshot = existsSync(at("snapshot")) ? readSnapshot(at("snapshot"), replay) : null;
    const closed = closedLogs(dir);
    const isNewer = (generation: number) => generation >= (snapshot?.generation ?? 0);
    let next = snapshot?.generation ?? null;
    let closedBytes = 0;
    for (const generation of closed.filter(isNewer)) {
      const path = at(`commits-${generation}.log`);
      if (next !== null && generation !== next) throw missingLog(dir, `commits-${next}.log`);
      const { header, length } = readFile(path, replay);
      if (header === null || header.generation !== generation)
        throw damagedFile(path, "is not the log that its name says");
      if (statSync(path).size > length) throw damagedFile(path, "ends within a line");
      next = generation + 1;
      closedBytes += length;
    }
    const active = openActive(dir, next, warn, replay);
    for (const name of ["snapshot.new", "commits.new"]) rmSync(at(name), { force: true });
    const folder = new Folder(dir, active.log);
    Object.assign(folder, { generation: active.generation, closedBytes });
    folder.snapshotBytes = snapshot?.length ?? 0;
    folder.removeLogsBefore(snapshot?.generation ?? 0);
    if (active.version === 1) folder.closeLog();
    return folder;
  }

  get log(): LogFile {
    return this.current;
  }

  /** Of the logs that a new snapshot would replace. */
  get logBytes(): number {
    return this.current.bytes + this.closedBytes;
  }

  /** Closes the log, which must be synced, and begins the next. A failure changes nothing. */
  closeLog(): void {
    const fresh = newLog(this.dir, this.generation + 1);
    this.current.syncNow();
    renameSync(join(this.dir, "commits.log"), join(this.dir, `commits-${this.generation}.log`));
    renameSync(fresh.path, join(this.dir, "commits.log"));
    syncFolder(this.dir);
    this.closedBytes += this.current.bytes;
    this.current.close();
    this.current = new LogFile(join(this.dir, "commits.log"), fresh.bytes);
    this.generation += 1;
  }

  /** The temporary name of a snapshot. */
  get newSnapshotPath(): string {
    return join(this.dir, "snapshot.new");
  }

  /** Makes the new snapshot, which is complete and synced, the current one. */
  installSnapshot(generation: number, bytes: number): void {
    renameSync(this.newSnapshotPath, join(this.dir, "snapshot"));
    syncFolder(this.dir);
    this.snapshotBytes = bytes;
    this.closedBytes = 0;
    this.removeLogsBefore(generation);
  }

  private removeLogsBefore(generation: number): void {
    for (const old of closedLogs(this.dir).filter((each) => each < generation))
      rmSync(join(this.dir, `commits-${old}.log`), { force: true });
  }
}

function closedLogs(dir: string): number[] {
  const numbers = readdirSync(dir).flatMap((name) => CLOSED_LOG.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => a - b);
}

function missingLog(dir: string, name: string): StoreError {
  return damagedFile(join(dir, name), "is missing, and the snapshot does not hold it");
}

function readSnapshot(path: string, replay: Replay): { generation: number; length: number } {
  const { header, length, lines, last } = readFile(path, replay);
  if (header?.holds !== "snapshot" || last?.end?.lines !== lines - 1)
    throw damagedFile(path, "is not a complete snapshot");
  return { generation: header.generation, length };
}

/** A log with its first line, under a temporary name. */
function newLog(dir: string, generation: number): { path: string; bytes: number } {
  const path = join(dir, "commits.new");
  const line = encodeHeader({ holds: "commits", generation });
  try {
    writeFileSync(path, line, { mode: OWNER_ONLY, flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  return { path, bytes: Buffer.byteLength(line) };
}

/** Opens `commits.log`, the log of the generation `next`; null: the first one. */
function openActive(
  dir: string,
  next: number | null,
  warn: (line: string) => void,
  replay: Replay,
): { log: LogFile; generation: number; version: number } {
  const path = join(dir, "commits.log");
  const begin = () => {
    const fresh = newLog(dir, next ?? 1);
    renameSync(fresh.path, path);
    syncFolder(dir);
    return { log: new LogFile(path, fresh.bytes), generation: next ?? 1, version: 2 };
  };
  if (!existsSync(path)) {
    // Killed between the two steps of closing a log; never with a snapshot alone.
    if (next !== null && closedLogs(dir).at(-1) !== next - 1) throw missingLog(dir, "commits.log");
    return begin();
  }
  const { header, length } = readFile(path, replay);
  if (header === null) {
    const begun = readFileSync(path);
    if (isBegunHeader(begun.toString(), { holds: "commits", generation: next ?? 1 }))
      return begin();
    decodeHeader(path, begun);
    throw damagedFile(path, "ends within its first line");
  }
  const { generation, version } = header;
  if (header.holds !== "commits" || (next === null ? generation > 1 : generation !== next))
    throw damagedFile(path, `follows on another snapshot than ${join(dir, "snapshot")}`);
  const torn = statSync(path).size - length;
  if (torn > 0) warn(`${path}: removed ${torn} bytes of a commit that was never completed`);
  return { log: new LogFile(path, length), generation, version };
}
