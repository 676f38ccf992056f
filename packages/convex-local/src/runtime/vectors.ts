import { jsonToConvex, type JSONValue } from "convex/values";
import { tableIn } from "../codec/namespaces";
import { fieldAt, type Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { evaluate, isTrue } from "./filters";
import type { Schema, VectorIndex } from "./schema";
import type { JsonObject } from "./types";
import { isJsonObject, textOf } from "./validators";

/** Limits from docs.convex.dev/search/vector-search. */
const MOST_RESULTS = 256;
const DEFAULT_RESULTS = 10;
const MOST_CONDITIONS = 64;

/** A vector of length 1; null if the document is not in the index. */
type Unit = Float64Array | null;

/** By document, and within it by field; a document never changes. */
const units = new WeakMap<Doc, Map<string, Unit>>();

function numberOf(json: JSONValue): number {
  if (typeof json === "number") return json;
  const value = jsonToConvex(json);
  return typeof value === "number" ? value : NaN;
}

function toUnit(value: JSONValue | undefined, dimensions: number): Unit {
  if (!Array.isArray(value) || value.length !== dimensions) return null;
  // Loops, because a first search reads millions of numbers.
  const unit = new Float64Array(dimensions);
  for (let at = 0; at < dimensions; at += 1) unit[at] = numberOf(value[at] ?? null);
  const length = Math.sqrt(dot(unit, unit));
  if (!Number.isFinite(length)) return null;
  if (length > 0) for (let at = 0; at < dimensions; at += 1) unit[at] = (unit[at] ?? 0) / length;
  return unit;
}

function unitOf(doc: Doc, { vectorField, dimensions }: VectorIndex): Unit {
  const known = units.get(doc) ?? new Map<string, Unit>();
  units.set(doc, known);
  const key = `${dimensions} ${vectorField}`;
  const unit = known.get(key) ?? toUnit(fieldAt(doc, vectorField), dimensions);
  known.set(key, unit);
  return unit;
}

/** The fields of a filter's conditions. @throws Error for anything but `eq` and `or` */
function fieldsOf(name: string, index: VectorIndex, filter: JSONValue): string[] {
  const { $or: either, $eq: equal } = isJsonObject(filter) ? filter : {};
  if (Array.isArray(either)) return either.flatMap((each) => fieldsOf(name, index, each));
  const [left, right] = Array.isArray(equal) ? equal : [];
  const field = isJsonObject(left) ? left.$field : undefined;
  if (typeof field !== "string" || !isJsonObject(right) || !("$literal" in right))
    throw new Error(`Vector search against ${name} has a filter that is not made of eq and or.`);
  if (!index.filterFields.includes(field))
    throw new Error(`Vector search against ${name} has a filter on the unknown field ${field}.`);
  return [field];
}

function limitOf(limit: JSONValue | undefined): number {
  if (limit === undefined || limit === null) return DEFAULT_RESULTS;
  if (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= MOST_RESULTS)
    return Number(limit);
  throw new Error(
    `Vector queries require a limit between 1 and ${MOST_RESULTS}. Received: ${JSON.stringify(limit)}`,
  );
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/**
 * The documents whose vectors are most similar to the given one, best first, by the cosine of
 * their angle. Compares all of them, so the result is exact.
 * @throws Error for an unknown index, and for other sizes than the index and Convex allow
 */
export function searchVectors(
  schema: Schema,
  tx: Transaction,
  component: string,
  query: JsonObject,
): { _id: string; _score: number }[] {
  const name = textOf(query.indexName);
  const [table = ""] = name.split(".");
  const index = schema.vectorIndexes.get(tableIn(component, name));
  if (!index) throw new Error(`Vector index ${name} not found.`);
  const { dimensions } = index;
  const limit = limitOf(query.limit);
  const wanted = toUnit(query.vector, dimensions);
  if (!wanted)
    throw new Error(
      `Vector search against ${name} needs a vector of ${dimensions} finite numbers.`,
    );
  const filter = query.expressions ?? null;
  if (filter !== null && fieldsOf(name, index, filter).length > MOST_CONDITIONS)
    throw new Error(`Vector search against ${name} has more than ${MOST_CONDITIONS} conditions.`);
  const isKept = (doc: Doc) => filter === null || isTrue(evaluate(filter, doc));
  const found = [...tx.all(tableIn(component, table))].flatMap((doc) => {
    const unit = isKept(doc) ? unitOf(doc, index) : null;
    return unit ? [{ _id: doc._id, _score: dot(unit, wanted) }] : [];
  });
  return found.sort((a, b) => b._score - a._score).slice(0, limit);
}
