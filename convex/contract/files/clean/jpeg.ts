import { asciiAt, uint16At } from "../binary";
import { END_OF_IMAGE, START_OF_SCAN, isFrame, jpegSegments } from "../segments";
import type { Segment } from "../segments";
import type { CleanOptions, Cleaned } from "./cleaned";
import { exifOf, readExif } from "./exif";
import { NotUnderstood } from "./notUnderstood";
import { positionInXmp } from "./position";
import { cleanProfile } from "./profile";

const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee] as const;
const [JFIF, EXIF, ICC, ADOBE] = ["JFIF\0", "Exif\0\0", "ICC_PROFILE\0", "Adobe"] as const;
const XMP = "http://ns.adobe.com/xap/1.0/\0";
/** The pixel density follows; a thumbnail, which may also follow, is removed. */
const JFIF_BYTES = 12;
const ADOBE_BYTES = 12;
const MAX_CONTENT = 65_533;
/** The number of a profile's part, and the number of parts. */
const PROFILE_COUNT_BYTES = 2;
const [HUFFMAN, CONDITIONING, QUANTIZATION, RESTART] = [0xc4, 0xcc, 0xdb, 0xdd] as const;

/**
 * Keeps a JPEG's picture up to its end: tables, frame and scans, colours and orientation. Removes
 * comments, thumbnails, other segments, further pictures and the bytes between segments.
 *
 * @throws NotUnderstood, TooManyParts
 */
export function cleanJpeg(
  file: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const segments = [...jpegSegments(file, parts)];
  const frame = segments.findIndex(({ marker }) => isFrame(marker));
  const isOnly = frame === segments.findLastIndex(({ marker }) => isFrame(marker));
  const scan = segments.findIndex(({ marker }) => marker === START_OF_SCAN);
  const isWhole = segments.at(-1)?.marker === END_OF_IMAGE;
  if (frame < 0 || !isOnly || scan < frame || !isWhole) throw new NotUnderstood();
  const named = (marker: number, name: string) =>
    segments
      .filter((segment) => segment.marker === marker)
      .map(({ start, end }) => file.subarray(start, end))
      .filter((content) => asciiAt(content, 0, name.length) === name)
      .map((content) => content.subarray(name.length));
  const exif = named(APP1, EXIF).map(readExif);
  const packets = named(APP1, XMP).map(positionInXmp);
  const position = [...exif.map((one) => one.position), ...packets].find((one) => one) ?? null;
  const orientation = exif[0]?.orientation ?? null;
  const kept = exifOf({ orientation, position: keepsPosition ? position : null });
  const density = named(APP0, JFIF)[0]?.slice(0, JFIF_BYTES - JFIF.length);
  const colours = named(APP14, ADOBE)[0]?.slice(0, ADOBE_BYTES - ADOBE.length);
  const pieces = [
    Uint8Array.from([0xff, 0xd8]),
    ...(density ? segmentOf(APP0, JFIF, [...density, 0, 0]) : []),
    ...(kept ? segmentOf(APP1, EXIF, kept) : []),
    ...profileSegments(named(APP2, ICC)),
    ...(colours ? segmentOf(APP14, ADOBE, colours) : []),
    ...segments
      .filter((one) => isPicture(file, one))
      .map(({ start, end }) => file.subarray(start - 4, end)),
    Uint8Array.from([0xff, END_OF_IMAGE]),
  ];
  return { pieces, position };
}

/** @throws NotUnderstood - If a segment is longer than its content, which decoders refuse. */
function isPicture(file: Uint8Array, { marker, start, end }: Segment): boolean {
  const content = file.subarray(start, end);
  const length = lengthOf(content, marker);
  if (length === null) return false;
  if (marker === START_OF_SCAN ? declared(file, start) !== length : content.length !== length) {
    throw new NotUnderstood();
  }
  return true;
}

/** The length of a segment without its scan, according to its header. */
function declared(file: Uint8Array, start: number): number {
  return (uint16At(file, start - 2) ?? 0) - 2;
}

/** The length of a segment according to its content; null if it is not part of the picture. */
function lengthOf(content: Uint8Array, marker: number): number | null {
  if (isFrame(marker)) return 6 + 3 * (content[5] ?? 0);
  switch (marker) {
    case START_OF_SCAN:
      return 4 + 2 * (content[0] ?? 0);
    case RESTART:
      return 2;
    case CONDITIONING:
      return content.length - (content.length % 2);
    case HUFFMAN:
      return tablesBytes(content, huffmanBytes);
    case QUANTIZATION:
      return tablesBytes(content, ([head = 0]) => 1 + 64 * (head >= 16 ? 2 : 1));
    default:
      return null;
  }
}

/** Its number, how many codes there are of each length, and the codes' values. */
function huffmanBytes(table: Uint8Array): number {
  return 17 + table.subarray(1, 17).reduce((sum, count) => sum + count, 0);
}

/** The total length of consecutive tables. */
function tablesBytes(content: Uint8Array, lengthOfTable: (rest: Uint8Array) => number): number {
  let at = 0;
  while (at < content.length) at += lengthOfTable(content.subarray(at));
  return at;
}

/** A profile is longer than a segment may be, so it comes in numbered parts. */
function profileSegments(contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  const numbered = contents.toSorted((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
  const profile = joined(numbered.map((part) => part.subarray(PROFILE_COUNT_BYTES)));
  if (contents.length === 0 || !cleanProfile(profile)) return [];
  const room = MAX_CONTENT - ICC.length - PROFILE_COUNT_BYTES;
  const count = Math.ceil(profile.length / room);
  return Array.from({ length: count }, (_, i) =>
    segmentOf(APP2, ICC, [i + 1, count], profile.slice(i * room, (i + 1) * room)),
  ).flat();
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function segmentOf(
  marker: number,
  name: string,
  content: ArrayLike<number>,
  rest: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Uint8Array<ArrayBuffer>[] {
  const length = 2 + name.length + content.length + rest.length;
  const letters = Array.from(name, (letter) => letter.charCodeAt(0));
  const head = [0xff, marker, length >> 8, length & 255, ...letters, ...Array.from(content)];
  return [Uint8Array.from(head), rest];
}
