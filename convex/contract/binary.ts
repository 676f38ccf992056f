/** Reading numbers and words out of bytes. Outside of them there is null, or an empty word. */

/** Big endian, as files of Apple, PNG and JPEG have it. */
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

/** `length` characters of ASCII; empty when the bytes end before. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  if (at + length > bytes.length) return "";
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
