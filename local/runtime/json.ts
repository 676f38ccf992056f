import type { JSONValue } from "convex/values";

export type JsonObject = Record<string, JSONValue>;

const SPECIAL = ["$integer", "$float", "$bytes"] as const;

/** What an encoded number or bytes is encoded with; null for all other values. */
export function specialKey(value: JSONValue): (typeof SPECIAL)[number] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return SPECIAL.find((key) => typeof value[key] === "string") ?? null;
}

/** A Convex object, as opposed to an array, null, or an encoded number or bytes. */
export function isJsonObject(value: JSONValue | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    specialKey(value) === null
  );
}

/** A value that must be a string. */
export function textOf(value: JSONValue | undefined): string {
  if (typeof value !== "string") throw new Error(`Expected a string, got ${typeof value}`);
  return value;
}
