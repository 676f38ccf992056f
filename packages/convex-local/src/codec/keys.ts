import type { JSONValue } from "convex/values";

/**
 * Order-preserving keys: a value in Convex's JSON form becomes a string of bytes (characters
 * 0–255) whose `<` is Convex's order of values. No key is a prefix of another, so the keys of an
 * index are plain concatenations.
 */
const TAG = {
  undefined: "\x01",
  null: "\x03",
  int64: "\x0a",
  float64: "\x0d",
  false: "\x0e",
  true: "\x0f",
  string: "\x10",
  bytes: "\x11",
  array: "\x12",
  object: "\x15",
} as const;
const END = "\x00";
const ESCAPED_ZERO = "\x00\xff";
/** Greater than every tag: closes the range of keys that begin with a prefix. */
const AFTER = "\xff";

/** A number's eight bytes, first the highest, so that the order of bytes is that of numbers. */
function ordered(bytes: Buffer, isInverted: boolean): string {
  const mask = isInverted ? 0xff : 0;
  return String.fromCharCode(...bytes.map((byte, i) => byte ^ (i === 0 ? mask | 0x80 : mask)));
}

/** IEEE's total order: all bits flipped for negatives, the sign bit for the rest. */
function float64Bytes(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return ordered(bytes, bytes.readInt8() < 0);
}

/** A commit's timestamp that is not known yet sorts as the greatest integer. */
const LATEST = TAG.int64 + "\xff".repeat(8);

function codePointBytes(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), tail(0));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), tail(6), tail(0));
  return String.fromCharCode(0xf0 | (code >> 18), tail(12), tail(6), tail(0));
}

const NEEDS_BYTES = /[^\x01-\x7f]/u;

/** UTF-8 by hand, because a lone surrogate has a position in the order too. */
function stringBytes(value: string): string {
  if (!NEEDS_BYTES.test(value)) return value;
  let bytes = "";
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code === 0 ? ESCAPED_ZERO : codePointBytes(code);
  }
  return bytes;
}

function encodeObject(fields: Record<string, JSONValue | undefined>): string {
  const { $integer, $float, $bytes, $commitTs } = fields;
  if ($commitTs === null) return LATEST;
  if (typeof $integer === "string")
    return TAG.int64 + ordered(Buffer.from($integer, "base64").reverse(), false);
  if (typeof $float === "string")
    return TAG.float64 + float64Bytes(Buffer.from($float, "base64").readDoubleLE());
  if (typeof $bytes === "string") {
    const raw = Buffer.from($bytes, "base64").toString("latin1");
    return TAG.bytes + raw.replaceAll(END, ESCAPED_ZERO) + END;
  }
  const keys = Object.keys(fields).sort();
  return TAG.object + keys.map((key) => encodeKey(key) + encodeKey(fields[key])).join("") + END;
}

/** The key of one value in Convex's JSON form; undefined (a missing field) sorts first. */
export function encodeKey(value: JSONValue | undefined): string {
  if (value === undefined) return TAG.undefined;
  if (value === null) return TAG.null;
  if (typeof value === "number") return TAG.float64 + float64Bytes(value);
  if (typeof value === "boolean") return value ? TAG.true : TAG.false;
  if (typeof value === "string") return TAG.string + stringBytes(value) + END;
  if (Array.isArray(value)) return TAG.array + value.map(encodeKey).join("") + END;
  return encodeObject(value);
}

/** Half-open range of encoded keys. */
export interface KeyBounds {
  readonly lo: string;
  readonly hi: string;
}

/** One side of a range on the field after the equal ones. */
export interface Bound {
  readonly value: JSONValue | undefined;
  readonly inclusive: boolean;
}

/** The keys of an index whose first fields equal `equal` and whose next field is in the bounds. */
export function keyBounds(
  equal: readonly (JSONValue | undefined)[],
  lower?: Bound,
  upper?: Bound,
): KeyBounds {
  const prefix = equal.map(encodeKey).join("");
  return {
    lo: lower ? prefix + encodeKey(lower.value) + (lower.inclusive ? "" : AFTER) : prefix,
    hi: upper ? prefix + encodeKey(upper.value) + (upper.inclusive ? AFTER : "") : prefix + AFTER,
  };
}

/** The whole of any index. */
export const ALL_KEYS = { lo: "", hi: AFTER } as const;

/** The smallest key greater than this one. */
export function keyAfter(key: string): string {
  return key + "\x00";
}
