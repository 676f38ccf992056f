import { mintId, tableNumberOf } from "../codec/ids";
import { isSystemTable, splitTable, tableIn } from "../codec/namespaces";
import type { Runtime } from "../runtime/runtime";
import { giveWay } from "../runtime/rounds";
import { userTables } from "../runtime/system-queries";
import type { JsonObject, StagedFile } from "../runtime/types";
import { Usage } from "../runtime/limits";
import { sizeOf } from "../runtime/query";
import { ownFieldProblem } from "../runtime/schema-rules";
import { textOf } from "../runtime/validators";
import { checkDocument } from "../runtime/values";
import type { Database } from "../store/database";
import type { Transaction } from "../store/transaction";
import { fail, type ImportSource } from "./import-source";

export const MODES = ["requireEmpty", "append", "replace", "replaceAll"] as const;
export type Mode = (typeof MODES)[number];

interface Change {
  table: string;
  created: number;
  deleted: number;
  existing: number;
}

export interface Applied {
  changes: Change[];
  /** Tables whose ids get another number from now on. */
  numbers: [table: string, number: number][];
  /** Files without a row. */
  orphans: string[];
}

interface Importing extends Given {
  /** The hashes of existing files: their bytes stay. */
  before: ReadonlyMap<string, unknown>;
  /** The tables of the ids' numbers after the import. */
  names: { tableName: (number: number) => string | null };
}

interface Given {
  runtime: Runtime;
  database: Database;
  source: ImportSource;
  files: ReadonlyMap<string, StagedFile>;
  mode: Mode;
  isCsv: boolean;
}

export const isStorage = (stored: string) => splitTable(stored).table === "_storage";
/** Documents between two yields. */
const SLICE = 200;
/** Each commit is one line of the log. */
const MAX_BYTES = 256 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The numbers in the ids of the imported tables. */
async function wantedNumbers({ source }: Given): Promise<Map<string, number>> {
  const wanted = new Map(source.numbers);
  for (const [table, documents] of source.tables) {
    if (wanted.has(table)) continue;
    for await (const { _id } of documents()) {
      const number = typeof _id === "string" ? tableNumberOf(_id) : null;
      if (number !== null) wanted.set(table, number);
      break;
    }
  }
  return wanted;
}

/**
 * Gives the imported tables the numbers in their ids. A table that has such a
 * number gets another one if no ids refer to it: it is empty, or a system table.
 */
function renumber(
  { database, mode }: Given,
  tx: Transaction,
  wanted: ReadonlyMap<string, number>,
  changes: readonly Change[],
): Applied["numbers"] {
  const known = new Map(database.tableNumbers());
  const after = new Map(known);
  let free = Math.max(...known.values(), ...wanted.values());
  for (const [table, number] of wanted) {
    // A table that is appended to keeps its ids.
    if (mode === "append" && tx.count(table) > 0) continue;
    const [holder] = [...after].find(([other, held]) => held === number && other !== table) ?? [];
    after.set(table, number);
    if (holder === undefined) continue;
    if (wanted.get(holder) === number)
      fail(`Tables ${holder} and ${table} have IDs alike: here all components share their numbers`);
    if (tx.count(holder) > 0 && (!isSystemTable(holder) || isStorage(holder)))
      fail(
        `New table \`${table}\` has IDs that conflict with existing table \`${holder}\`. To delete all existing tables, import with \`npx convex import --replace-all\`.`,
      );
    after.set(holder, (free += 1));
  }
  for (const { table } of changes) if (!after.has(table)) after.set(table, (free += 1));
  return [...after].filter(([table, number]) => known.get(table) !== number);
}

/** Removes the documents of a table that is replaced. */
function clear(tx: Transaction, table: string): void {
  for (const { _id } of [...tx.all(table)]) tx.remove(table, _id);
}

function checkTime(time: unknown): number | undefined {
  if (time === undefined) return undefined;
  if (typeof time === "number" && time > 0 && time < Date.now() + DAY_MS) return time;
  return fail("`_creationTime` isn't a time in milliseconds");
}

function checkId(tx: Transaction, table: string, id: unknown, number: number): string {
  if (id === undefined) return mintId(number);
  if (typeof id !== "string" || tableNumberOf(id) !== number)
    return fail(`\`_id\` ${JSON.stringify(id)} isn't an ID of this table`);
  return tx.get(table, id) ? fail(`\`_id\` ${id} exists already`) : id;
}

