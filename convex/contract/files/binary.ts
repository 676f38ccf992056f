/** Reads numbers and words from bytes. Out of range the result is null, or an empty word. */

/** Big endian, as in PNG, JPEG and Apple's files. */
export function uint32At(
  bytes: Uint8Array,
  at: number,
  order: "big" | "little" = "big",
): number | null {
  return at + 4 <= bytes.length ? view(bytes).getUint32(at, order === "little") : null;
}

export function uint16At(
  bytes: Uint8Array,
  at: number,
  order: "big" | "little" = "big",
): number | null {
  return at + 2 <= bytes.length ? view(bytes).getUint16(at, order === "little") : null;
}

export function uint24LittleAt(bytes: Uint8Array, at: number): number | null {
  const low = uint16At(bytes, at, "little");
  const high = bytes[at + 2];
  return low === null || high === undefined ? null : low + high * 0x10000;
}

/** A big endian number of any length. */
export function uintAt(bytes: Uint8Array, at: number, length: number): number | null {
  if (at + length > bytes.length) return null;
  return bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0);
}

/** `length` ASCII characters; empty if the bytes end earlier. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  if (at + length > bytes.length) return "";
  let word = "";
  for (const byte of bytes.subarray(at, at + length)) word += String.fromCharCode(byte);
  return word;
}

/** The offset of an ASCII word, searched from `from` on; -1 if there is none. */
export function indexOfAscii(bytes: Uint8Array, word: string, from = 0): number {
  // Written by hand, so that a file that repeats the first letter does not make it slow.
  const letters = Array.from(word, (letter) => letter.charCodeAt(0));
  const last = bytes.length - letters.length;
  for (let at = from; at <= last; at++) {
    let same = 0;
    while (same < letters.length && bytes[at + same] === letters[same]) same += 1;
    if (same === letters.length) return at;
  }
  return -1;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
