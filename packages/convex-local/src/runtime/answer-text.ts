import { createHash } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { ReadSet } from "../store/transaction";
import type { QueryRun, Run } from "./types";

/** Present, even as null, exactly when a ConvexError was thrown. */
export function errorDataOf({ outcome }: Run): { errorData?: JSONValue } {
  return outcome.success || outcome.data === undefined ? {} : { errorData: outcome.data };
}

export interface SerializedAnswer {
  /** A hash that is equal for equal results. */
  readonly hash: string;
  /** A modification's fields beside type and query. */
  readonly rest: string;
  readonly bytes: number;
}

/** Texts that are only compared are kept as hashes. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64");

const serialized = new WeakMap<QueryRun, SerializedAnswer>();

/** A query's answer in the form of the protocol, serialized once for all clients that watch it. */
export function serializeAnswer(run: QueryRun): SerializedAnswer {
  const known = serialized.get(run);
  if (known) return known;
  const { outcome, logLines, journal } = run;
  const logs = JSON.stringify({ ...errorDataOf(run), logLines }).slice(1, -1);
  const name = outcome.success ? "value" : "errorMessage";
  const text = JSON.stringify(outcome.success ? outcome.value : outcome.message);
  const fields = `"${name}":${text},${logs}`;
  const content = outcome.success ? fields : fields.replace(/\[Request ID: \w+\]/, "");
  const rest = `${fields},"journal":${JSON.stringify(journal)}`;
  const answer = { hash: hashOf(content), rest, bytes: rest.length };
  serialized.set(run, answer);
  return answer;
}

/** The memory of an answer beside its texts. */
const ENTRY_CHARACTERS = 1_000;
/** The memory of a key interval or a log line beside its text. */
const PART_CHARACTERS = 100;

/** The memory of a query's dependencies, in characters: a short result may depend on many keys. */
export function lengthOfReads(readSet: ReadSet): number {
  let length = ENTRY_CHARACTERS;
  for (const intervals of readSet.values())
    for (const { lo, hi } of intervals) length += PART_CHARACTERS + lo.length + hi.length;
  return length;
}

/** The memory of an answer's texts, in characters. */
export function lengthOfTexts(run: QueryRun): number {
  return serializeAnswer(run).rest.length + PART_CHARACTERS * run.logLines.length;
}
