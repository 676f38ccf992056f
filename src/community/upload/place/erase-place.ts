import { pngChunks } from "../../../../convex/contract/files/segments";
import { isVideo } from "../../../../convex/contract/files/shown";
import type { MediaType } from "../../../../convex/contract/files/sniff";
import type { Block } from "./block";
import { eraseExifPlace } from "./exif-place";
import { eraseFilmPlace } from "./film-place";
import { eraseMatroskaPlace } from "./matroska-place";
import { metadataOf } from "./metadata";
import { eraseXmpPlace } from "./text-place";

/**
 * Takes out of a file where it was taken, and nothing else: pixels, orientation,
 * colour profile and the file's length stay what they are.
 *
 * @param original - The whole file. Not changed.
 * @returns The file without it; null when it does not tell a place.
 */
export function withoutPlace(
  original: Uint8Array,
  type: MediaType,
): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(original);
  if (isVideo(type)) return eraseVideoPlace(bytes, type) ? bytes : null;
  const changed = metadataOf(bytes, type).filter((block) => eraseBlock(bytes, block));
  if (changed.length === 0) return null;
  if (type === "image/png" || type === "image/apng") seal(bytes, changed);
  return bytes;
}

function eraseVideoPlace(bytes: Uint8Array, type: MediaType): boolean {
  const isIso = type === "video/mp4" || type === "video/quicktime";
  return isIso ? eraseFilmPlace(bytes) : eraseMatroskaPlace(bytes);
}

function eraseBlock(bytes: Uint8Array, { kind, start, end }: Block): boolean {
  const part = bytes.subarray(start, end);
  return kind === "exif" ? eraseExifPlace(part) : eraseXmpPlace(part);
}

/** Each chunk of a PNG ends in a sum over its name and content. */
function seal(bytes: Uint8Array, changed: readonly Block[]): void {
  const view = new DataView(bytes.buffer);
  const isChanged = (from: number) => changed.some(({ start }) => start === from);
  for (const { start, end } of pngChunks(bytes)) {
    if (isChanged(start)) view.setUint32(end, crc32(bytes.subarray(start - 4, end)));
  }
}

/** The sum of PNG and ZIP files. */
function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
