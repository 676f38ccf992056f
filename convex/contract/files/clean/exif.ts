import { asciiAt, uint16At, uint32At } from "../binary";
import { positionOf } from "./position";
import type { Position } from "./position";

/** The EXIF values of a picture that are kept. */
export interface Exif {
  /** 1 to 8; null if the stored image already has the displayed orientation. */
  orientation: number | null;
  position: Position | null;
}

type Order = "big" | "little";

const START = "Exif\0\0";
const ORIENTATION_TAG = 0x0112;
const GPS_TAG = 0x8825;
const [LATITUDE_SIDE, LATITUDE, LONGITUDE_SIDE, LONGITUDE] = [1, 2, 3, 4] as const;
const ENTRY_BYTES = 12;
const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;
/** Precision of a coordinate, as a fraction of a second: under a metre. */
const PER_SECOND = 1000;

/** Reads a block of EXIF, with or without its prefix. Broken parts count as absent. */
export function readExif(block: Uint8Array): Exif {
  const tiff = asciiAt(block, 0, START.length) === START ? block.subarray(START.length) : block;
  const order = orderOf(tiff);
  const first = order && uint32At(tiff, 4, order);
  if (order === null || first === null) return { orientation: null, position: null };
  const main = entriesOf(tiff, first, order);
  const turn = main.get(ORIENTATION_TAG);
  const orientation = turn === undefined ? 0 : (uint16At(tiff, turn + 8, order) ?? 0);
  const gps = main.get(GPS_TAG);
  const at = gps === undefined ? null : uint32At(tiff, gps + 8, order);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : null,
    position: at === null ? null : readPosition(tiff, entriesOf(tiff, at, order), order),
  };
}

function orderOf(tiff: Uint8Array): Order | null {
  const mark = asciiAt(tiff, 0, 2);
  if (mark === "II") return "little";
  return mark === "MM" ? "big" : null;
}

/** The offsets of the entries of a directory by their tags; of equal tags the first. */
function entriesOf(tiff: Uint8Array, directory: number, order: Order): Map<number, number> {
  const count = uint16At(tiff, directory, order) ?? 0;
  const entries = new Map<number, number>();
  // A directory may claim to continue past the end of its block.
  const whole = Math.min(count, Math.floor((tiff.length - directory - 2) / ENTRY_BYTES));
  for (let i = 0; i < whole; i++) {
    const at = directory + 2 + i * ENTRY_BYTES;
    const tag = uint16At(tiff, at, order) ?? 0;
    if (!entries.has(tag)) entries.set(tag, at);
  }
  return entries;
}

function readPosition(
  tiff: Uint8Array,
  entries: ReadonlyMap<number, number>,
  order: Order,
): Position | null {
  const degrees = (tag: number, side: number, negative: string) => {
    const at = uint32At(tiff, (entries.get(tag) ?? Infinity) + 8, order) ?? Infinity;
    const sideAt = (entries.get(side) ?? Infinity) + 8;
    const [whole, minutes, seconds] = [0, 8, 16].map((by) => {
      const below = uint32At(tiff, at + by + 4, order) ?? 0;
      // Cameras write 0/0 for a part that they don't measure.
      return below === 0 ? 0 : (uint32At(tiff, at + by, order) ?? Number.NaN) / below;
    });
    const value = (whole ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600;
    return asciiAt(tiff, sideAt, 1) === negative ? -value : value;
  };
  if (!entries.has(LATITUDE) || !entries.has(LONGITUDE)) return null;
  return positionOf(degrees(LATITUDE, LATITUDE_SIDE, "S"), degrees(LONGITUDE, LONGITUDE_SIDE, "W"));
}

/**
 * The smallest EXIF with these values, from its byte order mark on; null if there are no values.
 */
export function exifOf({ orientation, position }: Exif): Uint8Array<ArrayBuffer> | null {
  if (orientation === null && position === null) return null;
  const entries: number[][] = [];
  if (orientation !== null) entries.push(entry(ORIENTATION_TAG, SHORT, 1, [0, orientation, 0, 0]));
  const count = entries.length + (position ? 1 : 0);
  const end = 8 + 2 + count * ENTRY_BYTES + 4;
  if (position) entries.push(entry(GPS_TAG, LONG, 1, u32(end)));
  const main = [...u16(count), ...entries.flat(), ...u32(0)];
  const header = [0x4d, 0x4d, 0, 42, ...u32(8)];
  return Uint8Array.from([...header, ...main, ...(position ? gpsOf(position, end) : [])]);
}

function gpsOf({ latitude, longitude }: Position, at: number): number[] {
  const values = at + 2 + 4 * ENTRY_BYTES + 4;
  const side = (tag: number, letter: string) =>
    entry(tag, ASCII, 2, [letter.charCodeAt(0), 0, 0, 0]);
  return [
    ...u16(4),
    ...side(LATITUDE_SIDE, latitude < 0 ? "S" : "N"),
    ...entry(LATITUDE, RATIONAL, 3, u32(values)),
    ...side(LONGITUDE_SIDE, longitude < 0 ? "W" : "E"),
    ...entry(LONGITUDE, RATIONAL, 3, u32(values + 24)),
    ...u32(0),
    ...[latitude, longitude].flatMap(rationalsOf),
  ];
}

function rationalsOf(degrees: number): number[] {
  const parts = Math.round(Math.abs(degrees) * 3600 * PER_SECOND);
  const inMinute = 60 * PER_SECOND;
  const [whole, minutes] = [Math.floor(parts / (60 * inMinute)), Math.floor(parts / inMinute) % 60];
  return [whole, 1, minutes, 1, parts % inMinute, PER_SECOND].flatMap(u32);
}

function entry(tag: number, type: number, count: number, value: readonly number[]): number[] {
  return [...u16(tag), ...u16(type), ...u32(count), ...value];
}

function u16(n: number): number[] {
  return [n >>> 8, n & 255];
}

function u32(n: number): number[] {
  return [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}
