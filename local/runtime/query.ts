import type { JSONValue } from "convex/values";
import type { Bound } from "../codec/keys";
import { ALL_KEYS, keyAfter, keyBounds } from "../codec/keys";
import type { Doc, KeyBounds, Order, Scan, Transaction } from "../store/types";
import { operandOf, passes } from "./filters";

interface RangeExpression {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
}

type Source =
  | { type: "FullTableScan"; tableName: string; order: Order | null }
  | { type: "IndexRange"; indexName: string; range: RangeExpression[]; order: Order | null }
  | { type: "Search"; indexName: string };

/** A query as the convex package sends it. */
export interface SerializedQuery {
  source: Source;
  operators: ({ filter: JSONValue } | { limit: number })[];
}

/** What the queries of one function need to know. */
export interface QueryContext {
  tx: Transaction;
  /** The declared fields of an index, without those that every index ends with; null: none such. */
  indexFields(table: string, index: string): readonly string[] | null;
  /** Called for each document read. */
  count(doc: Doc): void;
}

interface Place {
  table: string;
  index: string;
  bounds: KeyBounds;
  order: Order;
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
    if (fields[equal.length] !== fieldPath) wrongOrder(name, fields, fieldPath);
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

function placeOf({ source }: SerializedQuery, context: QueryContext): Place {
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
    case "Search":
      throw new Error("Search indexes are not supported by the local backend.");
  }
}

function scanOf({ table, index, bounds, order }: Place, context: QueryContext): Scan {
  const scan = context.tx.scan(table, index, bounds, order);
  return {
    next: () => {
      const found = scan.next();
      if (found) context.count(found.doc);
      return found;
    },
  };
}

/** Takes one document through the operators: kept, dropped, or the end of the query. */
function operators(query: SerializedQuery) {
  const left = query.operators.map((operator) => ("limit" in operator ? operator.limit : 0));
  const isSpent = () => query.operators.some((operator, i) => "limit" in operator && left[i] === 0);
  const keep = (doc: Doc): boolean => {
    for (const [i, operator] of query.operators.entries()) {
      if ("filter" in operator) {
        if (!passes(operator.filter, doc)) return false;
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

/** A started query; null when it is at its end. */
export type Stream = () => Doc | null;

/** Starts a query. It reads no further than it is asked to. */
export function openStream(query: SerializedQuery, context: QueryContext): Stream {
  const scan = scanOf(placeOf(query, context), context);
  const { isSpent, keep } = operators(query);
  return () => {
    while (!isSpent()) {
      const found = scan.next();
      if (!found) return null;
      if (keep(found.doc)) return found.doc;
    }
    return null;
  };
}

/** Where a page begins or ends: before everything, after a key, or after everything. */
type Position = { at: "start" } | { at: "key"; key: string } | { at: "end" };

function encodePosition(position: Position): string {
  return Buffer.from(JSON.stringify(position), "latin1").toString("base64url");
}

function decodePosition(cursor: string | null): Position {
  if (cursor === null) return { at: "start" };
  try {
    // Anything else is refused below.
    const position = JSON.parse(Buffer.from(cursor, "base64url").toString("latin1")) as Position;
    if (position.at === "key" ? typeof position.key === "string" : position.at) return position;
  } catch {
    // Not one of our cursors: refused like any other.
  }
  throw new Error("InvalidCursor: Failed to parse cursor");
}

/** The part of the range between two positions, in the query's direction. */
function narrow({ bounds, order }: Place, from: Position, to: Position): KeyBounds {
  const after = (position: Position, otherwise: string) =>
    position.at !== "key" ? otherwise : order === "asc" ? keyAfter(position.key) : position.key;
  if (from.at === "end") return { lo: bounds.hi, hi: bounds.hi };
  return order === "asc"
    ? { lo: after(from, bounds.lo), hi: after(to, bounds.hi) }
    : { lo: after(to, bounds.lo), hi: after(from, bounds.hi) };
}

export interface PageRequest {
  query: SerializedQuery;
  cursor: string | null;
  endCursor: string | null;
  pageSize: number;
  maximumRowsRead?: number | null;
}

interface Page {
  page: Doc[];
  isDone: boolean;
  continueCursor: string;
}

/** One page of `.paginate()`. With an end cursor the page is all up to it, however long. */
export function readPage(request: PageRequest, context: QueryContext): Page {
  const place = placeOf(request.query, context);
  const from = decodePosition(request.cursor);
  const to: Position | null = request.endCursor === null ? null : decodePosition(request.endCursor);
  const bounds = narrow(place, from, to ?? { at: "end" });
  const scan = scanOf({ ...place, bounds }, context);
  const { isSpent, keep } = operators(request.query);
  const maxRows = request.maximumRowsRead ?? Infinity;
  const page: Doc[] = [];
  let position = from;
  for (let rows = 0; to || (page.length < request.pageSize && rows < maxRows); rows += 1) {
    const found = isSpent() ? null : scan.next();
    if (!found) {
      position = to ?? { at: "end" };
      break;
    }
    position = { at: "key", key: found.key };
    if (keep(found.doc)) page.push(found.doc);
  }
  return { page, isDone: position.at === "end", continueCursor: encodePosition(position) };
}
