import { randomBytes } from "node:crypto";

/**
 * Production's document ids: vint(table number), 16 random bytes and a checksum, in Crockford's
 * base32: 32 characters for the first 6,383 tables.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BYTES = 16;
const CHECKSUM_BYTES = 2;
const MAX_VINT_BYTES = 5;
const ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{31,37}$/;

export const FIRST_TABLE_NUMBER = 10_001;

function vint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

function readVint(bytes: Uint8Array): { value: number; length: number } | null {
  let value = 0;
  for (const [at, byte] of bytes.subarray(0, MAX_VINT_BYTES).entries()) {
    value += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { value, length: at + 1 };
  }
  return null;
}

/** Fletcher-16 and the format version (0) folded into two bytes. */
function checksum(bytes: Uint8Array): [number, number] {
  let first = 0;
  let second = 0;
  for (const byte of bytes) {
    first = (first + byte) % 255;
    second = (second + first) % 255;
  }
  return [first, second];
}

function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((buffer >> (bits - 5)) & 31);
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((buffer << (5 - bits)) & 31) : text;
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const char of text) {
    buffer = (buffer << 5) | ALPHABET.indexOf(char);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(buffer >> bits);
    buffer &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** A new id for a document of the table with this number. */
export function mintId(
  tableNumber: number,
  random: Uint8Array = randomBytes(RANDOM_BYTES),
): string {
  const body = Uint8Array.from([...vint(tableNumber), ...random]);
  return toBase32(Uint8Array.from([...body, ...checksum(body)]));
}

/** The table number that an id carries, or null when the text is not an id. */
export function tableNumberOf(id: string): number | null {
  if (!ID_PATTERN.test(id)) return null;
  const bytes = fromBase32(id);
  const number = readVint(bytes);
  if (!number || bytes.length !== number.length + RANDOM_BYTES + CHECKSUM_BYTES) return null;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const [first, second] = checksum(body);
  const isIntact = first === bytes.at(-2) && second === bytes.at(-1) && toBase32(bytes) === id;
  return isIntact ? number.value : null;
}
