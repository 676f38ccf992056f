import type { JSONValue } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { encodeKey } from "../codec/keys";
import { isSystemTable, splitTable, tableIn } from "../codec/namespaces";
import type { Doc, JsonFields } from "../store/state";
import type { Frame } from "./frame";
import type { Cursors } from "./cursors";
import { canonicalPath } from "./addresses";
import { readPage, type PageRequest } from "./pages";
import { openStream, sizeOf } from "./query";
import type { QueryContext, SerializedQuery } from "./query";
import { readSearch } from "./search";
import { fieldsOf, refuseHidden, tableOfId } from "./schema";
import { ownFieldProblem } from "./schema-rules";
import type { JsonObject as Args } from "./types";
import { isJsonObject, textOf } from "./validators";
import { checkDocument } from "./values";

interface Target {
  /** As the store names it. */
  table: string;
  id: string;
}

/** Finds the table of `args.id`; null when the id is of no table of the component. */
function targetOf(frame: Frame, method: string, args: Args): Target | null {
  const id = textOf(args.id);
  const { component } = frame.target;
  const table = tableOfId(frame.engine.database, component, id);
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

function read({ root }: Frame, { table, id }: Target): Doc | null {
  const doc = root.tx.get(table, id);
  root.usage.countRanges(root.tx.ranges);
  if (doc) root.usage.countRead(sizeOf(doc));
  return doc;
}

function existing(frame: Frame, method: string, verb: string, args: Args): Target & { doc: Doc } {
  const target = targetOf(frame, method, args);
  if (target && isSystemTable(target.table))
    throw new Error("System tables (prefixed with `_`) are read-only.");
  const doc = target && read(frame, target);
  if (!doc) throw new Error(`${verb} on nonexistent document ID ${textOf(args.id)}`);
  return { ...target, doc };
}

/** The fields of a value to write; system fields may only repeat what is stored. */
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

function enforceSchema({ engine }: Frame, table: string, fields: JsonFields): void {
  const problem = engine.schema().mismatch(table, fields, engine.database);
  if (problem === null) return;
  throw new Error(
    `Failed to insert or update a document in table "${splitTable(table).table}" because it does not match the schema: ${problem}`,
  );
}

function check({ root }: Frame, method: string, fields: JsonFields): void {
  if (checkDocument(method, fields).isPending) root.tx.isPending = true;
}

function get(frame: Frame, args: Args): JSONValue {
  const target = targetOf(frame, "get", args);
  if (!target) return null;
  refuseHidden(target.table);
  if (isSystemTable(target.table) !== (args.isSystem === true))
    throw new Error(
      args.isSystem === true
        ? "User tables can only be accessed from db.get()."
        : "System tables can only be accessed from db.system.get().",
    );
  return read(frame, target);
}

function insert(frame: Frame, args: Args): JSONValue {
  const name = textOf(args.table);
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) throw new Error(`Invalid table name: ${name}`);
  const table = tableIn(frame.target.component, name);
  const fields = ownFields("insert", args.value, null);
  check(frame, "insert", fields);
  enforceSchema(frame, table, fields);
  const doc = frame.root.tx.insert(table, fields);
  frame.root.usage.countWrite(sizeOf(doc));
  return { _id: doc._id };
}

function write(frame: Frame, method: string, { table, id }: Target, fields: JsonFields): JSONValue {
  check(frame, method, fields);
  enforceSchema(frame, table, fields);
  const written = frame.root.tx.replace(table, id, fields);
  frame.root.usage.countWrite(sizeOf(written));
  return written;
}

function patch(frame: Frame, args: Args): JSONValue {
  const target = existing(frame, "patch", "Update", args);
  const fields = fieldsOf(target.doc);
  for (const [name, value] of Object.entries(ownFields("patch", args.value, target.doc)))
    if (isJsonObject(value) && "$undefined" in value) Reflect.deleteProperty(fields, name);
    else fields[name] = value;
  return write(frame, "patch", target, fields);
}

function replace(frame: Frame, args: Args): JSONValue {
  const target = existing(frame, "replace", "Replace", args);
  return write(frame, "replace", target, ownFields("replace", args.value, target.doc));
}

function remove(frame: Frame, args: Args): JSONValue {
  const { table, id, doc } = existing(frame, "delete", "Delete", args);
  frame.root.tx.remove(table, id);
  frame.root.usage.countWrite(sizeOf(doc));
  return doc;
}