function insert(
  importing: Importing,
  tx: Transaction,
  table: string,
  number: number,
  document: JsonObject,
): number {
  const { _id, _creationTime, ...fields } = document;
  for (const name of Object.keys(fields)) {
    const problem = ownFieldProblem(name);
    if (problem !== null) fail(problem);
  }
  const { runtime, isCsv } = importing;
  for (const [name, value] of Object.entries(fields))
    if (isCsv && value === "" && runtime.engine.schema().isOptional(table, name))
      Reflect.deleteProperty(fields, name);
  if (checkDocument("insert", fields).isPending) fail("`$commitTs` has no value");
  const problem = isStorage(table)
    ? null
    : runtime.engine.schema().mismatch(table, fields, importing.names);
  if (problem !== null) fail(`it does not match the schema: ${problem}`);
  const doc = tx.insert(table, fields, checkId(tx, table, _id, number), checkTime(_creationTime));
  const size = sizeOf(doc);
  new Usage().countWrite(size);
  return size;
}

/** The metadata of a file's row, which its bytes must match. */
function fileRow({ files, before }: Importing, row: JsonObject): JsonObject {
  const { _id, _creationTime, sha256, contentType } = row;
  const staged = files.get(textOf(_id)) ?? fail("the archive has no file for it");
  const known = before.get(textOf(_id));
  if ([sha256, known].some((hash) => typeof hash === "string" && hash !== staged.sha256))
    fail("the file isn't what was exported: its sha256 doesn't fit");
  const own = { sha256: staged.sha256, size: staged.size };
  const times = _creationTime !== undefined && { _creationTime };
  return {
    _id: textOf(_id),
    ...times,
    ...own,
    ...(typeof contentType === "string" && { contentType }),
  };
}

async function importTable(
  importing: Importing,
  tx: Transaction,
  table: string,
  number: number,
): Promise<number> {
  let row = 0;
  let bytes = 0;
  for await (const document of importing.source.tables.get(table)?.() ?? []) {
    row += 1;
    try {
      const own = isStorage(table) ? fileRow(importing, document) : document;
      bytes += insert(importing, tx, table, number, own);
    } catch (error) {
      if (error instanceof Error) fail(`Row ${row} of "${table}": ${error.message}`);
      throw error;
    }
    if (bytes > MAX_BYTES)
      fail(`An import holds at most ${MAX_BYTES} bytes of documents. Import table after table.`);
    if (row % SLICE === 0) await giveWay();
  }
  return row;
}

function checkName({ runtime }: Given, stored: string): void {
  const { component, table } = splitTable(stored);
  if (!runtime.engine.deployment().components.has(component))
    fail(`Component path "${component}" was not found`);
  if (!isStorage(stored) && !/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(table))
    fail(`${JSON.stringify(table)} isn't a valid table name`);
}

/**
 * Makes all changes in the transaction, which the caller commits or drops. @throws
 * ImportFailure
 */
export async function applyImport(given: Given, tx: Transaction): Promise<Applied> {
  const { runtime, database, source, mode } = given;
  const mounted = [...runtime.engine.deployment().components.keys()];
  const isMounted = (stored: string) => mounted.includes(splitTable(stored).component);
  const doomed = mode === "replaceAll" ? userTables(runtime.engine, tx).filter(isMounted) : [];
  const changes: Change[] = [];
  const storages = mounted.map((path) => tableIn(path, "_storage"));
  const rows = storages.flatMap((table) => [...tx.all(table)]);
  const before = new Map(rows.map(({ _id, sha256 }) => [_id, sha256]));
  for (const table of new Set([...source.numbers.keys(), ...source.tables.keys(), ...doomed])) {
    checkName(given, table);
    const existing = tx.count(table);
    if (mode === "requireEmpty" && existing > 0)
      fail(
        `Table ${table} already exists. Please choose a new table name or use replace/append modes.`,
      );
    if (mode.startsWith("replace")) clear(tx, table);
    changes.push({ table, created: 0, deleted: existing - tx.count(table), existing });
  }
  const numbers = renumber(given, tx, await wantedNumbers(given), changes);
  const numberOf = new Map([...database.tableNumbers(), ...numbers]);
  const tables = new Map([...numberOf].map(([table, number]) => [number, table]));
  const names = { tableName: (number: number) => tables.get(number) ?? null };
  for (const change of changes) {
    const number = numberOf.get(change.table) ?? 0;
    change.created = await importTable({ ...given, before, names }, tx, change.table, number);
  }
  // Remaining documents may refer to ids whose tables have other numbers now.
  const problem = numbers.length > 0 ? runtime.engine.schema().problemIn(tx, names) : null;
  if (problem !== null) fail(problem);
  const isNamed = (id: string) => storages.some((table) => tx.get(table, id));
  const nameless = [...given.files.keys()].find((id) => !isNamed(id));
  if (nameless !== undefined) fail(`No row of _storage names the file ${nameless}`);
  return { changes, numbers, orphans: [...before.keys()].filter((id) => !isNamed(id)) };
}
