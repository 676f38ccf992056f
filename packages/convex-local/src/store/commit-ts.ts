import { convexToJson, type JSONValue } from "convex/values";
import type { Doc, Write } from "./state";

/** A value with the commit's timestamp in place of its placeholder; the same value if it has none. */
export function resolveCommitTs(value: JSONValue, ts: bigint): JSONValue {
  if (typeof value !== "object" || value === null) return value;
  if ("$commitTs" in value) return convexToJson(ts);
  if (Array.isArray(value)) {
    const items = value.map((item) => resolveCommitTs(item, ts));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const fields = Object.entries(value).map(
    ([name, item]) => [name, resolveCommitTs(item ?? null, ts)] as const,
  );
  const isSame = fields.every(([name, item]) => value[name] === item);
  return isSame ? value : Object.fromEntries(fields);
}

export function resolveWrite({ table, id, before, after }: Write, ts: bigint): Write {
  // It changes only the fields with the placeholder.
  const resolve = (doc: Doc | null) => resolveCommitTs(doc, ts) as Doc | null;
  return { table, id, before: resolve(before), after: resolve(after) };
}
