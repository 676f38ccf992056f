import { asciiAt, uint32At } from "../../../../convex/contract/binary";
import { boxesIn, findBox } from "./boxes";
import type { Box } from "./boxes";

/** Boxes that hold others. */
const HOLDERS = ["moov", "trak", "udta"];
/** Boxes that say where a film was made: Apple's and that of phones. */
const PLACES = ["\xa9xyz", "loci"];
const PLACE_KEY = /location/i;
const SPACE = 0x20;
const FREE = [0x66, 0x72, 0x65, 0x65];

/**
 * Takes the place out of an MP4 or QuickTime film where it stands: nothing
 * moves, so that every address in the file stays valid.
 *
 * @param bytes - The whole film. Changed in place.
 * @returns Whether it told of a place.
 */
export function eraseFilmPlace(bytes: Uint8Array): boolean {
  return eraseIn(bytes, { start: 0, end: bytes.length });
}

function eraseIn(bytes: Uint8Array, { start, end }: Pick<Box, "start" | "end">): boolean {
  let found = false;
  for (const box of boxesIn(bytes, start, end)) {
    if (HOLDERS.includes(box.name)) found = eraseIn(bytes, box) || found;
    if (box.name === "meta") found = eraseKeyed(bytes, box) || found;
    if (!PLACES.includes(box.name)) continue;
    bytes.set(FREE, box.at + 4);
    bytes.fill(0, box.start, box.end);
    found = true;
  }
  return found;
}

/** Apple's other way: a list of keys, and a list of values that name a key by its number. */
function eraseKeyed(bytes: Uint8Array, meta: Box): boolean {
  // In MP4 four bytes more come first, in QuickTime none.
  const inside = [meta.start, meta.start + 4].map((start) => ({ start, end: meta.end }));
  const lists = inside.find((part) => findBox(bytes, part, "keys"));
  const keys = lists && findBox(bytes, lists, "keys");
  const values = lists && findBox(bytes, lists, "ilst");
  if (!keys || !values) return false;
  const names = boxesIn(bytes, keys.start + 8, keys.end).map(({ start, end }) =>
    asciiAt(bytes, start, end - start),
  );
  const placed = boxesIn(bytes, values.start, values.end).filter(({ at }) =>
    PLACE_KEY.test(names[(uint32At(bytes, at + 4) ?? 0) - 1] ?? ""),
  );
  return placed.map((value) => blank(bytes, value)).includes(true);
}

/** Writes blanks over a value; whether anything stood there. */
function blank(bytes: Uint8Array, value: Box): boolean {
  const data = findBox(bytes, value, "data");
  // Behind the type of the value and its language.
  const told = data ? bytes.subarray(data.start + 8, data.end) : new Uint8Array();
  const isTold = told.some((byte) => byte !== SPACE);
  told.fill(SPACE);
  return isTold;
}
