import { asciiAt, uint32At } from "../binary";
import { boxesIn, findBox } from "../boxes";
import type { Box } from "../boxes";
import type { PartCount } from "../parts";
import { LOCATION_KEY, eraseXmpLocation } from "./xmpLocation";

/** Boxes that contain others. */
const HOLDERS = { moov: 0, trak: 0, udta: 0 };
/** Boxes that say where a film was made: Apple's and those of phones. */
const LOCATION_BOXES = ["\xa9xyz", "loci"];
/** Boxes in which programs put XMP: QuickTime's own, and any with a name of its own. */
const XMP = ["XMP_", "uuid"];
/** Longer than any name of a key. */
const MAX_KEY = 256;
const SPACE = 0x20;
const FREE = [0x66, 0x72, 0x65, 0x65];

/**
 * Removes the location from an MP4 or QuickTime film in place: nothing moves, so
 * every address in the file stays valid.
 *
 * @param bytes - The whole film. Changed in place.
 * @returns Whether it had a location.
 * @throws TooManyParts
 */
export function eraseFilmLocation(bytes: Uint8Array, parts: PartCount): boolean {
  let found = false;
  for (const box of boxesIn(bytes, 0, bytes.length, HOLDERS, parts)) {
    if (box.name === "meta") found = eraseKeyed(bytes, box, parts) || found;
    if (XMP.includes(box.name)) {
      found = eraseXmpLocation(bytes.subarray(box.start, box.end)) || found;
    }
    if (!LOCATION_BOXES.includes(box.name)) continue;
    bytes.set(FREE, box.at + 4);
    bytes.fill(0, box.start, box.end);
    found = true;
  }
  return found;
}

/** Apple's `meta` box has a list of keys, and a list of values that name a key by its number. */
function eraseKeyed(bytes: Uint8Array, meta: Box, parts: PartCount): boolean {
  // In MP4 four bytes more come first, in QuickTime none.
  const inside = [meta.start, meta.start + 4].map((start) => ({ start, end: meta.end }));
  const lists = inside.find((part) => findBox(bytes, part, "keys", parts));
  const keys = lists && findBox(bytes, lists, "keys", parts);
  const values = lists && findBox(bytes, lists, "ilst", parts);
  if (!keys || !values) return false;
  const names = Array.from(boxesIn(bytes, keys.start + 8, keys.end, {}, parts), ({ start, end }) =>
    asciiAt(bytes, start, Math.min(MAX_KEY, end - start)),
  );
  let found = false;
  for (const value of boxesIn(bytes, values.start, values.end, {}, parts)) {
    const name = names[(uint32At(bytes, value.at + 4) ?? 0) - 1] ?? "";
    if (LOCATION_KEY.test(name)) found = blank(bytes, value, parts) || found;
  }
  return found;
}

/** Blanks a value; returns whether it had any content. */
function blank(bytes: Uint8Array, value: Box, parts: PartCount): boolean {
  const data = findBox(bytes, value, "data", parts);
  // After the type of the value and its language.
  const content = data ? bytes.subarray(data.start + 8, data.end) : new Uint8Array();
  const hasContent = content.some((byte) => byte !== SPACE);
  content.fill(SPACE);
  return hasContent;
}
