import { uintAt } from "./binary";
import { PartCount } from "./parts";

/** An element of a Matroska or WebM file: its id, and the range of its content. */
export interface Element {
  id: number;
  /** The id of its parent element; {@link NO_ELEMENT} if it has none. */
  parent: number;
  /** The offset of the element itself. */
  at: number;
  start: number;
  end: number;
  /** Whether it has no declared length, as in live recordings. */
  isOpen: boolean;
}

/** The id for bytes in an element that are not an element: readers skip them. */
export const NO_ELEMENT = 0;

/**
 * The elements of a file, one after the other. Of those in `holders`, first the element itself,
 * then its content, which never exceeds its end. Invalid bytes in one of them are {@link
 * NO_ELEMENT}; elsewhere they end the file.
 *
 * @param parts - Counts them, over several passes through one file.
 * @throws TooManyParts
 */
export function* elementsIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  holders: readonly number[] = [],
  parts = new PartCount(),
): Generator<Element> {
  const outer: { parent: number; limit: number }[] = [];
  let parent = NO_ELEMENT;
  let limit = end;
  let at = start;
  for (;;) {
    while (at >= limit && outer.length > 0) {
      ({ parent, limit } = outer.pop() ?? { parent, limit: end });
    }
    if (at >= limit) return;
    parts.add();
    const width = widthAt(bytes, at);
    const id = uintAt(bytes, at, width);
    const size = sizeAt(bytes, at + width);
    const from = at + width + (size?.width ?? 0);
    if (width === 0 || id === null || size === null || from > limit) {
      if (outer.length === 0) return;
      yield { id: NO_ELEMENT, parent, at, start: at, end: limit, isOpen: false };
      at = limit;
      continue;
    }
    const to = Math.min(limit, from + (size.value ?? limit));
    yield { id, parent, at, start: from, end: to, isOpen: size.value === null };
    // Live recordings never declare the size, so the next element may be inside it.
    const isEntered = size.value === null || holders.includes(id);
    if (isEntered && to < limit) {
      outer.push({ parent, limit });
      limit = to;
    }
    if (isEntered) parent = id;
    at = isEntered ? from : to;
  }
}

/** The number of bytes of a number, from its first byte; 0 if it is not a number. */
export function widthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  return first === 0 ? 0 : Math.clz32(first) - 23;
}

/** The number of bytes of an element's content; null if the file does not declare it. */
function sizeAt(bytes: Uint8Array, at: number): { value: number | null; width: number } | null {
  const width = widthAt(bytes, at);
  const rest = width > 0 ? uintAt(bytes, at + 1, width - 1) : null;
  if (rest === null) return null;
  const value = ((bytes[at] ?? 0) & (0xff >> width)) * 256 ** (width - 1) + rest;
  return { value: value < 2 ** (7 * width) - 1 ? value : null, width };
}
