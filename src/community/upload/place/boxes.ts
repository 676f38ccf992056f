import { asciiAt, uint32At } from "../../../../convex/contract/binary";

/** A box of an ISO base media file: what it is called, and from where to where its content goes. */
export interface Box {
  name: string;
  /** Where the box itself begins. */
  at: number;
  start: number;
  end: number;
}

/** The boxes that lie side by side in a part of a file. Stops at what is no box. */
export function boxesIn(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const { size, head } = sizeOf(bytes, at, end);
    if (size < head || at + size > end) break;
    boxes.push({ name: asciiAt(bytes, at + 4, 4), at, start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}

/** The first box of that name in a part of a file. */
export function findBox(
  bytes: Uint8Array,
  { start, end }: Pick<Box, "start" | "end">,
  name: string,
): Box | null {
  return boxesIn(bytes, start, end).find((box) => box.name === name) ?? null;
}

function sizeOf(bytes: Uint8Array, at: number, end: number): { size: number; head: number } {
  const size = uint32At(bytes, at) ?? 0;
  // 0: up to the end; 1: a longer number stands behind the name.
  if (size === 0) return { size: end - at, head: 8 };
  if (size !== 1) return { size, head: 8 };
  const high = uint32At(bytes, at + 8) ?? 0;
  return { size: high * 0x1_0000_0000 + (uint32At(bytes, at + 12) ?? 0), head: 16 };
}
