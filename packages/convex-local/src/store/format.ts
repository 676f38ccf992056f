import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { JSONValue } from "convex/values";
import { parseOrNull } from "../codec/json";
import { StoreError } from "./errors";
import type { Doc } from "./state";

/** One line of a file: the log has the first five fields, a snapshot all but `w` and `s`. */
export interface LogRecord {
  /** The commit's timestamp. */
  readonly t?: string;
  /** New table numbers. */
  readonly n?: readonly (readonly [table: string, number: number])[];
  /** The written documents after the commit. */
  readonly w?: readonly (readonly [table: string, id: string, doc: Doc | null])[];
  /** The answer of a mutation that its client may repeat. */
  readonly s?: readonly [
    session: string,
    request: number,
    value: JSONValue,
    logLines: string[],
    /** The sender; absent: an anonymous client. */
    by?: string,
  ];
  /** Which schema all documents match; see `Database.markChecked`. */
  readonly v?: string;
  /** Documents of one table. */
  readonly d?: readonly [table: string, docs: readonly Doc[]];
  /** Stored answers, each with its timestamp: as `s`. */
  readonly a?: readonly (readonly [ts: string, ...answer: NonNullable<LogRecord["s"]>])[];
  /**
   * For each session, the last request whose answer is no longer stored, and when
   * that was recorded.
   */
  readonly f?: readonly (readonly [session: string, request: number, atMs: number])[];
  /** The last line: the number of lines before it, and the newest creation time ever given. */
  readonly end?: { readonly lines: number; readonly createdMs: number };
}

/** The header of a file. A log of version 1 counts as generation 0. */
export interface Header {
  readonly holds: "commits" | "snapshot";
  /** A snapshot contains everything committed before the log of its generation began. */
  readonly generation: number;
}

const FORMAT = "spotlight-local";
const VERSION = 2;
const HEADER_1 = JSON.stringify({ format: FORMAT, version: 1 });
const CRC_PATTERN = /^\{"crc":"([0-9a-f]{8})",/;
const PREFIX_BYTES = '{"crc":"00000000",'.length;

const hexOf = (crc: number) => crc.toString(16).padStart(8, "0");

/**
 * A line of an object's JSON, with an additional first field: the checksum of the
 * following bytes.
 */
export function seal(json: string): string {
  const rest = json.slice(1);
  return `{"crc":"${hexOf(crc32(rest))}",${rest}\n`;
}

export function encodeRecord(record: LogRecord): string {
  return seal(JSON.stringify(record));
}

export function encodeHeader({ holds, generation }: Header): string {
  return seal(JSON.stringify({ format: FORMAT, version: VERSION, holds, generation }));
}

/** Whether a file that ends within its first line may have been interrupted at its creation. */
export function isBegunHeader(text: string, header: Header): boolean {
  return encodeHeader(header).startsWith(text) || HEADER_1.startsWith(text);
}

function isIntact(line: Buffer): boolean {
  const [, crc] = CRC_PATTERN.exec(line.toString("latin1", 0, PREFIX_BYTES)) ?? [];
  return crc === hexOf(crc32(line.subarray(PREFIX_BYTES)));
}

/** The position of a line; its number counts from 1, the header's. */
export interface Place {
  readonly path: string;
  readonly number: number;
}

export function damagedFile(path: string, what: string): StoreError {
  return new StoreError(
    "data_folder_damaged",
    `${path} ${what}. Nothing was changed. Restore the whole data folder from a copy, or choose ` +
      "another one.",
  );
}

function damagedLine({ path, number }: Place): StoreError {
  const shorter =
    basename(path) === "commits.log"
      ? " To go on without this line and what was committed after it, keep what comes before it: " +
        `head -n ${number - 1} "${path}" > kept && mv kept "${path}"`
      : "";
  return new StoreError(
    "data_folder_damaged",
    `Line ${number} of ${path} is not what was written: its checksum does not fit. Nothing was ` +
      `changed. Restore the whole data folder from a copy, or choose another one.${shorter}`,
  );
}

function isHeader(value: unknown): value is Header & { format: string; version: number } {
  return (
    typeof value === "object" && value !== null && "format" in value && value.format === FORMAT
  );
}

/** @throws StoreError `data_folder_incompatible`, `data_folder_damaged` */
export function decodeHeader(path: string, line: Buffer): Header & { version: number } {
  if (line.toString() === HEADER_1) return { holds: "commits", generation: 0, version: 1 };
  const header = parseOrNull(line.toString());
  if (!isHeader(header) || header.version !== VERSION)
    throw new StoreError(
      "data_folder_incompatible",
      `${path} was not written by this version (it begins with ` +
        `${JSON.stringify(line.toString().slice(0, 80))}, expected version ${VERSION} of ` +
        `${FORMAT}). Nothing was changed. Start the version that wrote it, choose another ` +
        "data folder, or move this one away to begin with an empty one.",
    );
  if (!isIntact(line)) throw damagedFile(path, "has a first line whose checksum does not fit");
  return header;
}

/** @throws StoreError `data_folder_damaged` */
export function decodeRecord(place: Place, line: Buffer, version: number): LogRecord {
  if (version > 1 && !isIntact(line)) throw damagedLine(place);
  const record = parseOrNull(line.toString());
  if (typeof record !== "object" || record === null) throw damagedLine(place);
  return record; // a line of our format, as the header says
}
