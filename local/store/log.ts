import { closeSync, fdatasync, fdatasyncSync, ftruncateSync } from "node:fs";
import { fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 4 * 1024 * 1024;
const syncFile = promisify(fdatasync);

/**
 * The complete lines of a file, in pieces of some megabytes: a file may be larger than a buffer can
 * be. A line is valid until the next one is asked for. Returns the length of what they take.
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

/** So that the names of files, too, survive a power cut. */
export function syncFolder(dir: string): void {
  try {
    const folder = openSync(dir, "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Some systems cannot: there, names are theirs to keep.
  }
}

/** A file that only grows, by whole lines. */
export class LogFile {
  private readonly file: number;
  /** The sync under way, or the last one. */
  private syncing: Promise<void> | null = null;
  private nextSync: Promise<void> | null = null;

  /** Opens the file, which exists, and cuts off what comes after `length` bytes. */
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

  /** All or nothing: a full disk leaves the file as it was. */
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
   * Resolves when all that was appended survives a power cut. Who asks meanwhile shares the next.
   * One that fails is its askers' alone: the next is tried.
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

  /** No more lines; a sync under way still ends. */
  close(): void {
    const end = () => closeSync(this.file);
    const last = this.nextSync ?? this.syncing;
    if (last) void last.then(end, end);
    else end();
  }
}
