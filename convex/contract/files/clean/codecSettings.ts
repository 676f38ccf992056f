import { asciiAt, uint16At, uint32At } from "../binary";

/** The length of codecs' settings according to their content. Decoders read nothing after that. */

/** H.264: parameter sets, one after another; some profiles have four bytes and a third list. */
export function avcBytes(content: Uint8Array): number {
  const pictures = setsEnd(content, 6, (content[5] ?? 0) & 31);
  const end = setsEnd(content, pictures + 1, content[pictures] ?? 0);
  // Old files of these profiles end here, and the bytes after are not a chroma format.
  const hasMore = HIGH_PROFILES.includes(content[1] ?? 0) && (content[end] ?? 0) >= 0xfc;
  return hasMore ? setsEnd(content, end + 4, content[end + 3] ?? 0) : end;
}

/** H.265: lists of parameter sets. */
export function hevcBytes(content: Uint8Array): number {
  let at = LISTS;
  for (let list = content[LISTS - 1] ?? 0; list > 0; list--) {
    at = setsEnd(content, at + 3, uint16At(content, at + 1) ?? 0);
  }
  return at;
}

/** VP8 and VP9: numbers, and reserved settings. */
export function vpBytes(): number {
  return 12;
}

/** Groups of samples: a grouping type, in one version a parameter, and the rows. */
export function groupedBytes(content: Uint8Array): number {
  const head = content[0] === 1 ? 16 : 12;
  return head + 8 * (uint32At(content, head - 4) ?? 0);
}

/** Kinds of groups that mark where decoders can start, and the length of a description. */
const GROUP_BYTES: Readonly<Record<string, number>> = {
  ...{ roll: 2, prol: 2, "rap ": 1, sync: 1, tele: 1 },
};

/** Blanks the bytes after the descriptions of groups; false if they are of an unknown kind. */
export function blankBehindGroups(content: Uint8Array): boolean {
  const length = GROUP_BYTES[asciiAt(content, 4, 4)];
  if (length === undefined || content[0] !== 1 || uint32At(content, 8) !== length) return false;
  content.fill(0, 16 + length * (uint32At(content, 12) ?? 0));
  return true;
}

/** Segments: the track, times in two versions, and the rows. */
export function segmentsBytes(content: Uint8Array): number {
  const head = content[0] === 0 ? 24 : 32;
  return head + 12 * (uint16At(content, head - 2) ?? 0);
}

const HIGH_PROFILES: readonly number[] = [100, 110, 122, 144];
const LISTS = 23;

/** The end of parameter sets, each preceded by its length. */
function setsEnd(content: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let set = 0; set < count && at < content.length; set++) {
    at += 2 + (uint16At(content, at) ?? 0);
  }
  return at;
}
