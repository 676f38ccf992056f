import { closeSync, fsync, openSync, rmSync, writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { batches } from "../codec/batches";
import { encodeHeader, encodeRecord, seal, type LogRecord } from "./format";
import type { Doc, Snapshot } from "./state";

/** The size of one line's documents, roughly. */
const LINE_BYTES = 64 * 1024;
/** Written in one slice: some milliseconds of work, then other work has its turn. */
const SLICE_BYTES = 256 * 1024;
const syncFile = promisify(fsync);

/** The whole content of a database at one moment. */
export interface Contents {
  readonly generation: number;
  readonly state: Snapshot;
  readonly numbers: readonly (readonly [table: string, number: number])[];
  readonly checkedSchema: string | null;
  readonly answers: Iterable<LogRecord>;
  readonly hasAnswers: boolean;
  readonly lastCreationMs: number;
}

function* textsOf(docs: Iterable<Doc>): Generator<string> {
  for (const doc of docs) yield JSON.stringify(doc);
}

/** As `{"d":[table,[…]]}`, built from each document's own text. */
function* documentLines(table: string, docs: Iterable<Doc>): Generator<string> {
  for (const texts of batches(textsOf(docs), LINE_BYTES))
    yield seal(`{"d":[${JSON.stringify(table)},[${texts.join(",")}]]}`);
}

function* dataLines({ state, numbers, checkedSchema, answers }: Contents): Generator<string> {
  const ts = String(state.ts);
  yield encodeRecord({ t: ts, n: numbers, ...(checkedSchema !== null && { v: checkedSchema }) });
  for (const [address, tree] of state.trees) {
    const [table = "", index] = address.split(".");
    // In this order they are sorted quickly when they are read again.
    if (index === "by_creation_time") yield* documentLines(table, tree.values());
  }
  for (const record of answers) yield encodeRecord(record);
}

function* linesOf(holdings: Contents): Generator<string> {
  yield encodeHeader({ holds: "snapshot", generation: holdings.generation });
  let lines = 1;
  for (const line of dataLines(holdings)) {
    lines += 1;
    yield line;
  }
  yield encodeRecord({ end: { lines, createdMs: holdings.lastCreationMs } });
}

/**
 * Writes a complete snapshot and waits until it is synced. Between slices, other
 * work has its turn. Returns its length in bytes, or null if it was stopped: then
 * the caller removes the file. On failure, nothing is left of it.
 */
export async function writeSnapshot(
  path: string,
  holdings: Contents,
  isStopped: () => boolean,
): Promise<number | null> {
  const file = openSync(path, "w", 0o600);
  try {
    let length = 0;
    let slice = "";
    const flush = async () => {
      const bytes = Buffer.from(slice);
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      length += bytes.length;
      slice = "";
      await setImmediate();
    };
    for (const line of linesOf(holdings)) {
      slice += line;
      if (slice.length >= SLICE_BYTES) await flush();
      if (isStopped()) return null;
    }
    await flush();
    await syncFile(file);
    return isStopped() ? null : length;
  } catch (error) {
    if (!isStopped()) rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
