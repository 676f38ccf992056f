import type { Readable } from "node:stream";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { JSONValue } from "convex/values";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { fromExportJson } from "../codec/export-json";
import { isTableNumber } from "../codec/ids";
import { parseJson } from "../codec/json";
import { tableIn } from "../codec/namespaces";
import { LIMITS } from "../runtime/limits";
import type { JsonObject } from "../runtime/types";
import { isJsonObject, textOf } from "../runtime/validators";
import { CodedError } from "../store/errors";

/** A fault of the file; nothing of it is stored. */
export class ImportFailure extends CodedError {
  constructor(message: string) {
    super("ImportFailed", message);
  }
}

/** The content, table by table with names in the store; it can be read more than once. */
export interface ImportSource {
  tables: Map<string, () => AsyncIterable<JsonObject>>;
  /** The numbers that ids of its tables carry. */
  numbers: Map<string, number>;
  /** By storage id. */
  files: Map<string, () => Promise<Readable>>;
  close: () => void;
}

export const fail = (message: string): never => {
  throw new ImportFailure(message);
};

/** @throws ImportFailure for invalid UTF-8 */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<[string, number]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let number = 0;
  for await (const chunk of chunks) {
    const [end = "", ...lines] = decode(decoder, chunk).split("\n");
    rest += end;
    for (const line of lines) {
      yield [rest, (number += 1)];
      rest = line;
    }
    if (rest.length > LIMITS.valueBytes) fail(`Row ${number + 1} is too long`);
  }
  const last = rest + decode(decoder);
  if (last !== "") yield [last, number + 1];
}

function decode(decoder: TextDecoder, chunk?: Uint8Array, stream = chunk !== undefined): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    return fail("Import wasn't valid UTF8");
  }
}

const textIn = (bytes: Uint8Array) =>
  decode(new TextDecoder("utf-8", { fatal: true }), bytes, false);
const plainJson = (line: string) => parseJson(line, LIMITS.jsonNesting) as JSONValue;
const exportJson = (line: string) => fromExportJson(line, LIMITS.jsonNesting);

async function* documentsOf(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  parse: (line: string) => JSONValue,
): AsyncGenerator<JsonObject> {
  for await (const [line, number] of linesOf(await open()))
    if (line.trim() !== "") yield objectOf(number, () => parse(line));
}

/** @throws ImportFailure, with these words first, for invalid JSON */
function parsed(words: string, parse: () => JSONValue): JSONValue {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail(`${words} valid JSON: ${error.message}`);
  }
}

function objectOf(row: number, parse: () => JSONValue): JsonObject {
  const value = parsed(`Row ${row} wasn't`, parse);
  return isJsonObject(value) ? value : fail(`Row ${row} wasn't an object`);
}

async function* arrayOf(path: string): AsyncGenerator<JsonObject> {
  const bytes = await readFile(path);
  if (bytes.length > LIMITS.valueBytes)
    fail(
      `Import is too large for JSON (${bytes.length} bytes > maximum ${LIMITS.valueBytes}). Consider converting data to JSONLines`,
    );
  const values = parsed("Not", () => plainJson(textIn(bytes)));
  if (!Array.isArray(values)) return fail("Not a JSON array");
  for (const [at, value] of values.entries()) yield objectOf(at + 1, () => value);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;

/** Rows of cells: `"…"` may contain commas, line ends and `""`. */
function* csvRows(text: string): Generator<string[]> {
  let cells: string[] = [];
  for (CELL.lastIndex = 0; CELL.lastIndex < text.length;) {
    const [, cell = "", end = ""] = CELL.exec(text) ?? fail("A quotation mark is never closed");
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    yield cells;
    cells = [];
  }
  if (cells.length > 0) yield [...cells, ""];
}

async function* csvOf(path: string): AsyncGenerator<JsonObject> {
  const [header = [], ...rows] = csvRows(textIn(await readFile(path)));
  for (const [at, cells] of rows.entries()) {
    if (cells.length !== header.length)
      fail(`CSV row ${at + 1} doesn't have all of the fields in the header`);
    const valueOf = (cell: string) =>
      NUMBER.test(cell) && Number.isFinite(Number(cell)) ? Number(cell) : cell;
    yield Object.fromEntries(header.map((name, i) => [name.trim(), valueOf(cells[i] ?? "")]));
  }
}

/** `table/documents.jsonl`; folders before it are ignored, as on Convex. */
const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;

/** `_components/a/_components/b/` is `a/b`. */
function componentOf(folder: string): string {
  const names = [...folder.matchAll(/(?:^|\/)_components\/([^/]+)(?=\/)/g)];
  return names.map(([, name]) => name).join("/");
}

async function openArchive(path: string): Promise<ImportSource> {
  const zip = await openPromise(path, { autoClose: false });
  const source = { ...emptySource(), close: () => zip.close() };
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) fail(`The archive has two files ${entry.fileName}`);
      entries.set(entry.fileName, entry);
    }
    for (const [name, entry] of entries) await addEntry(source, zip, entries, name, entry);
    return source;
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function addEntry(
  source: ImportSource,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  name: string,
  entry: Entry,
): Promise<void> {
  const open = () => zip.openReadStreamPromise(entry);
  const [, folder = "", table = ""] = DOCUMENTS.exec(name) ?? [];
  const component = componentOf(folder);
  const [, , storageId = ""] = STORED_FILE.exec(name) ?? [];
  if (table === "_tables") {
    for await (const { name, id } of documentsOf(open, plainJson))
      source.numbers.set(
        tableIn(component, textOf(name)),
        isTableNumber(id) ? id : fail(`Table ${textOf(name)} has a wrong number`),
      );
  } else if (table !== "") {
    const stored = tableIn(component, table);
    if (source.tables.has(stored)) fail(`The archive has two tables ${stored}`);
    const isUniform = await isUniformTable(
      zip,
      entries.get(`${folder}${table}/generated_schema.jsonl`),
    );
    source.tables.set(stored, () => documentsOf(open, isUniform ? exportJson : plainJson));
  } else if (storageId !== "") source.files.set(storageId, open);
}

async function isUniformTable(zip: ZipFile, entry: Entry | undefined): Promise<boolean> {
  if (!entry) return false;
  for await (const [line] of linesOf(await zip.openReadStreamPromise(entry)))
    if (line === '"uniform"') return true;
  return fail(`${entry.fileName} is of an older export: make a new one`);
}

function emptySource(): ImportSource {
  return { tables: new Map(), numbers: new Map(), files: new Map(), close: () => undefined };
}

/** @throws ImportFailure */
export async function openImport(
  path: string,
  format: string,
  table: string,
): Promise<ImportSource> {
  if (format === "zip")
    return openArchive(path).catch((error: unknown) => {
      // yauzl's description of the archive.
      throw error instanceof ImportFailure
        ? error
        : new ImportFailure(`invalid zip file: ${String(error)}`);
    });
  const source = emptySource();
  const read = new Map([
    ["csv", () => csvOf(path)],
    ["jsonArray", () => arrayOf(path)],
    ["jsonLines", () => documentsOf(() => Promise.resolve(createReadStream(path)), plainJson)],
  ]).get(format);
  source.tables.set(table, read ?? fail(`Unknown format ${format}`));
  return source;
}
