import { pngChunks } from "../segments";
import { isVideo } from "../shown";
import type { MediaType } from "../sniff";
import { PartCount, TooManyParts } from "../parts";
import type { Block } from "./block";
import { eraseExifLocation } from "./exifLocation";
import { eraseFilmLocation } from "./filmLocation";
import { eraseMatroskaLocation } from "./matroskaLocation";
import { metadataOf } from "./metadata";
import { eraseXmpLocation } from "./xmpLocation";

/** More blocks than any picture has. */
const MAX_BLOCKS = 10_000;

/**
 * Removes a file's location, and nothing else: pixels, orientation, colour profile
 * and the file's length stay.
 *
 * @param original - The whole file. Not changed.
 * @returns The file without it; null when it has no location.
 * @throws TooManyParts
 */
export function withoutLocation(
  original: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(original);
  if (isVideo(type)) return eraseVideoLocation(bytes, type, parts) ? bytes : null;
  const blocks = metadataOf(bytes, type, parts);
  // Blocks may name the same bytes again and again; no real file does that.
  const inAll = blocks.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  if (blocks.length > MAX_BLOCKS || inAll > 2 * bytes.length) throw new TooManyParts();
  const changed = blocks.filter((block) => eraseBlock(bytes, block));
  if (changed.length === 0) return null;
  if (type === "image/png" || type === "image/apng") updateChecksums(bytes, changed, parts);
  return bytes;
}

function eraseVideoLocation(bytes: Uint8Array, type: MediaType, parts: PartCount): boolean {
  const isIso = type === "video/mp4" || type === "video/quicktime";
  return isIso ? eraseFilmLocation(bytes, parts) : eraseMatroskaLocation(bytes, parts);
}

function eraseBlock(bytes: Uint8Array, { kind, start, end }: Block): boolean {
  const part = bytes.subarray(start, end);
  return kind === "exif" ? eraseExifLocation(part) : eraseXmpLocation(part);
}

/** Each chunk of a PNG ends in a checksum of its name and content. */
function updateChecksums(bytes: Uint8Array, changed: readonly Block[], parts: PartCount): void {
  const view = new DataView(bytes.buffer);
  // A block of XMP begins after the chunk's own header; its end is the chunk's.
  const ends = new Set(changed.map(({ end }) => end));
  for (const { start, end } of pngChunks(bytes, parts)) {
    if (ends.has(end)) view.setUint32(end, crc32(bytes.subarray(start - 4, end)));
  }
}

/** The checksum of PNG and ZIP files. */
function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
