import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import type { JSONValue } from "convex/values";
import { StoreError } from "./errors";
import type { Doc } from "./state";

/** One line of the log: a commit (`t` its timestamp), new table numbers, or both. */
export interface LogRecord {
  readonly t?: string;
  readonly n?: readonly (readonly [table: string, number: number])[];
  /** The written documents as they are after the commit. */
  readonly w?: readonly (readonly [table: string, id: string, doc: Doc | null])[];
  /** The answer of a mutation that its client may ask for again. */
  readonly s?: readonly [session: string, request: number, value: JSONValue, logLines: string[]];
}

const HEADER = JSON.stringify({ format: "spotlight-local", version: 1 });
const LINE_FEED = 0x0a;

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

function parseLine(path: string, line: string, number: number): LogRecord {
  try {
    return JSON.parse(line) as LogRecord; // a line of our format, as the header says
  } catch {
    throw new StoreError(
      "data_folder_damaged",
      `Line ${number} of ${path} is not readable. Nothing was changed. Restore the file from a ` +
        "copy, or choose another data folder.",
    );
  }
}

/**
 * Append-only file: a header line, then one line of JSON per commit. A line counts once its line
 * feed is there, so a write cut short by a kill is no commit.
 */
export class Log {
  private readonly file: number;

  private constructor(
    path: string,
    private length: number,
  ) {
    this.file = openSync(path, "r+");
    ftruncateSync(this.file, length);
    if (length === 0) this.write(HEADER);
  }

  /** Calls `replay` with each record of the file, then is open for more. */
  static open(
    path: string,
    warn: (line: string) => void,
    replay: (record: LogRecord) => void,
  ): Log {
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    const bytes = readFileSync(path);
    const { lines, length } = readLines(bytes);
    const [header, ...records] = lines;
    // Less than one line: new, or killed while its header was written.
    if (header === undefined && HEADER.startsWith(bytes.toString())) return new Log(path, 0);
    checkHeader(path, header ?? bytes.toString());
    for (const [at, line] of records.entries()) replay(parseLine(path, line, at + 2));
    const torn = bytes.length - length;
    if (torn > 0) warn(`${path}: removed ${torn} bytes of a commit that was never completed`);
    return new Log(path, length);
  }

  append(record: LogRecord): void {
    this.write(JSON.stringify(record));
  }

  close(): void {
    closeSync(this.file);
  }

  /** All or nothing: a full disk leaves the file as it was. */
  private write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(this.file, bytes, done, bytes.length - done, this.length + done);
    } catch (error) {
      ftruncateSync(this.file, this.length);
      throw error;
    }
    this.length += bytes.length;
  }
}
