import { asciiAt, uint16At, uint32At } from "./binary";

const START_OF_SCAN = 0xda;

/** The segments of a JPEG up to the picture itself: from where to where the content of each goes. */
export function* jpegSegments(
  bytes: Uint8Array,
): Generator<{ marker: number; start: number; end: number }> {
  for (let at = 2; ;) {
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

/** The whole chunks of a PNG: from where to where the content of each goes. */
export function* pngChunks(
  bytes: Uint8Array,
): Generator<{ name: string; start: number; end: number }> {
  for (let at = 8; ;) {
    const length = uint32At(bytes, at);
    if (length === null || at + 12 + length > bytes.length) return;
    yield { name: asciiAt(bytes, at + 4, 4), start: at + 8, end: at + 8 + length };
    at += 12 + length;
  }
}
