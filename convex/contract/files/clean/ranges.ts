/** A part of a file. */
export interface Range {
  start: number;
  end: number;
}

/** Overwrites everything from `start` to `end` outside the ranges with zeros. */
export function blankOutside(
  bytes: Uint8Array,
  { start, end }: Range,
  ranges: readonly Range[],
): void {
  let at = start;
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  for (const kept of sorted) {
    if (kept.start >= end) break;
    if (kept.start > at) bytes.fill(0, at, kept.start);
    at = Math.max(at, kept.end);
  }
  if (at < end) bytes.fill(0, at, end);
}
