import { uint32At } from "./binary";
import { boxesIn } from "./boxes";
import { PartCount } from "./parts";
import { pngChunks, webpChunks } from "./segments";
import type { MediaType } from "./sniff";

type Count = (file: Uint8Array, parts: PartCount) => number;

const READERS: Partial<Record<MediaType, Count>> = {
  "image/gif": countGif,
  "image/apng": (file, parts) => countNamed(pngChunks(file, parts), "fcTL"),
  "image/webp": (file, parts) => countNamed(webpChunks(file, parts), "ANMF"),
  "image/avif": countIso,
  "image/heic": countIso,
  "image/heif": countIso,
};

const HOLDERS = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 };
const EXTENSION = 0x21;
const IMAGE = 0x2c;

/**
 * Counts the frames of an animation, without decoding any.
 *
 * @param file - The whole file. It may be broken.
 * @returns How many there are; for a still picture, and for a film, at most 1.
 * @throws TooManyParts
 */
export function countFrames(file: Uint8Array, type: MediaType, parts = new PartCount()): number {
  return READERS[type]?.(file, parts) ?? 1;
}

function countNamed(chunks: Iterable<{ name: string }>, wanted: string): number {
  let count = 0;
  for (const { name } of chunks) if (name === wanted) count += 1;
  return count;
}

/** A sequence says in its index how many samples each track has. */
function countIso(file: Uint8Array, parts: PartCount): number {
  let most = 0;
  for (const { name, start } of boxesIn(file, 0, file.length, HOLDERS, parts)) {
    if (name === "stsz" || name === "stz2") most = Math.max(most, uint32At(file, start + 8) ?? 0);
  }
  return most;
}

function countGif(file: Uint8Array, parts: PartCount): number {
  let frames = 0;
  let at = 13 + tableBytes(file[10]);
  for (;;) {
    parts.add();
    const kind = file[at];
    if (kind === EXTENSION) at = behindBlocks(file, at + 2);
    else if (kind === IMAGE) {
      frames += 1;
      at = behindBlocks(file, at + 11 + tableBytes(file[at + 9]));
    } else return frames;
  }
}

/** The size of a colour table, by the byte that describes it. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Where data in blocks ends. Each takes two bytes at least, and little time. */
function behindBlocks(file: Uint8Array, start: number): number {
  let at = start;
  for (let size = file[at] ?? 0; size > 0; size = file[at] ?? 0) at += size + 1;
  return at + 1;
}
