import type { JSONValue } from "convex/values";
import type { QueryRun, Run } from "./types";

/** Present, even as null, exactly when a ConvexError was thrown. */
export function errorDataOf({ outcome }: Run): { errorData?: JSONValue } {
  return outcome.success || outcome.data === undefined ? {} : { errorData: outcome.data };
}

/** `content` is equal for equal answers; `rest`: a modification's fields beside type and query. */
type SerializedAnswer = Record<"content" | "rest", string>;

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
  const answer = { content, rest: `${fields},"journal":${JSON.stringify(journal)}` };
  serialized.set(run, answer);
  return answer;
}

/** The memory of an answer beside its texts. */
const ENTRY_CHARACTERS = 1_000;
/** The memory of a key interval or a log line beside its text. */
const PART_CHARACTERS = 100;

/** The memory of a cached answer in characters, roughly: a short answer may have read many keys. */
export function lengthOf(run: QueryRun): number {
  const { logLines, readSet } = run;
  let length = ENTRY_CHARACTERS + serializeAnswer(run).rest.length;
  length += PART_CHARACTERS * logLines.length;
  for (const intervals of readSet.values())
    for (const { lo, hi } of intervals) length += PART_CHARACTERS + lo.length + hi.length;
  return length;
}
