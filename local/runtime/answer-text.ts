import type { Outcome, QueryRun } from "./types";

const texts = new WeakMap<Outcome, string>();

/** What a function answered as JSON: its value, or its message. Made once for all clients. */
export function textOf(outcome: Outcome): string {
  const known = texts.get(outcome);
  if (known !== undefined) return known;
  const text = JSON.stringify(outcome.success ? outcome.value : outcome.message);
  texts.set(outcome, text);
  return text;
}

/** What an answer takes beside its texts. */
const ENTRY_CHARACTERS = 1_000;
/** What an interval of keys, or a printed line, takes beside its text. */
const PART_CHARACTERS = 100;

/** How much a kept answer takes, in characters, about: a short one may have read many keys. */
export function lengthOf({ outcome, logLines, readSet }: QueryRun): number {
  let length = ENTRY_CHARACTERS + textOf(outcome).length;
  for (const line of logLines) length += PART_CHARACTERS + line.length;
  for (const intervals of readSet.values())
    for (const { lo, hi } of intervals) length += PART_CHARACTERS + lo.length + hi.length;
  return length;
}
