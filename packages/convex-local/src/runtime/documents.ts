import { convexToJson, getConvexSize, type JSONValue } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { encodeKey } from "../codec/keys";
import { isSystemTable, splitTable, tableIn } from "../codec/namespaces";
import type { Doc, JsonFields } from "../store/state";
import type { Context } from "./call-context";
import type { Cursors } from "./cursors";
import { canonicalPath } from "./function-path";
import { readPage, type PageRequest } from "./pages";
import { openStream, sizeOf } from "./query";
import type { QueryContext, SerializedQuery } from "./query";
import { readSearch } from "./search";
import { fieldsOf, refuseHidden, tableOfId } from "./schema";
import { ownFieldProblem } from "./schema-rules";
import type { JsonObject as Args } from "./types";
import { isJsonObject, textOf } from "./validators";
import { checkDocument } from "./values";

/** The size of `_id`, which has 32 characters, and `_creationTime`, as Convex counts them. */
const SYSTEM_BYTES = getConvexSize({ _id: "x".repeat(32), _creationTime: 0 }) - getConvexSize({});

interface Target {
  /** By its name in the store. */
  table: string;
  id: string;
}

/** Finds the table of `args.id`; null when the id is of no table of the component. */
function targetOf(ctx: Context, method: string, args: Args): Target | null {
  const id = textOf(args.id);
  const { component } = ctx.target;
  const table = tableOfId(ctx.engine.database, component, id);
  const wrong = `Invalid argument \`id\` for \`db.${method}\`:`;
  if (table === null && tableNumberOf(id) === null)
    throw new Error(`${wrong} Unable to decode ID: ${id}`);
  if (table === null) return null;
  if (typeof args.table === "string" && args.table !== table)
    throw new Error(
      `${wrong} The table name in the ID is \`${table}\` but \`${args.table}\` was given.`,
    );
  return { table: tableIn(component, table), id };
}

function read({ root }: Context, { table, id }: Target): Doc | null {
  const doc = root.tx.get(table, id);
  root.usage.countRanges(root.tx.ranges);
  if (doc) root.usage.countRead(sizeOf(doc));
  return doc;
}

function existing(ctx: Context, method: string, verb: string, args: Args): Target & { doc: Doc } {
  const target = targetOf(ctx, method, args);
  if (target && isSystemTable(target.table))
    throw new Error("System tables (prefixed with `_`) are read-only.");
  const doc = target && read(ctx, target);
  if (!doc) throw new Error(`${verb} on nonexistent document ID ${textOf(args.id)}`);
  return { ...target, doc };
}

/** The fields to store; system fields may only repeat the stored values. */
function ownFields(method: string, value: JSONValue | undefined, stored: Doc | null): JsonFields {
  if (!isJsonObject(value))
    throw new Error(`Invalid argument \`value\` for \`db.${method}\`: Value must be an Object`);
  const { _id, _creationTime, ...fields } = value;
  for (const [name, given] of Object.entries({ _id, _creationTime })) {
    if (given === undefined || given === stored?.[name]) continue;
    throw new Error(
      stored
        ? `Provided value ${JSON.stringify(given)} doesn't match '${name}' field ${JSON.stringify(stored[name])}`
        : `Provided \`${name}\` field: system fields are set by Convex.`,
    );
  }
  for (const name of Object.keys(fields)) {
    const problem = ownFieldProblem(name);
    if (problem !== null) throw new Error(problem);
  }
  return fields;
}

function enforceSchema({ engine }: Context, table: string, fields: JsonFields): void {
  const problem = engine.schema().mismatch(table, fields, engine.database);
  if (problem === null) return;
  throw new Error(
    `Failed to insert or update a document in table "${splitTable(table).table}" because it does not match the schema: ${problem}`,
  );
}

/** The size of a document with these fields, including its id and its creation time. */
function check({ root }: Context, method: string, fields: JsonFields): number {
  const { bytes, isPending } = checkDocument(method, fields);
  if (isPending) root.tx.isPending = true;
  return bytes + SYSTEM_BYTES;
}

function get(ctx: Context, args: Args): JSONValue {
  const target = targetOf(ctx, "get", args);
  if (!target) return null;
  refuseHidden(target.table);
  if (isSystemTable(target.table) !== (args.isSystem === true))
    throw new Error(
      args.isSystem === true
        ? "User tables can only be accessed from db.get()."
        : "System tables can only be accessed from db.system.get().",
    );
  return read(ctx, target);
}

function insert(ctx: Context, args: Args): JSONValue {
  const name = textOf(args.table);
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) throw new Error(`Invalid table name: ${name}`);
  const table = tableIn(ctx.target.component, name);
  const fields = ownFields("insert", args.value, null);
  const bytes = check(ctx, "insert", fields);
  enforceSchema(ctx, table, fields);
  const doc = ctx.root.tx.insert(table, fields);
  ctx.root.usage.countWrite(sizeOf(doc, bytes));
  return { _id: doc._id };
}

function write(ctx: Context, method: string, { table, id }: Target, fields: JsonFields): JSONValue {
  const bytes = check(ctx, method, fields);
  enforceSchema(ctx, table, fields);
  const written = ctx.root.tx.replace(table, id, fields);
  ctx.root.usage.countWrite(sizeOf(written, bytes));
  return written;
}

