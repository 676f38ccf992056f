import { indexOfAscii } from "../binary";

const SPACE = 0x20;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const SLASH = 0x2f;
/** What follows the prefix of an XMP name that gives a location. */
const LOCATION_NAME = ":GPS";
/** Longer than any prefix. */
const MAX_PREFIX = 64;

/** Keys and tags of films that give a location. */
export const LOCATION_KEY = /location|gps/i;

/**
 * Removes the location from a packet of XMP: blanks replace it, so that nothing
 * moves and the packet stays well-formed. An element without an end is blanked up
 * to the packet's end. Each byte is read a few times at most.
 *
 * @param xmp - The packet. Changed in place.
 * @returns Whether it had a location.
 */
export function eraseXmpLocation(xmp: Uint8Array): boolean {
  let found = false;
  for (let at = indexOfAscii(xmp, LOCATION_NAME); at >= 0;) {
    const start = prefixStart(xmp, at);
    const nameEnd = wordEnd(xmp, at + 1);
    const end = start < at ? locationEnd(xmp, start, nameEnd) : null;
    if (end !== null) {
      xmp.fill(SPACE, xmp[start - 1] === LESS ? start - 1 : start, end);
      found = true;
    }
    at = indexOfAscii(xmp, LOCATION_NAME, Math.max(nameEnd, end ?? 0));
  }
  return found;
}

/** Where a location ends: an element, or an attribute; null: it is neither. */
function locationEnd(xmp: Uint8Array, start: number, nameEnd: number): number | null {
  if (xmp[start - 1] === LESS) return elementEnd(xmp, start, nameEnd);
  const equals = skipSpace(xmp, nameEnd);
  if (xmp[equals] !== EQUALS) return null;
  const quote = skipSpace(xmp, equals + 1);
  const mark = xmp[quote];
  if (mark !== 0x22 && mark !== 0x27) return null;
  return indexAfter(xmp, xmp.indexOf(mark, quote + 1), 1);
}

function elementEnd(xmp: Uint8Array, start: number, nameEnd: number): number {
  const tagEnd = xmp.indexOf(GREATER, nameEnd);
  if (tagEnd < 0 || xmp[tagEnd - 1] === SLASH) return indexAfter(xmp, tagEnd, 1);
  const name = String.fromCharCode(...xmp.subarray(start, nameEnd));
  const closing = indexOfAscii(xmp, `</${name}`, tagEnd);
  return closing < 0 ? xmp.length : indexAfter(xmp, xmp.indexOf(GREATER, closing), 1);
}

function indexAfter(xmp: Uint8Array, at: number, length: number): number {
  return at < 0 ? xmp.length : at + length;
}

function prefixStart(xmp: Uint8Array, colon: number): number {
  let at = colon;
  while (at > 0 && colon - at < MAX_PREFIX && (isWord(xmp[at - 1]) || xmp[at - 1] === 0x2d))
    at -= 1;
  return at;
}

function wordEnd(xmp: Uint8Array, start: number): number {
  let at = start;
  while (at - start < MAX_PREFIX && isWord(xmp[at])) at += 1;
  return at;
}

function skipSpace(xmp: Uint8Array, start: number): number {
  let at = start;
  while (at < xmp.length && (xmp[at] ?? 0) <= SPACE) at += 1;
  return at;
}

/** A letter, a digit or an underscore. */
function isWord(byte = 0): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const letter = byte | 0x20;
  return isDigit || byte === 0x5f || (letter >= 0x61 && letter <= 0x7a);
}
