const SPACE = 0x20;
const ATTRIBUTES = /[\w-]+:GPS\w*\s*=\s*(?:"[^"]*"|'[^']*')/g;
const ELEMENTS = /<([\w-]+:GPS\w*)\b[^>]*(?:\/>|>[\s\S]*?<\/\1\s*>)/g;

/** What films call it, in whichever words of their own. */
export const PLACE_KEY = /location|gps/i;

/**
 * Takes the place out of a packet of XMP: blanks stand there instead, so that
 * nothing moves and the packet is as well-formed as it was.
 *
 * @param xmp - The packet. Changed in place.
 * @returns Whether it told of a place.
 */
export function eraseXmpPlace(xmp: Uint8Array): boolean {
  // One letter for each byte; only ASCII is looked for.
  const text = new TextDecoder("latin1").decode(xmp);
  const found = [...text.matchAll(ELEMENTS), ...text.matchAll(ATTRIBUTES)];
  for (const { index, 0: words } of found) xmp.fill(SPACE, index, index + words.length);
  return found.length > 0;
}
