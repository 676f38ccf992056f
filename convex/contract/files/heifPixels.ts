import { uint16At, uint32At } from "./binary";
import { readHeif } from "./heifItems";
import type { HeifItem } from "./heifItems";
import { readIsoTracks } from "./filmPixels";
import type { PartCount } from "./parts";
import { pixels } from "./size";
import type { Pixels } from "./size";

const SIZE = "ispe";
const ROTATION = "irot";

/**
 * Reads the size of a HEIC, HEIF or AVIF as decoders do: that of its primary picture, rotated if
 * the file says so.
 *
 * @returns Null if the file does not contain it, or contradicts itself: the tiles of a picture
 *   make another size, or something larger may be shown in its place.
 * @throws TooManyParts
 */
export function readHeifPixels(bytes: Uint8Array, parts: PartCount): Pixels | null {
  const heif = readHeif(bytes, parts);
  const moving = readIsoTracks(bytes, ["vide", "pict", "auxv"], parts);
  if (!heif) return null;
  const sizes = heif.items.map((item) => [item, sizeOfItem(bytes, item)] as const);
  const shown = sizes.find(([item]) => item === heif.primary)?.[1];
  if (!shown || shown === "contradicts") return null;
  const others = sizes.flatMap(([{ isHidden }, size]) => (isHidden ? [] : (size ?? [])));
  for (const other of [...others, ...(moving ? [moving] : [])]) {
    if (other === "contradicts" || exceeds(other, shown)) return null;
  }
  return isTurned(bytes, heif.primary) ? { width: shown.height, height: shown.width } : shown;
}

/** Whether one has a longer edge, or more pixels. */
function exceeds(one: Pixels, other: Pixels): boolean {
  const longest = ({ width, height }: Pixels) => Math.max(width, height);
  return longest(one) > longest(other) || one.width * one.height > other.width * other.height;
}

function sizeOfItem(bytes: Uint8Array, item: HeifItem): Pixels | "contradicts" | null {
  const said = item.properties
    .filter(({ name }) => name === SIZE)
    .map(({ start }) => pixels(uint32At(bytes, start + 4), uint32At(bytes, start + 8)));
  const [size = null] = said;
  if (said.length > 1 || !size) return said.length === 0 ? null : "contradicts";
  const made = madeOf(bytes, item);
  const isSame = !made || (made.width === size.width && made.height === size.height);
  return isSame ? size : "contradicts";
}

/** The size of a picture that is composed of others; null if it is coded itself. */
function madeOf(bytes: Uint8Array, { type, extents }: HeifItem): Pixels | null {
  const at = extents[0]?.start;
  if (at === undefined || (type !== "grid" && type !== "iovl")) return null;
  // Rows and columns, or the colour behind the pictures.
  const from = at + (type === "grid" ? 4 : 10);
  const isLong = ((bytes[at + 1] ?? 0) & 1) === 1;
  return isLong
    ? pixels(uint32At(bytes, from), uint32At(bytes, from + 4))
    : pixels(uint16At(bytes, from), uint16At(bytes, from + 2));
}

function isTurned(bytes: Uint8Array, item: HeifItem | null): boolean {
  const turn = item?.properties.find(({ name }) => name === ROTATION);
  return turn !== undefined && ((bytes[turn.start] ?? 0) & 1) === 1;
}
