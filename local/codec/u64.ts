/** The sync protocol writes a u64 as base64 of 8 little-endian bytes: 0 is `AAAAAAAAAAA=`. */
export function encodeU64(value: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString("base64");
}

/** Null when the text is not 8 bytes. */
export function decodeU64(text: string): bigint | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
