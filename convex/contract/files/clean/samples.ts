import { asciiAt, uint16At, uint32At } from "../binary";
import { boxesIn } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import type { Range } from "./ranges";

const HOLDERS = { mdia: 0, minf: 0, stbl: 0 };
/** Uncompressed sound, whose index counts samples of one byte. */
const PLAIN_SOUND = /^(sowt|twos|lpcm|in24|in32|fl32|fl64|raw |ulaw|alaw)$/;

/** The boxes of one track with its type and its sample index. */
export type TrackBoxes = Readonly<Record<string, Box>>;

/** The boxes of a track by name; the first of each. @throws TooManyParts */
export function trackBoxes(bytes: Uint8Array, track: Range, parts: PartCount): TrackBoxes {
  const found: Record<string, Box> = {};
  for (const box of boxesIn(bytes, track.start, track.end, HOLDERS, parts)) {
    found[box.name] ??= box;
  }
  return found;
}

/** Where a track's samples are in the file: the chunks of its index. @throws TooManyParts */
export function samplesOf(bytes: Uint8Array, boxes: TrackBoxes, parts: PartCount): Range[] {
  const { stsc, stsz } = boxes;
  const chunks = boxes["stco"] ?? boxes["co64"];
  if (!stsc || !stsz || !chunks) return [];
  const perChunk = runsOf(bytes, stsc);
  const sizes = sizesOf(bytes, boxes, stsz);
  const width = chunks.name === "co64" ? 8 : 4;
  const count = Math.min(
    uint32At(bytes, chunks.start + 4) ?? 0,
    Math.floor((chunks.end - chunks.start - 8) / width),
  );
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < count; chunk++) {
    parts.add();
    while ((perChunk[run + 1]?.first ?? Infinity) <= chunk + 1) run += 1;
    const start = addressAt(bytes, chunks.start + 8 + chunk * width, width);
    const several = perChunk[run]?.samples ?? 0;
    ranges.push({ start, end: start + sizes(sample, several) });
    sample += several;
  }
  return ranges;
}

function runsOf(bytes: Uint8Array, { start, end }: Box): { first: number; samples: number }[] {
  const count = Math.min(uint32At(bytes, start + 4) ?? 0, Math.floor((end - start - 8) / 12));
  return Array.from({ length: count }, (_, i) => ({
    first: uint32At(bytes, start + 8 + i * 12) ?? 0,
    samples: uint32At(bytes, start + 12 + i * 12) ?? 0,
  }));
}

/** The total size of several consecutive samples. */
function sizesOf(
  bytes: Uint8Array,
  boxes: TrackBoxes,
  { start, end }: Box,
): (from: number, several: number) => number {
  const each = uint32At(bytes, start + 4) ?? 0;
  if (each > 0) {
    const one = Math.max(each, each === 1 ? plainBytes(bytes, boxes["stsd"]) : 1);
    return (_, several) => several * one;
  }
  const count = Math.min(uint32At(bytes, start + 8) ?? 0, Math.floor((end - start - 12) / 4));
  return (from, several) => {
    let sum = 0;
    const last = Math.min(count, from + several);
    for (let i = from; i < last; i++) sum += uint32At(bytes, start + 12 + i * 4) ?? 0;
    return sum;
  };
}

/** The bytes of one sample of all channels in uncompressed sound. */
function plainBytes(bytes: Uint8Array, stsd: Box | undefined): number {
  const entry = (stsd?.start ?? Infinity) + 8;
  if (!PLAIN_SOUND.test(asciiAt(bytes, entry + 4, 4))) return 1;
  const [version, channels, bits] = [16, 24, 26].map((at) => uint16At(bytes, entry + at) ?? 0);
  // Later versions store it explicitly.
  if (version === 1) return uint32At(bytes, entry + 44) ?? 1;
  if (version === 2) return uint32At(bytes, entry + 64) ?? 1;
  return Math.max(1, ((channels ?? 0) * (bits ?? 0)) / 8);
}

/** An offset of four or eight bytes. */
function addressAt(bytes: Uint8Array, at: number, width: number): number {
  const low = uint32At(bytes, at + width - 4) ?? 0;
  return width === 8 ? (uint32At(bytes, at) ?? 0) * 2 ** 32 + low : low;
}
