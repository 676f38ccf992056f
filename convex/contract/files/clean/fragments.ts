import { uint32At } from "../binary";
import { boxesIn } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import { NotUnderstood } from "./notUnderstood";
import type { Range } from "./ranges";

/** Fields of a fragment's header, by their flags. */
const [BASE, DESCRIPTION, DURATION, SIZE, FLAGS, FROM_FRAGMENT] = [
  0x1, 0x2, 0x8, 0x10, 0x20, 0x20000,
] as const;
/** Fields of a run of samples, by their flags. */
const [OFFSET, FIRST_FLAGS, EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_SHIFT] = [
  0x1, 0x4, 0x100, 0x200, 0x400, 0x800,
] as const;

/** The track that a part of a fragment belongs to. */
export function trackOf(bytes: Uint8Array, traf: Range, parts: PartCount): number | null {
  const header = [...boxesIn(bytes, traf.start, traf.end, {}, parts)].find(isHeader);
  return header ? uint32At(bytes, header.start + 4) : null;
}

function isHeader({ name }: Box): boolean {
  return name === "tfhd";
}

/**
 * Where the samples of a fragment's tracks are.
 *
 * @param sizes - The default sample size of each track.
 * @throws NotUnderstood, TooManyParts
 */
export function fragmentSamples(
  bytes: Uint8Array,
  moof: Box,
  sizes: ReadonlyMap<number, number>,
  parts: PartCount,
): { track: number; range: Range }[] {
  const found: { track: number; range: Range }[] = [];
  let at = moof.at;
  for (const traf of boxesIn(bytes, moof.start, moof.end, {}, parts)) {
    if (traf.name !== "traf") continue;
    const boxes = [...boxesIn(bytes, traf.start, traf.end, {}, parts)];
    const header = boxes.find(isHeader);
    if (!header) throw new NotUnderstood();
    const { track, base, size } = readHeader(bytes, header, { moof, at });
    at = base;
    for (const run of boxes.filter(({ name }) => name === "trun")) {
      const { start, length } = readRun(bytes, run, {
        ...{ base, at, parts },
        size: size ?? sizes.get(track) ?? 0,
      });
      at = start + length;
      found.push({ track, range: { start, end: at } });
    }
  }
  return found;
}

function readHeader(
  bytes: Uint8Array,
  { start }: Box,
  { moof, at: before }: { moof: Box; at: number },
): { track: number; base: number; size: number | null } {
  const flags = (uint32At(bytes, start) ?? 0) & 0xffffff;
  let at = start + 8;
  const skip = (flag: number, length: number) => {
    const from = at;
    if (flags & flag) at += length;
    return flags & flag ? from : null;
  };
  const baseAt = skip(BASE, 8);
  skip(DESCRIPTION, 4);
  skip(DURATION, 4);
  const sizeAt = skip(SIZE, 4);
  skip(FLAGS, 4);
  const explicit = baseAt === null ? null : uint32At(bytes, baseAt + 4);
  const implied = flags & FROM_FRAGMENT ? moof.at : before;
  return {
    track: uint32At(bytes, start + 4) ?? 0,
    base: explicit ?? implied,
    size: sizeAt === null ? null : uint32At(bytes, sizeAt),
  };
}

function readRun(
  bytes: Uint8Array,
  { start, end }: Box,
  { base, at: before, size, parts }: { base: number; at: number; size: number; parts: PartCount },
): { start: number; length: number } {
  const flags = (uint32At(bytes, start) ?? 0) & 0xffffff;
  const count = uint32At(bytes, start + 4) ?? 0;
  const offset = flags & OFFSET ? (uint32At(bytes, start + 8) ?? 0) | 0 : null;
  const first = start + 8 + (flags & OFFSET ? 4 : 0) + (flags & FIRST_FLAGS ? 4 : 0);
  const columns = [EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_SHIFT].filter((one) => flags & one);
  const row = columns.length * 4;
  const column = columns.indexOf(EACH_SIZE) * 4;
  const from = offset === null ? before : base + offset;
  if (column < 0) return { start: from, length: count * size };
  if (first + count * row > end) throw new NotUnderstood();
  let length = 0;
  for (let i = 0; i < count; i++) {
    parts.add();
    length += uint32At(bytes, first + i * row + column) ?? 0;
  }
  return { start: from, length };
}
