import { randomBytes } from "node:crypto";

/**
 * Production's document ids: vint(table number), 16 random bytes and a checksum, in Crockford's
 * base32. The numbers of the first 6,383 tables take two bytes: 160 bits, so 32 characters.
 */
const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";
const PLAIN = "0123456789abcdefghijklmnopqrstuv";
const RANDOM_BYTES = 16;
const CHECKSUM_BYTES = 2;
const ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{32}$/;

export const FIRST_TABLE_NUMBER = 10_001;

/** Each character at its position in the other alphabet. */
function translate(text: string, from: string, to: string): string {
  return text.replace(/./g, (char) => to.charAt(from.indexOf(char)));
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

/** The same number in another base: five bytes are ten digits of base 16, or eight of base 32. */
function rebase(text: string, from: { base: number; width: number }, to: typeof from): string {
  const groups = text.match(new RegExp(`.{${from.width}}`, "g")) ?? [];
  return groups
    .map((group) => parseInt(group, from.base).toString(to.base).padStart(to.width, "0"))
    .join("");
}

const HEX = { base: 16, width: 10 };
const BASE_32 = { base: 32, width: 8 };

export function mintId(
  tableNumber: number,
  random: Uint8Array = randomBytes(RANDOM_BYTES),
): string {
  const body = Buffer.from([(tableNumber & 0x7f) | 0x80, tableNumber >> 7, ...random]);
  const bytes = Buffer.from([...body, ...checksum(body)]);
  return translate(rebase(bytes.toString("hex"), HEX, BASE_32), PLAIN, CROCKFORD);
}

/** Whether ids can carry the number: in two bytes, with seven bits in each. */
export function isTableNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 14;
}

/** The table number that an id carries, or null when the text is not an id. */
export function tableNumberOf(id: string): number | null {
  if (!ID_PATTERN.test(id)) return null;
  const bytes = Buffer.from(rebase(translate(id, CROCKFORD, PLAIN), BASE_32, HEX), "hex");
  const [first, second] = checksum(bytes.subarray(0, -CHECKSUM_BYTES));
  if (first !== bytes.at(-2) || second !== bytes.at(-1)) return null;
  return (bytes.readUInt8(0) & 0x7f) + (bytes.readUInt8(1) << 7);
}
