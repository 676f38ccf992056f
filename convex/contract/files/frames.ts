import { uint32At } from "./binary";
import { boxesIn } from "./boxes";
import { PartCount } from "./parts";
import { gifBlocks, pngChunks, webpChunks } from "./segments";
import type { MediaType } from "./sniff";

/** More than a minute of an animation at its usual speed. */
export const MAX_FRAMES = 2_000;

type Count = (file: Uint8Array, parts: PartCount) => number;

const READERS: Partial<Record<MediaType, Count>> = {
  "image/gif": (file, parts) => count(gifBlocks(file, parts), ({ kind }) => kind === "frame"),
  "image/apng": (file, parts) => count(pngChunks(file, parts), ({ name }) => name === "fcTL"),
  "image/webp": (file, parts) => count(webpChunks(file, parts), ({ name }) => name === "ANMF"),
  "image/avif": countIso,
  "image/heic": countIso,
  "image/heif": countIso,
};

const HOLDERS = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 };

/**
 * Counts the frames of an animation, without decoding any.
 *
 * @param file - The whole file. It may be broken.
 * @returns The number of frames; at most 1 for a still picture or a video.
 * @throws TooManyParts
 */
export function countFrames(file: Uint8Array, type: MediaType, parts = new PartCount()): number {
  return READERS[type]?.(file, parts) ?? 1;
}

function count<Part>(all: Iterable<Part>, isFrame: (part: Part) => boolean): number {
  let frames = 0;
  for (const part of all) if (isFrame(part)) frames += 1;
  return frames;
}

/** The index of a sequence has the number of samples of each track. */
function countIso(file: Uint8Array, parts: PartCount): number {
  let most = 0;
  for (const { name, start } of boxesIn(file, 0, file.length, HOLDERS, parts)) {
    if (name === "stsz" || name === "stz2") most = Math.max(most, uint32At(file, start + 8) ?? 0);
  }
  return most;
}
