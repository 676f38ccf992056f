import {
  closeSync,
  existsSync,
  fdatasync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import { StoreError } from "./errors";

/**
 * Append-only file: a header line, then one line of JSON per commit. A line counts once its line
 * feed is there, so a write cut short by a kill is no commit.
 */
const FORMAT_VERSION = 1;
const HEADER = JSON.stringify({ format: "spotlight-local", version: FORMAT_VERSION });
const LINE_FEED = 0x0a;

const syncData = promisify(fdatasync);

export interface LogOptions {
  readonly path: string;
  readonly flush: "none" | "group";
  readonly warn: (line: string) => void;
}

/** Splits complete lines from a torn rest. */
function readLines(bytes: Buffer): { lines: string[]; length: number } {
  const lines: string[] = [];
  let from = 0;
  for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.toString("utf8", from, to));
    from = to + 1;
  }
  return { lines, length: from };
}

function checkHeader(path: string, header: string): void {
  if (header === HEADER) return;
  throw new StoreError(
    "data_folder_incompatible",
    `${path} was not written by this version (it begins with ${JSON.stringify(header.slice(0, 80))}, ` +
      `expected ${HEADER}). Nothing was changed. Start the version that wrote it, choose another ` +
      "data folder, or move this one away to begin with an empty one.",
  );
}

function parseLine(path: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new StoreError(
      "data_folder_damaged",
      `Line ${number} of ${path} is not readable. Nothing was changed. Restore the file from a ` +
        "copy, or choose another data folder.",
    );
  }
}

/** A file with less than one line: new, or killed while its header was written. */
function isUnborn(bytes: Buffer): boolean {
  return !bytes.includes(LINE_FEED) && HEADER.startsWith(bytes.toString("utf8"));
}

export class Log {
  private readonly file: number;
  private length: number;
  private flushing: Promise<void> | null = null;

  private constructor(
    private readonly options: LogOptions,
    length: number,
  ) {
    this.file = openSync(options.path, "r+");
    this.length = length;
    ftruncateSync(this.file, length);
  }

  /** Calls `replay` with each record of the file, then is open for more. */
  static open(options: LogOptions, replay: (record: unknown) => void): Log {
    const { path, warn } = options;
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    const bytes = readFileSync(path);
    if (isUnborn(bytes)) {
      const log = new Log(options, 0);
      log.write(HEADER);
      return log;
    }
    const { lines, length } = readLines(bytes);
    const [header, ...records] = lines;
    checkHeader(path, header ?? bytes.toString("utf8"));
    for (const [at, line] of records.entries()) replay(parseLine(path, line, at + 2));
    const torn = bytes.length - length;
    if (torn > 0) warn(`${path}: removed ${torn} bytes of a commit that was never completed`);
    return new Log(options, length);
  }

  append(record: unknown): void {
    this.write(JSON.stringify(record));
  }

  /** All or nothing: a full disk leaves the file as it was. */
  private write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.file, bytes, done, bytes.length - done, this.length + done);
      }
    } catch (error) {
      ftruncateSync(this.file, this.length);
      throw error;
    }
    this.length += bytes.length;
  }

  /** Resolves when every line appended before the call is on the disk; callers share a sync. */
  async flushed(): Promise<void> {
    if (this.options.flush === "none") return;
    if (this.flushing) await this.flushing;
    this.flushing ??= syncData(this.file).finally(() => (this.flushing = null));
    await this.flushing;
  }

  async close(): Promise<void> {
    await this.flushed();
    closeSync(this.file);
  }
}
