import { closeSync, fdatasync, fdatasyncSync, ftruncateSync } from "node:fs";
import { fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 4 * 1024 * 1024;
const syncFile = promisify(fdatasync);

/**
 * The complete lines of a file, in chunks of some megabytes: a file may be larger
 * than a buffer can be. A line is valid until the next one is requested. Returns
 * the length of the lines.
 */
export function* readLines(path: string): Generator<Buffer, number> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let begun: Buffer[] = [];
    let length = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let from = 0;
      for (;;) {
        const to = chunk.subarray(0, read).indexOf(LINE_FEED, from);
        if (to < 0) break;
        const rest = chunk.subarray(from, to);
        const line = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
        begun = [];
        length += line.length + 1;
        from = to + 1;
        yield line;
      }
      if (from < read) begun.push(Buffer.from(chunk.subarray(from, read)));
    }
    return length;
  } finally {
    closeSync(file);
  }
}

/** So that file names survive a power cut, too. */
export function syncFolder(dir: string): void {
  try {
    const folder = openSync(dir, "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Some systems can't sync folders: there, the system is responsible.
  }
}

/** A file that only grows, by whole lines. */
export class LogFile {
  private readonly file: number;
  /** The running sync, or the last one. */
  private syncing: Promise<void> | null = null;
  private nextSync: Promise<void> | null = null;

  /** Opens the file, which exists, and removes everything after `length` bytes. */
  constructor(
    path: string,
    private length: number,
  ) {
    this.file = openSync(path, "r+");
    if (fstatSync(this.file).size > length) ftruncateSync(this.file, length);
  }

  get bytes(): number {
    return this.length;
  }

  /** All or nothing: a full disk leaves the file unchanged. */
  append(line: string): void {
    const bytes = Buffer.from(line);
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(this.file, bytes, done, bytes.length - done, this.length + done);
    } catch (error) {
      ftruncateSync(this.file, this.length);
      throw error;
    }
    this.length += bytes.length;
  }

  /**
   * Resolves when everything appended survives a power cut. Callers during a sync
   * share the next one. A failure concerns its callers alone: the next sync is
   * tried.
   */
  sync(): Promise<void> {
    const begin = () => {
      this.nextSync = null;
      return (this.syncing = syncFile(this.file));
    };
    this.nextSync ??= (this.syncing ?? Promise.resolve()).then(begin, begin);
    return this.nextSync;
  }

  syncNow(): void {
    fdatasyncSync(this.file);
  }

  /** No more lines; a running sync still ends. */
  close(): void {
    const end = () => closeSync(this.file);
    const last = this.nextSync ?? this.syncing;
    if (last) void last.then(end, end);
    else end();
  }
}
