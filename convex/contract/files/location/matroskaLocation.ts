import { asciiAt } from "../binary";
import { elementsIn } from "../ebml";
import type { Element } from "../ebml";
import type { PartCount } from "../parts";
import { LOCATION_KEY } from "./xmpLocation";

const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const CRC_32 = 0xbf;
/** What readers skip. */
const VOID = 0xec;
/** Segment, Tags, Tag, and tags that have tags. */
const HOLDERS = [0x18538067, 0x1254c367, 0x7373, SIMPLE_TAG];
const MAX_SIZE_BYTES = 8;
/** Longer than any name of a tag. */
const MAX_NAME = 256;

/**
 * Removes the location from the tags of a Matroska or WebM film in place: nothing
 * moves, so every address in the file stays valid.
 *
 * @param bytes - The whole film. Changed in place.
 * @returns Whether it had a location.
 * @throws TooManyParts
 */
export function eraseMatroskaLocation(bytes: Uint8Array, parts: PartCount): boolean {
  const elements = [...elementsIn(bytes, 0, bytes.length, HOLDERS, parts)];
  const tags = elements.filter(({ id }) => id === SIMPLE_TAG);
  const locations = tags.filter((tag) => isLocation(bytes, tag, parts));
  if (locations.length === 0) return false;
  for (const location of locations) voidElement(bytes, location);
  // Checksums of what has changed: readers need none, and refuse a wrong one.
  for (const { id, at } of elements) if (id === CRC_32) bytes[at] = VOID;
  return true;
}

function isLocation(bytes: Uint8Array, { start, end }: Element, parts: PartCount): boolean {
  for (const part of elementsIn(bytes, start, end, [], parts)) {
    if (part.id === TAG_NAME)
      return LOCATION_KEY.test(
        asciiAt(bytes, part.start, Math.min(MAX_NAME, part.end - part.start)),
      );
  }
  return false;
}

/** An element of as many empty bytes. */
function voidElement(bytes: Uint8Array, { at, start, end }: Element): void {
  const sizeBytes = Math.min(MAX_SIZE_BYTES, start - at - 1);
  const size = end - at - 1 - sizeBytes;
  bytes.fill(0, at, end);
  bytes[at] = VOID;
  for (let i = 0; i < sizeBytes; i++) bytes[at + sizeBytes - i] = (size / 256 ** i) & 255;
  bytes[at + 1] = (bytes[at + 1] ?? 0) | (0x100 >> sizeBytes);
}
