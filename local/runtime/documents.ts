import type { JSONValue } from "convex/values";
import { getConvexSize, jsonToConvex } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import type { Doc, JsonFields } from "../store/types";
import type { Frame } from "./frame";
import { openStream, readPage } from "./query";
import type { PageRequest, QueryContext, SerializedQuery, Stream } from "./query";
import { fieldsOf, refuseHidden, tableOfId } from "./schema";
import { isJsonObject, textOf } from "./json";
import type { JsonObject as Args } from "./json";

const sizes = new WeakMap<Doc, number>();

/** Bytes of a document as Convex counts them. */
function sizeOf(doc: Doc): number {
  const known = sizes.get(doc);
  if (known !== undefined) return known;
  const size = getConvexSize(jsonToConvex(doc));
  sizes.set(doc, size);
  return size;
}

interface Target {
  table: string;
  id: string;
}

/** Finds the table of `args.id`; null when the id is of no table. */
function targetOf(frame: Frame, method: string, args: Args): Target | null {
  const id = textOf(args.id);
  const table = tableOfId(frame.engine.database, id);
  const expected = args.table;
  if (table === null) {
    if (tableNumberOf(id) !== null) return null;
    throw new Error(`Invalid argument \`id\` for \`db.${method}\`: Unable to decode ID: ${id}`);
  }
  if (typeof expected === "string" && expected !== table)
    throw new Error(
      `Invalid argument \`id\` for \`db.${method}\`: The table name in the ID is \`${table}\` but \`${expected}\` was given.`,
    );
  return { table, id };
}

function writeTarget(frame: Frame, method: string, verb: string, args: Args): Target {
  const target = targetOf(frame, method, args);
  if (target?.table.startsWith("_"))
    throw new Error("System tables (prefixed with `_`) are read-only.");
  if (target) return target;
  throw new Error(`${verb} on nonexistent document ID ${textOf(args.id)}`);
}

/** The stored document, counted as read. */
function existing(frame: Frame, verb: string, { table, id }: Target): Doc {
  const doc = frame.root.tx.get(table, id);
  if (!doc) throw new Error(`${verb} on nonexistent document ID ${id}`);
  frame.root.usage.countRead(sizeOf(doc));
  return doc;
}

/** The fields of a value to write; system fields may only repeat what is stored. */
function ownFields(method: string, value: JSONValue | undefined, stored: Doc | null): JsonFields {
  if (!isJsonObject(value))
    throw new Error(`Invalid argument \`value\` for \`db.${method}\`: Value must be an Object`);
  const fields = { ...value };
  for (const name of ["_id", "_creationTime"] as const) {
    const given = fields[name];
    Reflect.deleteProperty(fields, name);
    if (given === undefined || given === stored?.[name]) continue;
    throw new Error(
      stored
        ? `Provided value ${JSON.stringify(given)} doesn't match '${name}' field ${JSON.stringify(stored[name])}`
        : `Provided \`${name}\` field: system fields are set by Convex.`,
    );
  }
  const reserved = Object.keys(fields).find((name) => name.startsWith("_"));
  if (reserved === undefined) return fields;
  throw new Error(`Field names can't start with an underscore: \`${reserved}\`.`);
}

function enforceSchema(frame: Frame, table: string, fields: JsonFields): void {
  const problem = frame.engine.schema().mismatch(table, fields, frame.engine.database);
  if (problem === null) return;
  throw new Error(
    `Failed to insert or update a document in table "${table}" because it does not match the schema: ${problem}`,
  );
}

function get(frame: Frame, args: Args): JSONValue {
  const target = targetOf(frame, "get", args);
  if (!target) return null;
  refuseHidden(target.table);
  if (target.table.startsWith("_") !== (args.isSystem === true))
    throw new Error(
      args.isSystem === true
        ? "User tables can only be accessed from db.get()."
        : "System tables can only be accessed from db.system.get().",
    );
  const doc = frame.root.tx.get(target.table, target.id);
  if (doc) frame.root.usage.countRead(sizeOf(doc));
  return doc;
}

function insert(frame: Frame, args: Args): JSONValue {
  const table = textOf(args.table);
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(table)) throw new Error(`Invalid table name: ${table}`);
  const fields = ownFields("insert", args.value, null);
  enforceSchema(frame, table, fields);
  const doc = frame.root.tx.insert(table, fields);
  frame.root.usage.countWrite(sizeOf(doc));
  return { _id: doc._id };
}