/** The store's name of a table of the component. @throws Error for a path to another's table */
function ownTable({ target: { component } }: Frame, name: string): string {
  if (name.includes("/")) throw new Error(`Invalid table name: ${name}`);
  return tableIn(component, name);
}

/** The query with tables as the store names them. @throws Error for tables that no function sees */
function storedQuery(frame: Frame, query: SerializedQuery): SerializedQuery {
  const { source } = query;
  if (source.type === "FullTableScan") {
    const tableName = ownTable(frame, source.tableName);
    refuseHidden(tableName);
    return { ...query, source: { ...source, tableName } };
  }
  const indexName = ownTable(frame, source.indexName);
  refuseHidden(indexName.split(".")[0] ?? "");
  return { ...query, source: { ...source, indexName } };
}

/**
 * The cursors of a database query in a function. A call with `paginationOpts` counts with its other
 * arguments; other functions carry cursors from call to call as only they know.
 */
function cursorsOf({ engine, root, target }: Frame, query: SerializedQuery): Cursors {
  const { path, args } = root.call;
  const { paginationOpts, ...rest } = isJsonObject(args) ? args : {};
  const called = paginationOpts === undefined ? "" : encodeKey([canonicalPath(path), rest]);
  const [table = "", index = ""] =
    "indexName" in query.source ? query.source.indexName.split(".") : [];
  const fields = engine.schema().indexFields(table, index);
  return engine.cursors.of(JSON.stringify([called, target.path, fields, query]));
}

/** A page that was read before keeps its end: the journal remembers it. */
function queryPage(frame: Frame, context: QueryContext, args: Args): JSONValue {
  const { journal } = frame.root;
  if (frame.target.component !== "") throw new Error("paginate() is only supported in the app.");
  if (journal.used)
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  journal.used = true;
  // The convex package checked the options before sending them.
  const given = args as unknown as PageRequest;
  const request = { ...given, query: storedQuery(frame, given.query) };
  const endCursor = request.endCursor ?? journal.endCursor;
  const cursors = cursorsOf(frame, request.query);
  const page = readPage({ ...request, endCursor }, context, cursors);
  journal.endCursor = page.continueCursor;
  return { ...page };
}

type Handlers = Record<string, (args: Args) => JSONValue>;

/** The database half of the syscalls of one query or mutation. */
export function documentCalls(frame: Frame): { sync: Handlers; async: Handlers } {
  const { engine, root, target } = frame;
  const { tx, usage } = root;
  const streams = new Map<number, Generator<Doc, void>>();
  const context: QueryContext = {
    tx,
    usage,
    indexFields: (...index) => engine.schema().indexFields(...index),
    search: (name, filters) => {
      const index = engine.schema().searchIndex(name);
      const search = readSearch(name, index, filters);
      return (bounds) => engine.searches.find(name, index, search, tx, bounds);
    },
  };
  let nextStream = 0;
  const queryStream = ({ query }: Args): JSONValue => {
    // Written by the convex package.
    const serialized = storedQuery(frame, query as unknown as SerializedQuery);
    streams.set((nextStream += 1), openStream(serialized, context));
    return { queryId: nextStream };
  };
  const queryStreamNext = ({ queryId }: Args): JSONValue => {
    const value = streams.get(Number(queryId))?.next().value ?? null;
    return { value, done: value === null };
  };
  const writing = (change: (frame: Frame, args: Args) => JSONValue) => (args: Args) => {
    if (target.udfType !== "mutation") throw new Error("Queries cannot write to the database.");
    return change(frame, args);
  };
  return {
    sync: {
      "1.0/queryStream": queryStream,
      "1.0/queryCleanup": ({ queryId }) => streams.delete(Number(queryId)),
      "1.0/db/normalizeId": ({ table, idString }) => {
        const id = textOf(idString);
        return { id: tableOfId(engine.database, target.component, id) === table ? id : null };
      },
    },
    async: {
      "1.0/get": (args) => get(frame, args),
      "1.0/queryStreamNext": queryStreamNext,
      "1.0/queryPage": (args) => queryPage(frame, context, args),
      "1.0/count": ({ table }) => tx.count(ownTable(frame, textOf(table))),
      "1.0/insert": writing(insert),
      "1.0/shallowMerge": writing(patch),
      "1.0/replace": writing(replace),
      "1.0/remove": writing(remove),
    },
  };
}
