import { boxesIn } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import type { Range } from "./ranges";

/** The parts of a box that are kept. */
export interface Rule {
  /** The boxes that it may contain. Default: none, because it has content of its own. */
  inside?: Rules;
  /** Bytes of its own content before its child boxes. Default none. */
  own?: number;
  /** The length of its own content, as the content declares it; later bytes are blanked. */
  length?: (content: Uint8Array) => number;
  /** Blanks text in it, in place; false: the box is unreadable, so it is blanked. */
  edit?: (content: Uint8Array, parts: PartCount) => boolean;
}

/** The boxes that are kept, by name. */
export type Rules = Readonly<Record<string, Rule>>;

const FREE = [0x66, 0x72, 0x65, 0x65];

/**
 * Blanks all boxes in a part of a file that no rule keeps, and the bytes after the last valid one.
 * Nothing moves, so all offsets in the file stay valid.
 *
 * @returns The end of the last kept box.
 * @throws TooManyParts
 */
export function keepBoxes(
  bytes: Uint8Array,
  { start, end }: Range,
  rules: Rules,
  parts: PartCount,
): number {
  let keptEnd = start;
  let at = start;
  for (const box of boxesIn(bytes, start, end, {}, parts)) {
    at = box.end;
    const rule = rules[box.name];
    if (rule && keepBox(bytes, box, rule, parts)) keptEnd = box.end;
    else blankBox(bytes, box);
  }
  bytes.fill(0, at, end);
  return keptEnd;
}

function keepBox(bytes: Uint8Array, box: Box, rule: Rule, parts: PartCount): boolean {
  const content = bytes.subarray(box.start, box.end);
  if (rule.length) content.fill(0, rule.length(content));
  if (rule.edit && !rule.edit(content, parts)) return false;
  const from = box.start + (rule.own ?? 0);
  if (rule.inside && from <= box.end) {
    keepBoxes(bytes, { start: from, end: box.end }, rule.inside, parts);
  }
  return true;
}

/** Turns a box into free space that readers skip. */
export function blankBox(bytes: Uint8Array, { at, start, end }: Box): void {
  bytes.set(FREE, at + 4);
  bytes.fill(0, start, end);
}
