import { asciiAt, uint16At, uint32At } from "./binary";
import { PartCount } from "./parts";

const START_OF_SCAN = 0xda;

/**
 * The segments of a JPEG up to the picture itself: from where to where the content of each goes.
 *
 * @throws TooManyParts
 */
export function* jpegSegments(
  bytes: Uint8Array,
  parts = new PartCount(),
): Generator<{ marker: number; start: number; end: number }> {
  for (let at = 2; ;) {
    parts.add();
    const marker = bytes[at + 1];
    const length = uint16At(bytes, at + 2);
    if (bytes[at] !== 0xff || marker === undefined || length === null) return;
    if (marker === START_OF_SCAN) return;
    if (marker === 0xff) at += 1;
    else {
      yield { marker, start: at + 4, end: Math.min(bytes.length, at + 2 + length) };
      at += 2 + length;
    }
  }
}

/** A chunk of a PNG or a WebP: what it is called, and from where to where its content goes. */
interface Chunk {
  name: string;
  start: number;
  end: number;
}

/** The whole chunks of a PNG. @throws TooManyParts */
export function* pngChunks(bytes: Uint8Array, parts = new PartCount()): Generator<Chunk> {
  for (let at = 8; ;) {
    parts.add();
    const length = uint32At(bytes, at);
    if (length === null || at + 12 + length > bytes.length) return;
    yield { name: asciiAt(bytes, at + 4, 4), start: at + 8, end: at + 8 + length };
    at += 12 + length;
  }
}

/** The chunks of a WebP; the last may be cut off. @throws TooManyParts */
export function* webpChunks(bytes: Uint8Array, parts = new PartCount()): Generator<Chunk> {
  for (let at = 12; ;) {
    parts.add();
    const length = uint32At(bytes, at + 4, "little");
    if (length === null) return;
    const start = at + 8;
    yield { name: asciiAt(bytes, at, 4), start, end: Math.min(bytes.length, start + length) };
    at = start + length + (length % 2);
  }
}
