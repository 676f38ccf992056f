import type { JSONValue } from "convex/values";
import { inMib, LIMITS } from "./limits";

/** The size of a value as Convex counts it: bytes, and the nesting of arrays and objects. */
export interface Extent {
  bytes: number;
  nesting: number;
  /** It contains the placeholder of a commit's timestamp. */
  isPending: boolean;
}

const WORD_BYTES = 9;
const LONE_SURROGATE = /\p{Surrogate}/u;
const UNPRINTABLE = /[^ -~]/;

function textBytes(text: string): number {
  if (LONE_SURROGATE.test(text))
    throw new Error("String is not valid Unicode: it has half of a character");
  return 2 + Buffer.byteLength(text);
}

function encodedBytes(kind: string, value: JSONValue | undefined): number {
  const bytes = Buffer.from(typeof value === "string" ? value : "", "base64");
  // Decoding skips invalid base64 characters.
  if (bytes.toString("base64") !== value)
    throw new Error(`Malformed ${kind} field: it must be base64`);
  const { length } = bytes;
  if (kind === "$bytes") return 2 + length;
  if (length !== 8) throw new Error(`Received ${length} bytes, expected 8 for ${kind}`);
  return WORD_BYTES;
}

/** The size of an object that encodes another value; null for an object. */
function specialBytes(names: readonly string[], value: Record<string, JSONValue>): number | null {
  const [kind = ""] = names;
  if (names.length !== 1 || !kind.startsWith("$")) return null;
  if (kind === "$commitTs" && value[kind] === null) return WORD_BYTES;
  if (kind === "$bytes" || kind === "$integer" || kind === "$float")
    return encodedBytes(kind, value[kind]);
  return null;
}

function checkName(name: string): void {
  const { fieldNameLength } = LIMITS;
  if (name.length > fieldNameLength)
    throw new Error(`Field name is too long (${name.length} > maximum ${fieldNameLength})`);
  if (name.startsWith("$"))
    throw new Error(`Field name ${name} starts with '$', which is reserved.`);
  const wrong = UNPRINTABLE.exec(name)?.[0];
  if (wrong !== undefined)
    throw new Error(
      `Field name ${name} has invalid character '${wrong}': Field names can only contain non-control ASCII characters`,
    );
}

/** Stops at the first level that is too deep, so that no value can overflow the stack. */
function walk(value: JSONValue, level: number, seen: Omit<Extent, "bytes">): number {
  if (value === null || typeof value === "boolean") return 1;
  if (typeof value === "number") {
    // As text it would become null, without validation.
    if (!Number.isFinite(value)) throw new Error("Number is too large: infinity is sent as $float");
    return WORD_BYTES;
  }
  if (typeof value === "string") return textBytes(value);
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const special = Array.isArray(value) ? null : specialBytes(names, value);
  if (special !== null) {
    if (names[0] === "$commitTs") seen.isPending = true;
    return special;
  }
  const { valueNesting, arrayLength, objectFields } = LIMITS;
  if (level > valueNesting)
    throw new Error(
      `Value is too nested (nested ${level} levels deep > maximum nesting ${valueNesting})`,
    );
  seen.nesting = Math.max(seen.nesting, level);
  let bytes = 2;
  if (Array.isArray(value)) {
    if (value.length > arrayLength)
      throw new Error(`Array length is too long (${value.length} > maximum length ${arrayLength})`);
    for (const item of value) bytes += walk(item, level + 1, seen);
    return bytes;
  }
  if (names.length > objectFields)
    throw new Error(
      `Object has too many fields (${names.length} > maximum number ${objectFields})`,
    );
  for (const name of names) {
    checkName(name);
    bytes += name.length + 1 + walk(value[name] ?? null, level + 1, seen);
  }
  return bytes;
}

/** Measures a value. @throws Error in Convex's words for an unsupported value */
export function measure(value: JSONValue): Extent {
  const seen = { nesting: 0, isPending: false };
  const bytes = walk(value, 1, seen);
  return { bytes, ...seen };
}

/**
 * The size of a scheduled call's arguments. @throws Error like `measure`, and for
 * values that cannot be stored until then
 */
export function scheduledBytes(path: string, args: JSONValue): number {
  const { bytes, isPending } = measure([args]);
  if (isPending)
    throw new Error(
      `Invalid arguments for "${path}": a scheduled function cannot take an unresolved placeholder value.`,
    );
  if (bytes <= LIMITS.scheduledArgsBytes) return bytes;
  const limit = inMib(LIMITS.scheduledArgsBytes);
  throw new Error(
    `Arguments for scheduled function ${path} are too large (actual: ${inMib(bytes)}, limit: ${limit})`,
  );
}

/** Measures a value to store. @throws Error like `measure`, and for too deep values */
export function checkDocument(method: string, fields: Record<string, JSONValue>): Extent {
  let extent: Extent;
  try {
    extent = measure(fields);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Invalid argument \`value\` for \`db.${method}\`: ${reason}`, { cause: error });
  }
  const { nesting } = extent;
  if (nesting <= LIMITS.documentNesting) return extent;
  throw new Error(
    `Document is too nested (nested ${nesting} levels deep > maximum nesting ${LIMITS.documentNesting})`,
  );
}
