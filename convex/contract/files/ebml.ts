import { uintAt } from "./binary";
import { PartCount } from "./parts";

/** An element of a Matroska or WebM file: its id, and the range of its content. */
export interface Element {
  id: number;
  /** Where the element itself begins. */
  at: number;
  start: number;
  end: number;
}

/**
 * The elements of a file, one after the other: those in `holders` first
 * themselves, then their content. Stops at the first invalid element.
 *
 * @param parts - Counts them, for several walks through one file together.
 * @throws TooManyParts
 */
export function* elementsIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  holders: readonly number[] = [],
  parts = new PartCount(),
): Generator<Element> {
  let at = start;
  while (at < end) {
    parts.add();
    const width = widthAt(bytes, at);
    const id = uintAt(bytes, at, width);
    const size = sizeAt(bytes, at + width);
    if (width === 0 || id === null || size === null) return;
    const from = at + width + size.width;
    const to = Math.min(end, from + (size.value ?? end));
    yield { id, at, start: from, end: to };
    // Live recordings never say the size: what comes next may be inside of it.
    at = size.value === null || holders.includes(id) ? from : to;
  }
}

/** How many bytes a number has, read from its first byte; 0: it is none. */
function widthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  return first === 0 ? 0 : Math.clz32(first) - 23;
}

/** How many bytes an element's content has; the value is null where the file does not say. */
function sizeAt(bytes: Uint8Array, at: number): { value: number | null; width: number } | null {
  const width = widthAt(bytes, at);
  const rest = width > 0 ? uintAt(bytes, at + 1, width - 1) : null;
  if (rest === null) return null;
  const value = ((bytes[at] ?? 0) & (0xff >> width)) * 256 ** (width - 1) + rest;
  return { value: value < 2 ** (7 * width) - 1 ? value : null, width };
}
