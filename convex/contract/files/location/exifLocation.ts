import { asciiAt, uint16At, uint32At } from "../binary";

type Order = "big" | "little";

const GPS_TAG = 0x8825;
const ENTRY_BYTES = 12;
/** The size of one value of each type of entry, by the type's number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * Removes the location from a block of EXIF in place: nothing moves, so
 * orientation, colours and every other entry stay valid.
 *
 * @param tiff - The block from its byte order mark on. Changed in place.
 * @returns Whether it had a location.
 */
export function eraseExifLocation(tiff: Uint8Array): boolean {
  const order = orderOf(tiff);
  const directory = order && uint32At(tiff, 4, order);
  if (order === null || directory === null) return false;
  const entries = entriesOf(tiff, directory, order);
  const at = entries.find((entry) => uint16At(tiff, entry, order) === GPS_TAG);
  if (at === undefined) return false;
  const location = uint32At(tiff, at + 8, order);
  if (location !== null) blankDirectory(tiff, location, order);
  // The entries after it, and the address of the next directory, move up by one.
  const end = directory + 2 + entries.length * ENTRY_BYTES + 4;
  tiff.copyWithin(at, at + ENTRY_BYTES, end);
  tiff.fill(0, end - ENTRY_BYTES, end);
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  view.setUint16(directory, entries.length - 1, order === "little");
  return true;
}

function orderOf(tiff: Uint8Array): Order | null {
  const mark = asciiAt(tiff, 0, 2);
  if (mark === "II") return "little";
  return mark === "MM" ? "big" : null;
}

/** Where the entries of a directory begin; none when it does not fit into the block. */
function entriesOf(tiff: Uint8Array, directory: number, order: Order): number[] {
  const count = uint16At(tiff, directory, order) ?? 0;
  if (directory + 2 + count * ENTRY_BYTES > tiff.length) return [];
  return Array.from({ length: count }, (_, i) => directory + 2 + i * ENTRY_BYTES);
}

/** Blanks a directory with the values that it points to. */
function blankDirectory(tiff: Uint8Array, directory: number, order: Order): void {
  const entries = entriesOf(tiff, directory, order);
  for (const entry of entries) {
    const size = TYPE_BYTES[uint16At(tiff, entry + 2, order) ?? 0] ?? 0;
    const length = size * (uint32At(tiff, entry + 4, order) ?? 0);
    const value = uint32At(tiff, entry + 8, order) ?? 0;
    if (length > 4) tiff.fill(0, value, value + length);
  }
  tiff.fill(0, directory, directory + 2 + entries.length * ENTRY_BYTES);
}
