import { asciiAt } from "../../../../convex/contract/files/binary";
import { elementsIn } from "../../../../convex/contract/files/ebml";
import type { Element } from "../../../../convex/contract/files/ebml";
import { PLACE_KEY } from "./text-place";

const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const CRC_32 = 0xbf;
/** What readers skip. */
const VOID = 0xec;
/** Segment, Tags, Tag, and tags that have tags. */
const HOLDERS = [0x18538067, 0x1254c367, 0x7373, SIMPLE_TAG];
const MAX_SIZE_BYTES = 8;

/**
 * Takes the place out of the tags of a Matroska or WebM film where it stands:
 * nothing moves, so that every address in the file stays valid.
 *
 * @param bytes - The whole film. Changed in place.
 * @returns Whether it told of a place.
 */
export function eraseMatroskaPlace(bytes: Uint8Array): boolean {
  const parts = [...elementsIn(bytes, 0, bytes.length, HOLDERS)];
  const places = parts.filter((part) => part.id === SIMPLE_TAG && isPlace(bytes, part));
  if (places.length === 0) return false;
  for (const place of places) voidElement(bytes, place);
  // Sums over what has changed: readers need none, and refuse a wrong one.
  for (const { id, at } of parts) if (id === CRC_32) bytes[at] = VOID;
  return true;
}

function isPlace(bytes: Uint8Array, { start, end }: Element): boolean {
  for (const part of elementsIn(bytes, start, end)) {
    if (part.id === TAG_NAME)
      return PLACE_KEY.test(asciiAt(bytes, part.start, part.end - part.start));
  }
  return false;
}

/** As many bytes of nothing. */
function voidElement(bytes: Uint8Array, { at, start, end }: Element): void {
  const sizeBytes = Math.min(MAX_SIZE_BYTES, start - at - 1);
  const size = end - at - 1 - sizeBytes;
  bytes.fill(0, at, end);
  bytes[at] = VOID;
  for (let i = 0; i < sizeBytes; i++) bytes[at + sizeBytes - i] = (size / 256 ** i) & 255;
  bytes[at + 1] = (bytes[at + 1] ?? 0) | (0x100 >> sizeBytes);
}
