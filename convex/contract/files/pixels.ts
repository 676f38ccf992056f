import { asciiAt, uint16At, uint24LittleAt, uint32At } from "./binary";
import { readExif } from "./clean/exif";
import { MAX_FRAMES } from "./frames";
import { readHeifPixels } from "./heifPixels";
import { PartCount } from "./parts";
import { START_OF_SCAN, gifBlocks, isFrame, jpegSegments, webpChunks } from "./segments";
import { around, pixels } from "./size";
import type { Pixels } from "./size";
import type { MediaType } from "./sniff";

type Read = (bytes: Uint8Array, parts: PartCount) => Pixels | null;

const READERS: Partial<Record<MediaType, Read>> = {
  "image/jpeg": readJpeg,
  "image/png": readPng,
  "image/apng": readPng,
  "image/webp": readWebp,
  "image/gif": readGif,
  "image/avif": readHeifPixels,
  "image/heic": readHeifPixels,
  "image/heif": readHeifPixels,
};

/**
 * Reads a picture's dimensions from its header as decoders do, without decoding it.
 *
 * @param bytes - The beginning of the file, up to and including its header.
 * @param type - Its media type.
 * @returns The dimensions as shown, so rotated if a photo says so; null if the header does not
 *   contain them, or contradicts itself, and for videos, which `readFilmPixels` reads.
 * @throws TooManyParts
 */
export function readPixels(
  bytes: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): Pixels | null {
  return READERS[type]?.(bytes, parts) ?? null;
}

function readPng(bytes: Uint8Array): Pixels | null {
  const isHeader = asciiAt(bytes, 12, 4) === "IHDR" && uint32At(bytes, 8) === 13;
  return isHeader ? pixels(uint32At(bytes, 16), uint32At(bytes, 20)) : null;
}

/** The screen, or the area of the frames if they exceed it, including empty ones. */
function readGif(bytes: Uint8Array, parts: PartCount): Pixels | null {
  const numberAt = (at: number) => uint16At(bytes, at, "little") ?? 0;
  let [width, height] = [numberAt(6), numberAt(8)];
  let frames = 0;
  for (const { kind, at } of gifBlocks(bytes, parts)) {
    if (kind !== "frame") continue;
    frames += 1;
    // A file with more is refused.
    if (frames > MAX_FRAMES) break;
    width = Math.max(width, numberAt(at + 1) + numberAt(at + 5));
    height = Math.max(height, numberAt(at + 3) + numberAt(at + 7));
  }
  return pixels(width, height);
}

const FRAME_BYTES = 16;

function readWebp(bytes: Uint8Array, parts: PartCount): Pixels | null {
  const chunks = [...webpChunks(bytes, parts)];
  const [first] = chunks;
  if (first?.name !== "VP8X") return first ? pictureSize(bytes, first) : null;
  const canvas = extendedSize(bytes, first.start);
  for (const { name, start, end } of chunks) {
    // A frame is placed on the canvas; a still picture covers it.
    const inside = name === "ANMF" ? [...webpChunks(bytes, parts, start + FRAME_BYTES, end)] : [];
    const sizes = [...inside, { name, start }].map((one) => pictureSize(bytes, one));
    const frame = name === "ANMF" ? frameEnd(bytes, start) : null;
    const all = [...sizes, frame].reduce(around, canvas);
    if (all?.width !== canvas?.width || all?.height !== canvas?.height) return null;
  }
  return canvas;
}

function pictureSize(
  bytes: Uint8Array,
  { name, start }: { name: string; start: number },
): Pixels | null {
  if (name === "VP8L") return readWebpLossless(bytes, start);
  if (name !== "VP8 ") return null;
  const [width, height] = [6, 8].map((by) => low14(uint16At(bytes, start + by, "little")));
  return pixels(width ?? null, height ?? null);
}

function extendedSize(bytes: Uint8Array, start: number): Pixels | null {
  const [width, height] = [4, 7].map((by) => oneMore(uint24LittleAt(bytes, start + by)));
  return pixels(width ?? null, height ?? null);
}

/** Where a frame ends on the canvas. Its position is stored in steps of two pixels. */
function frameEnd(bytes: Uint8Array, start: number): Pixels | null {
  const [left, top, width, height] = [0, 3, 6, 9].map(
    (by) => uint24LittleAt(bytes, start + by) ?? 0,
  );
  return pixels(2 * (left ?? 0) + (width ?? 0) + 1, 2 * (top ?? 0) + (height ?? 0) + 1);
}

/** Two consecutive numbers of 14 bits, each stored minus one. */
function readWebpLossless(bytes: Uint8Array, start: number): Pixels | null {
  const low = uint16At(bytes, start + 1, "little");
  const high = uint16At(bytes, start + 3, "little");
  if (low === null || high === null) return null;
  return pixels((low & 0x3fff) + 1, ((low >>> 14) | ((high & 0x0fff) << 2)) + 1);
}

function oneMore(value: number | null) {
  return value === null ? null : value + 1;
}

function low14(value: number | null) {
  return value === null ? null : value & 0x3fff;
}

const APP1 = 0xe1;
const EXIF = "Exif\0\0";
/** Orientations from this number on are turned by 90 degrees. */
const FIRST_TURNED = 5;

function readJpeg(bytes: Uint8Array, parts: PartCount): Pixels | null {
  let orientation: number | null = null;
  for (const { marker, start, end } of jpegSegments(bytes, parts)) {
    if (isFrame(marker)) {
      const [height, width] = [uint16At(bytes, start + 1), uint16At(bytes, start + 3)];
      const isTurned = (orientation ?? 0) >= FIRST_TURNED;
      return isTurned ? pixels(height, width) : pixels(width, height);
    }
    if (marker === START_OF_SCAN) return null;
    const isFirst = marker === APP1 && orientation === null;
    if (!isFirst || asciiAt(bytes, start, EXIF.length) !== EXIF) continue;
    orientation = readExif(bytes.subarray(start, end)).orientation ?? 0;
  }
  return null;
}
