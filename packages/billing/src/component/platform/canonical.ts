import { convexToJson } from "convex/values";
import type { JSONValue, Value } from "convex/values";

/** JSON with sorted keys and without absent fields: equal values, equal text. */
export function canonicalJson(value: Value | undefined): string {
  return value === undefined ? "null" : JSON.stringify(sortKeys(convexToJson(value)));
}

function sortKeys(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(sortKeys);
  if (json === null || typeof json !== "object") return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sortKeys(value)]));
}
