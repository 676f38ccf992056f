import { asciiAt, indexOfAscii, uint16At, uint24LittleAt, uint32At } from "./binary";
import { PartCount } from "./parts";
import { jpegSegments } from "./segments";
import type { MediaType } from "./sniff";

/** A picture's dimensions as it is shown. */
export interface Pixels {
  width: number;
  height: number;
}

type Read = (bytes: Uint8Array, parts: PartCount) => Pixels | null;

const READERS: Partial<Record<MediaType, Read>> = {
  "image/jpeg": readJpeg,
  "image/png": readPng,
  "image/apng": readPng,
  "image/webp": readWebp,
  "image/gif": (bytes) => pixels(uint16At(bytes, 6, "little"), uint16At(bytes, 8, "little")),
  "image/avif": readIso,
  "image/heic": readIso,
  "image/heif": readIso,
};

/**
 * Reads a picture's dimensions from its header, without decoding it.
 *
 * @param bytes - The beginning of the file, up to and including its header.
 * @param type - Its media type.
 * @returns The dimensions as shown, so turned where a photograph says so; null
 *   when the header does not say, and for videos, which `readFilmPixels` reads.
 * @throws TooManyParts
 */
export function readPixels(
  bytes: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): Pixels | null {
  return READERS[type]?.(bytes, parts) ?? null;
}

export function pixels(width: number | null, height: number | null): Pixels | null {
  return width !== null && height !== null && width > 0 && height > 0 ? { width, height } : null;
}

function readPng(bytes: Uint8Array): Pixels | null {
  return pixels(uint32At(bytes, 16), uint32At(bytes, 20));
}

function readWebp(bytes: Uint8Array): Pixels | null {
  switch (asciiAt(bytes, 12, 4)) {
    case "VP8X":
      return pixels(oneMore(uint24LittleAt(bytes, 24)), oneMore(uint24LittleAt(bytes, 27)));
    case "VP8L":
      return readWebpLossless(bytes);
    case "VP8 ":
      return pixels(low14(uint16At(bytes, 26, "little")), low14(uint16At(bytes, 28, "little")));
    default:
      return null;
  }
}

/** Two numbers of 14 bits, one after the other, each one less than what it says. */
function readWebpLossless(bytes: Uint8Array): Pixels | null {
  const low = uint16At(bytes, 21, "little");
  const high = uint16At(bytes, 23, "little");
  if (low === null || high === null) return null;
  return pixels((low & 0x3fff) + 1, ((low >>> 14) | ((high & 0x0fff) << 2)) + 1);
}

function oneMore(value: number | null) {
  return value === null ? null : value + 1;
}

function low14(value: number | null) {
  return value === null ? null : value & 0x3fff;
}

/** Every item of the file says its size, tiles and thumbnails too: the picture is the largest. */
function readIso(bytes: Uint8Array, parts: PartCount): Pixels | null {
  let largest: Pixels | null = null;
  for (let at = indexOfAscii(bytes, "ispe"); at >= 0; at = indexOfAscii(bytes, "ispe", at + 1)) {
    parts.add();
    largest = largerOf(largest, pixels(uint32At(bytes, at + 8), uint32At(bytes, at + 12)));
  }
  return largest;
}

/** The one of two that has more pixels: the first of equals. */
export function largerOf(one: Pixels | null, other: Pixels | null): Pixels | null {
  if (!one || !other) return one ?? other;
  return area(other) > area(one) ? other : one;
}

function area({ width, height }: Pixels) {
  return width * height;
}

function readJpeg(bytes: Uint8Array, parts: PartCount): Pixels | null {
  let turned = false;
  for (const { marker, start, end } of jpegSegments(bytes, parts)) {
    if (isFrame(marker)) {
      const [height, width] = [uint16At(bytes, start + 1), uint16At(bytes, start + 3)];
      return turned ? pixels(height, width) : pixels(width, height);
    }
    if (marker === 0xe1) turned ||= isTurned(bytes.subarray(start, end));
  }
  return null;
}

/** SOF0 to SOF15, less the three of that range that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const ORIENTATION_TAG = 0x0112;
/** Orientations from this number on are turned by 90 degrees. */
const FIRST_TURNED = 5;

/** Whether a photograph's metadata says that it is turned by 90 degrees. */
function isTurned(exif: Uint8Array): boolean {
  if (asciiAt(exif, 0, 6) !== "Exif\0\0") return false;
  const tiff = exif.subarray(6);
  const order = asciiAt(tiff, 0, 2) === "II" ? "little" : "big";
  const directory = order === "little" ? uint16At(tiff, 4, order) : uint16At(tiff, 6, order);
  if (directory === null) return false;
  const count = uint16At(tiff, directory, order) ?? 0;
  // A directory may claim to continue after the end of its segment, where nothing is.
  const whole = Math.min(count, Math.floor((tiff.length - directory - 2) / 12));
  for (let i = 0; i < whole; i++) {
    const entry = directory + 2 + i * 12;
    if (uint16At(tiff, entry, order) === ORIENTATION_TAG) {
      return (uint16At(tiff, entry + 8, order) ?? 1) >= FIRST_TURNED;
    }
  }
  return false;
}