function shallowMerge(frame: Frame, args: Args): JSONValue {
  const target = writeTarget(frame, "patch", "Update", args);
  const doc = existing(frame, "Update", target);
  const fields = fieldsOf(doc);
  for (const [name, value] of Object.entries(ownFields("patch", args.value, doc)))
    if (isJsonObject(value) && "$undefined" in value) Reflect.deleteProperty(fields, name);
    else fields[name] = value;
  enforceSchema(frame, target.table, fields);
  const patched = frame.root.tx.replace(target.table, target.id, fields);
  frame.root.usage.countWrite(sizeOf(patched));
  return patched;
}

function replace(frame: Frame, args: Args): JSONValue {
  const target = writeTarget(frame, "replace", "Replace", args);
  const fields = ownFields("replace", args.value, existing(frame, "Replace", target));
  enforceSchema(frame, target.table, fields);
  const replaced = frame.root.tx.replace(target.table, target.id, fields);
  frame.root.usage.countWrite(sizeOf(replaced));
  return replaced;
}

function remove(frame: Frame, args: Args): JSONValue {
  const target = writeTarget(frame, "delete", "Delete", args);
  const doc = existing(frame, "Delete", target);
  frame.root.tx.remove(target.table, target.id);
  frame.root.usage.countWrite(sizeOf(doc));
  return doc;
}

function normalizeId(frame: Frame, args: Args): JSONValue {
  const id = textOf(args.idString);
  const table = tableOfId(frame.engine.database, id);
  return { id: table === args.table ? id : null };
}

function queryTable({ source }: SerializedQuery): string {
  const name = source.type === "FullTableScan" ? source.tableName : source.indexName;
  return name.split(".")[0] ?? "";
}

/** A page that was read before keeps its end: the journal remembers it. */
function queryPage(frame: Frame, context: QueryContext, args: Args): JSONValue {
  const { journal } = frame.root;
  if (journal.used)
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  journal.used = true;
  // The convex package checked the options before sending them.
  const request = args as unknown as PageRequest;
  refuseHidden(queryTable(request.query));
  const endCursor = request.endCursor ?? journal.endCursor;
  const page = readPage({ ...request, endCursor }, context);
  journal.endCursor = page.continueCursor;
  return { ...page, splitCursor: null, pageStatus: null };
}

type Handler = (args: Args) => JSONValue;

/** The database half of the syscalls of one query or mutation. */
export function documentCalls(frame: Frame): {
  sync: Record<string, Handler>;
  async: Record<string, Handler>;
} {
  const streams = new Map<number, Stream>();
  const context: QueryContext = {
    tx: frame.root.tx,
    indexFields: (table, index) => frame.engine.schema().indexFields(table, index),
    count: (doc) => frame.root.usage.countRead(sizeOf(doc)),
  };
  let nextStream = 0;
  const queryStream = ({ query }: Args): JSONValue => {
    // Written by the convex package.
    const serialized = query as unknown as SerializedQuery;
    refuseHidden(queryTable(serialized));
    streams.set((nextStream += 1), openStream(serialized, context));
    return { queryId: nextStream };
  };
  const queryStreamNext = ({ queryId }: Args): JSONValue => {
    const value = streams.get(Number(queryId))?.() ?? null;
    return { value, done: value === null };
  };
  const writing = (op: (frame: Frame, args: Args) => JSONValue) => (args: Args) => {
    if (!frame.writable) throw new Error("Queries cannot write to the database.");
    return op(frame, args);
  };
  return {
    sync: {
      "1.0/queryStream": queryStream,
      "1.0/queryCleanup": ({ queryId }) => streams.delete(Number(queryId)),
      "1.0/db/normalizeId": (args) => normalizeId(frame, args),
    },
    async: {
      "1.0/get": (args) => get(frame, args),
      "1.0/queryStreamNext": queryStreamNext,
      "1.0/queryPage": (args) => queryPage(frame, context, args),
      "1.0/count": ({ table }) => frame.root.tx.count(textOf(table)),
      "1.0/insert": writing(insert),
      "1.0/shallowMerge": writing(shallowMerge),
      "1.0/replace": writing(replace),
      "1.0/remove": writing(remove),
    },
  };
}
