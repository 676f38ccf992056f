import { asciiAt, uint32At } from "../binary";
import { boxesIn, findBox } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import { keepBoxes } from "./boxRules";
import type { CleanOptions, Cleaned } from "./cleaned";
import { FILM } from "./filmRules";
import { positionInText, positionInXmp, positionOf, textOf } from "./position";
import type { Position } from "./position";
import { blankOutside } from "./ranges";
import { keepTracks } from "./tracks";

const POSITION_BOX = "\xa9xyz";
/** The offset after a value's type and language. */
const VALUE_BYTES = 8;
/** Metadata boxes on the path to a location. */
const HOLDERS = { moov: 0, trak: 0, udta: 0 };
/** Longer than any location that programs write. */
const MAX_TEXT = 256;

/**
 * Keeps the pictures and the sound of an MP4 or QuickTime video, in place: blanks all other tracks
 * with their samples, and all boxes that no decoder needs. Nothing moves, so all offsets in the
 * video stay valid. It ends with its last kept box.
 *
 * @param film - Is changed.
 * @throws NotUnderstood, TooManyParts
 */
export function cleanFilm(
  film: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const position = positionIn(film, parts);
  const samples = keepTracks(film, parts);
  const end = keepBoxes(film, { start: 0, end: film.length }, FILM, parts);
  for (const box of boxesIn(film, 0, film.length, {}, parts)) {
    if (box.name === "mdat") blankOutside(film, box, samples);
  }
  if (keepsPosition && position) writePosition(film, position, parts);
  return { pieces: [film.subarray(0, end)], position };
}

function positionIn(film: Uint8Array, parts: PartCount): Position | null {
  for (const box of boxesIn(film, 0, film.length, HOLDERS, parts)) {
    const position = positionOfBox(film, box, parts);
    if (position) return position;
  }
  return null;
}

function positionOfBox(film: Uint8Array, box: Box, parts: PartCount): Position | null {
  const { name, start, end } = box;
  switch (name) {
    case POSITION_BOX:
      return positionInText(asciiAt(film, start + 4, Math.min(MAX_TEXT, end - start - 4)));
    case "loci":
      return positionInLoci(film.subarray(start, end));
    case "meta":
      return positionInValues(film, box, parts);
    case "XMP_":
    case "uuid":
      return positionInXmp(film.subarray(start, end));
    default:
      return null;
  }
}

/** A language, a name, a role; then degrees as 16.16 fixed-point numbers. */
function positionInLoci(loci: Uint8Array): Position | null {
  const at = loci.indexOf(0, 6) + 2;
  const [longitude, latitude] = [uint32At(loci, at), uint32At(loci, at + 4)];
  if (at < 2 || longitude === null || latitude === null) return null;
  return positionOf((latitude | 0) / 65_536, (longitude | 0) / 65_536);
}

/** Apple's `meta` box has a list of values. In MP4 four more bytes come first. */
function positionInValues(film: Uint8Array, meta: Box, parts: PartCount): Position | null {
  const lists = [meta.start, meta.start + 4].map((start) =>
    findBox(film, { start, end: meta.end }, "ilst", parts),
  );
  const list = lists.find((one) => one !== null);
  if (!list) return null;
  for (const value of boxesIn(film, list.start, list.end, {}, parts)) {
    const data = findBox(film, value, "data", parts);
    const start = (data?.start ?? 0) + VALUE_BYTES;
    const text = data ? asciiAt(film, start, Math.min(MAX_TEXT, data.end - start)) : "";
    const position = /^[+-]\d/.test(text) ? positionInText(text) : null;
    if (position) return position;
  }
  return null;
}

/** The location fits into the space of the metadata, because the original text was longer. */
function writePosition(film: Uint8Array, position: Position, parts: PartCount): void {
  const text = Array.from(textOf(position), (letter) => letter.charCodeAt(0));
  const language = [0x15, 0xc7];
  const xyz = boxOf(POSITION_BOX, [0, text.length, ...language, ...text]);
  const data = boxOf("udta", xyz);
  const movie = findBox(film, { start: 0, end: film.length }, "moov", parts);
  if (!movie) return;
  for (const { name, at, end } of boxesIn(film, movie.start, movie.end, {}, parts)) {
    const left = end - at - data.length;
    if (name !== "free" || !(left === 0 || left >= 8)) continue;
    film.set(data, at);
    if (left > 0) film.set([...u32(left), ...boxOf("free", []).slice(4)], at + data.length);
    return;
  }
}

function boxOf(name: string, content: readonly number[]): number[] {
  const letters = Array.from(name, (letter) => letter.charCodeAt(0));
  return [...u32(content.length + 8), ...letters, ...content];
}

function u32(n: number): number[] {
  return [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}
