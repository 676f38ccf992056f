import { getConvexSize, jsonToConvex, type JSONValue } from "convex/values";
import { ALL_KEYS, keyBounds } from "../codec/keys";
import type { Bound, KeyBounds } from "../codec/keys";
import type { Doc } from "../store/state";
import type { Order, Transaction } from "../store/transaction";
import { evaluate, isTrue, operandOf } from "./filters";
import type { Usage } from "./limits";
import type { SearchFilter } from "./search";

interface RangeExpression {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
}

type Source =
  | { type: "FullTableScan"; tableName: string; order: Order | null }
  | { type: "IndexRange"; indexName: string; range: RangeExpression[]; order: Order | null }
  | { type: "Search"; indexName: string; filters: SearchFilter[] };

export interface SerializedQuery {
  source: Source;
  operators: ({ filter: JSONValue } | { limit: number })[];
}

export interface QueryContext {
  tx: Transaction;
  /**
   * The declared fields of an index, without the fields that every index ends with;
   * null: no such index.
   */
  indexFields(table: string, index: string): readonly string[] | null;
  /** The results of a search within bounds of their rank keys, best first. */
  search(
    index: string,
    filters: readonly SearchFilter[],
  ): (bounds: KeyBounds) => Iterable<{ key: string; doc: Doc }>;
  usage: Usage;
}

const sizes = new WeakMap<Doc, number>();

/** The size of a document as Convex counts it; `known` when its writer has measured it. */
export function sizeOf(doc: Doc, known?: number): number {
  const size = sizes.get(doc) ?? known ?? getConvexSize(jsonToConvex(doc));
  sizes.set(doc, size);
  return size;
}

export interface Place {
  table: string;
  index: string;
  bounds: KeyBounds;
  order: Order;
  /** Only for a search, whose bounds are rank keys. */
  search?: ReturnType<QueryContext["search"]>;
}

function wrongOrder(index: string, fields: readonly string[], field: string): never {
  throw new Error(
    `Tried to query index ${index} but the query didn't use the index fields in order. ` +
      `Index fields: [${fields.join(", ")}]. First incorrect field: ${field}. ` +
      "See https://docs.convex.dev/database/indexes",
  );
}

/** Equalities on the first fields, then at most one lower and one upper bound on the next. */
function rangeBounds(name: string, fields: readonly string[], range: RangeExpression[]): KeyBounds {
  const equal: (JSONValue | undefined)[] = [];
  let lower: Bound | undefined;
  let upper: Bound | undefined;
  for (const { type, fieldPath, value } of range) {
    // Every index ends with the id, which a range may use although the message does not mention it.
    const next = [...fields, "_id"][equal.length];
    if (next !== fieldPath) wrongOrder(name, fields, fieldPath);
    if (type === "Eq") {
      if (lower || upper) wrongOrder(name, fields, fieldPath);
      equal.push(operandOf(value));
      continue;
    }
    const bound = { value: operandOf(value), inclusive: type.endsWith("e") };
    const isLower = type.startsWith("G");
    if (isLower ? lower : upper)
      throw new Error(`Already defined ${isLower ? "lower" : "upper"} bound in index range.`);
    if (isLower) lower = bound;
    else upper = bound;
  }
  return keyBounds(equal, lower, upper);
}

export function placeOf({ source }: SerializedQuery, context: QueryContext): Place {
  switch (source.type) {
    case "FullTableScan": {
      const [table, order] = [source.tableName, source.order ?? "asc"];
      return { table, index: "by_creation_time", bounds: ALL_KEYS, order };
    }
    case "IndexRange": {
      const [table = "", index = ""] = source.indexName.split(".");
      const fields = context.indexFields(table, index);
      if (!fields) throw new Error(`Index ${table}.${index} not found.`);
      const bounds = rangeBounds(source.indexName, fields, source.range);
      return { table, index, bounds, order: source.order ?? "asc" };
    }
    case "Search": {
      const { indexName, filters } = source;
      const [table = ""] = indexName.split(".");
      const search = context.search(indexName, filters);
      return { table, index: "by_creation_time", bounds: ALL_KEYS, order: "asc", search };
    }
  }
}

/** Walks an index, and counts the reads. */
export function* scanOf(place: Place, { tx, usage }: QueryContext) {
  const { table, index, bounds, order } = place;
  for (const found of place.search?.(bounds) ?? tx.scan(table, index, bounds, order)) {
    usage.countRanges(tx.ranges);
    usage.countRead(sizeOf(found.doc));
    yield found;
  }
  usage.countRanges(tx.ranges);
}

/** Passes one document through the operators: kept, dropped, or the end of the query. */
export function operators(query: SerializedQuery) {
  const left = query.operators.map((operator) => ("limit" in operator ? operator.limit : 0));
  const isSpent = () => query.operators.some((operator, i) => "limit" in operator && left[i] === 0);
  const keep = (doc: Doc): boolean => {
    for (const [i, operator] of query.operators.entries()) {
      if ("filter" in operator) {
        if (!isTrue(evaluate(operator.filter, doc))) return false;
        continue;
      }
      const rest = left[i] ?? 0;
      if (rest === 0) return false;
      left[i] = rest - 1;
    }
    return true;
  };
  return { isSpent, keep };
}

/** The documents of a query, read lazily. */
export function* openStream(query: SerializedQuery, context: QueryContext): Generator<Doc, void> {
  const { isSpent, keep } = operators(query);
  const scan = scanOf(placeOf(query, context), context);
  for (let step = isSpent() ? null : scan.next(); step && !step.done; step = scan.next()) {
    if (keep(step.value.doc)) yield step.value.doc;
    if (isSpent()) return;
  }
}