function patch(ctx: Context, args: Args): JSONValue {
  const target = existing(ctx, "patch", "Update", args);
  const fields = fieldsOf(target.doc);
  for (const [name, value] of Object.entries(ownFields("patch", args.value, target.doc)))
    if (isJsonObject(value) && "$undefined" in value) Reflect.deleteProperty(fields, name);
    else fields[name] = value;
  return write(ctx, "patch", target, fields);
}

function replace(ctx: Context, args: Args): JSONValue {
  const target = existing(ctx, "replace", "Replace", args);
  return write(ctx, "replace", target, ownFields("replace", args.value, target.doc));
}

function remove(ctx: Context, args: Args): JSONValue {
  const { table, id, doc } = existing(ctx, "delete", "Delete", args);
  ctx.root.tx.remove(table, id);
  ctx.root.usage.countWrite(sizeOf(doc));
  return doc;
}

/**
 * The query with tables by their names in the store. @throws Error for tables that
 * functions may not read
 */
function storedQuery({ target }: Context, query: SerializedQuery): SerializedQuery {
  const { source } = query;
  if (source.type === "FullTableScan") {
    const tableName = tableIn(target.component, source.tableName);
    refuseHidden(tableName);
    return { ...query, source: { ...source, tableName } };
  }
  const indexName = tableIn(target.component, source.indexName);
  refuseHidden(indexName.split(".")[0] ?? "");
  return { ...query, source: { ...source, indexName } };
}

/**
 * The cursors of a database query in a function. For a call with `paginationOpts`
 * the other arguments are part of the key; other functions pass cursors between
 * calls themselves.
 */
function cursorsOf({ engine, root, target }: Context, query: SerializedQuery): Cursors {
  const { path, args } = root.call;
  const { paginationOpts, ...rest } = isJsonObject(args) ? args : {};
  const called = paginationOpts === undefined ? "" : encodeKey([canonicalPath(path), rest]);
  const [table = "", index = ""] =
    "indexName" in query.source ? query.source.indexName.split(".") : [];
  const fields = engine.schema().indexFields(table, index);
  return engine.cursors.of(JSON.stringify([called, target.path, fields, query]));
}

function contextOf({ engine, root: { tx, usage } }: Context): QueryContext {
  return {
    tx,
    usage,
    indexFields: (...index) => engine.schema().indexFields(...index),
    search: (name, filters) => {
      const index = engine.schema().searchIndex(name);
      const search = readSearch(name, index, filters);
      return (bounds) => engine.searches.find(name, index, search, tx, bounds);
    },
  };
}

/** A page that was read before keeps its end, which the journal stores. */
function queryPage(ctx: Context, args: Args): JSONValue {
  const { journal } = ctx.root;
  if (ctx.target.component !== "") throw new Error("paginate() is only supported in the app.");
  if (journal.used)
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  journal.used = true;
  // The convex package checked the options before sending them.
  const given = args as unknown as PageRequest;
  const request = { ...given, query: storedQuery(ctx, given.query) };
  const endCursor = request.endCursor ?? journal.endCursor;
  const cursors = cursorsOf(ctx, request.query);
  const page = readPage({ ...request, endCursor }, contextOf(ctx), cursors);
  journal.endCursor = page.continueCursor;
  return { ...page };
}

type Handlers = Record<string, (ctx: Context, args: Args) => JSONValue>;

const writing = (change: (ctx: Context, args: Args) => JSONValue) => (ctx: Context, args: Args) => {
  if (ctx.target.udfType !== "mutation") throw new Error("Queries cannot write to the database.");
  return change(ctx, args);
};

/** System calls that return their result synchronously. */
export const DOCUMENTS_AT_ONCE: Handlers = {
  "1.0/queryStream": (ctx, { query }) => {
    // Written by the convex package.
    const serialized = storedQuery(ctx, query as unknown as SerializedQuery);
    const queryId = ctx.streams.size;
    ctx.streams.set(queryId, openStream(serialized, contextOf(ctx)));
    return { queryId };
  },
  // Closed, but still counted: the next one gets another number.
  "1.0/queryCleanup": ({ streams }, { queryId }) => {
    streams.get(Number(queryId))?.return();
    return null;
  },
  "1.0/db/normalizeId": ({ engine, target }, { table, idString }) => {
    const id = textOf(idString);
    return { id: tableOfId(engine.database, target.component, id) === table ? id : null };
  },
  "1.0/getSnapshotTs": ({ root }) => {
    root.asked.unsteady = true;
    return convexToJson(root.tx.snapshot.ts);
  },
};

export const DOCUMENTS: Handlers = {
  "1.0/get": get,
  "1.0/queryStreamNext": ({ streams }, { queryId }) => {
    const value = streams.get(Number(queryId))?.next().value ?? null;
    return { value, done: value === null };
  },
  "1.0/queryPage": queryPage,
  "1.0/count": ({ root, target }, { table }) =>
    root.tx.count(tableIn(target.component, textOf(table))),
  "1.0/insert": writing(insert),
  "1.0/shallowMerge": writing(patch),
  "1.0/replace": writing(replace),
  "1.0/remove": writing(remove),
};
