import { asciiAt, uint16At, uint32At } from "../binary";
import { blankOutside } from "./ranges";
import type { Range } from "./ranges";

const HEADER_BYTES = 128;
const TABLE = HEADER_BYTES + 4;
const ENTRY_BYTES = 12;
/** More tags than any profile has. */
const MAX_TAGS = 100;
/** Header fields that name programs, devices and the profile, and those without a meaning. */
const NAMES: readonly Range[] = [
  { start: 4, end: 8 },
  { start: 48, end: 56 },
  { start: 80, end: 128 },
];

/** Tags that colours are computed from. */
const COLOURS =
  /^([rgb]XYZ|[rgbk]TRC|wtpt|bkpt|chad|chrm|lumi|gamt|cicp|A2B[0-3]|B2A[0-3]|D2B[0-3]|B2D[0-3])$/;
/** Required tags that hold text: they are kept with empty text. */
const WORDS = ["desc", "cprt"];

/** The length that a tag's content declares; null: use the length in the profile's table. */
const LENGTHS: Readonly<Record<string, (tag: Uint8Array) => number | null>> = {
  "XYZ ": () => 20,
  curv: (tag) => 12 + 2 * (uint32At(tag, 8) ?? 0),
  para: (tag) => 12 + 4 * ([1, 3, 4, 5, 7][uint16At(tag, 8) ?? 9] ?? 0),
  sf32: () => 44,
  cicp: () => 12,
  chrm: (tag) => 12 + 8 * (uint16At(tag, 8) ?? 0),
  mft1: () => null,
  mft2: () => null,
  "mAB ": () => null,
  "mBA ": () => null,
  mpet: () => null,
};

/**
 * Blanks a colour profile's text, and all tags that colours are not computed from, in
 * place: nothing moves.
 *
 * @returns Whether it is a profile; other data is not changed.
 */
export function cleanProfile(bytes: Uint8Array): boolean {
  const size = uint32At(bytes, 0) ?? 0;
  const count = uint32At(bytes, HEADER_BYTES) ?? 0;
  const table = TABLE + count * ENTRY_BYTES;
  const isProfile = asciiAt(bytes, 36, 4) === "acsp" && size <= bytes.length;
  if (!isProfile || count > MAX_TAGS || table > size) return false;
  const profile = bytes.subarray(0, size);
  const entries = Array.from({ length: count }, (_, i) => {
    const at = TABLE + i * ENTRY_BYTES;
    const start = uint32At(profile, at + 4) ?? 0;
    const name = asciiAt(profile, at, 4);
    return { name, start, length: uint32At(profile, at + 8) ?? 0 };
  }).filter(({ start, length }) => start >= table && length >= 8 && start + length <= size);
  const colours = entries.flatMap((entry) => {
    const length = COLOURS.test(entry.name) ? lengthOf(profile, entry) : 0;
    return length > 0 ? [{ ...entry, length }] : [];
  });
  const rangesOf = (list: typeof entries) =>
    list.map(({ start, length }) => ({ start, end: start + length }));
  const kept = rangesOf(colours);
  const words = entries.filter(
    ({ name, start, length }) =>
      WORDS.includes(name) && kept.every((one) => one.end <= start || one.start >= start + length),
  );
  for (const word of words) sayNothing(profile, word);
  const content = { start: table, end: bytes.length };
  blankOutside(bytes, content, [...kept, ...rangesOf(words)]);
  for (const { start, end } of NAMES) profile.fill(0, start, end);
  writeTable(profile, [...colours, ...words], table);
  return true;
}

interface Tag {
  name: string;
  start: number;
  length: number;
}

/** The length of a tag's content, at most the length in the profile's table; 0: unreadable. */
function lengthOf(profile: Uint8Array, { start, length }: Tag): number {
  const tag = profile.subarray(start, start + length);
  // The four bytes after the type are reserved.
  if (uint32At(tag, 4) !== 0) return 0;
  const own = LENGTHS[asciiAt(tag, 0, 4)];
  return own ? Math.min(length, own(tag) ?? length) : 0;
}

/** Keeps the type of a text tag, with empty text. */
function sayNothing(profile: Uint8Array, { start, length }: Tag): void {
  const type = asciiAt(profile, start, 4);
  profile.fill(0, start + (/^(mluc|desc|text)$/.test(type) ? 4 : 0), start + length);
  // The size of a record (there are none), or the length of the empty description.
  if (type === "mluc" && length >= 16) profile[start + 15] = 12;
  if (type === "desc" && length >= 13) profile[start + 11] = 1;
}

function writeTable(profile: Uint8Array, tags: readonly Tag[], end: number): void {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  profile.fill(0, TABLE, end);
  view.setUint32(HEADER_BYTES, tags.length);
  for (const [i, { name, start, length }] of tags.entries()) {
    const at = TABLE + i * ENTRY_BYTES;
    for (let letter = 0; letter < 4; letter++) profile[at + letter] = name.charCodeAt(letter);
    view.setUint32(at + 4, start);
    view.setUint32(at + 8, length);
  }
}
