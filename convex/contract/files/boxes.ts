import { asciiAt, uint32At } from "./binary";
import { PartCount } from "./parts";

/** A box of an ISO base media file: its name, and the range of its content. */
export interface Box {
  name: string;
  /** The offset of the box itself. */
  at: number;
  start: number;
  end: number;
}

/** Boxes that contain other boxes, and how many of their own bytes come before those. */
type Holders = Readonly<Record<string, number>>;

/** More levels than real files nest. */
const MAX_DEPTH = 8;

/**
 * The sibling boxes in a part of a file, each container followed by its content. Stops at the first
 * invalid box.
 *
 * @param parts - Counts them, over several passes through one file.
 * @throws TooManyParts
 */
export function* boxesIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  holders: Holders = {},
  parts = new PartCount(),
  depth = MAX_DEPTH,
): Generator<Box> {
  let at = start;
  while (at + 8 <= end) {
    parts.add();
    const { size, head } = sizeOf(bytes, at, end);
    if (size < head || at + size > end) return;
    const box = { name: asciiAt(bytes, at + 4, 4), at, start: at + head, end: at + size };
    yield box;
    const own = holders[box.name];
    if (own !== undefined && depth > 0) {
      yield* boxesIn(bytes, box.start + own, box.end, holders, parts, depth - 1);
    }
    at += size;
  }
}

/** The first box of that name in a part of a file. @throws TooManyParts */
export function findBox(
  bytes: Uint8Array,
  { start, end }: Pick<Box, "start" | "end">,
  name: string,
  parts = new PartCount(),
): Box | null {
  for (const box of boxesIn(bytes, start, end, {}, parts)) if (box.name === name) return box;
  return null;
}

function sizeOf(bytes: Uint8Array, at: number, end: number): { size: number; head: number } {
  const size = uint32At(bytes, at) ?? 0;
  // 0: up to the end; 1: a longer number follows the name.
  if (size === 0) return { size: end - at, head: 8 };
  if (size !== 1) return { size, head: 8 };
  const high = uint32At(bytes, at + 8) ?? 0;
  return { size: high * 0x1_0000_0000 + (uint32At(bytes, at + 12) ?? 0), head: 16 };
}
