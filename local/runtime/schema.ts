import { createHash } from "node:crypto";
import type { ValidatorJSON } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { ALL_KEYS } from "../codec/keys";
import type { Database } from "../store/database";
import type { Doc, JsonFields, TableDefinition } from "../store/state";
import type { Transaction } from "../store/transaction";
import { DeployError } from "./failure";
import type { SearchIndex } from "./search";
import { findMismatch } from "./validators";

export interface ExportedSchema {
  tables: {
    tableName: string;
    indexes: { indexDescriptor: string; fields: string[] }[];
    searchIndexes: (SearchIndex & { indexDescriptor: string })[];
    vectorIndexes?: {
      indexDescriptor: string;
      vectorField: string;
      dimensions: number;
      filterFields: string[];
    }[];
    documentType: ValidatorJSON;
  }[];
  schemaValidation: boolean;
}

/** Beside Convex's own words: here nobody is at hand who pushed the schema a moment ago. */
const REMEDY =
  "Nothing was changed. Start the version of the functions that stored it and change or delete the " +
  "document there, or let the schema admit it (v.optional for a new field, v.union with the old " +
  "type), or choose another data folder.";

/** System tables that functions may read through `db.system`. */
const READABLE = ["_scheduled_functions", "_storage"];

const SYSTEM_TABLES: readonly TableDefinition[] = [
  {
    name: "_scheduled_functions",
    indexes: [{ name: "by_state", fields: ["state.kind", "scheduledTime"] }],
  },
  { name: "_storage", indexes: [] },
  { name: "_crons", indexes: [] },
];

export function refuseHidden(table: string): void {
  if (table.startsWith("_") && !READABLE.includes(table))
    throw new Error(`Table ${table} does not exist.`);
}

type TableNames = Pick<Database, "tableName">;

export function tableOfId(database: TableNames, id: string): string | null {
  const number = tableNumberOf(id);
  return number === null ? null : database.tableName(number);
}

export function fieldsOf(doc: Doc): JsonFields {
  return Object.fromEntries(
    Object.entries(doc).filter(([name]) => !/^_(id|creationTime)$/.test(name)),
  );
}

export class Schema {
  readonly tables: TableDefinition[];
  /** Schemas that admit the same documents may differ in it, others not. */
  readonly fingerprint: string;
  /** By table and index: `works.by_text`. */
  readonly searchIndexes = new Map<string, SearchIndex>();
  readonly #indexes = new Map<string, readonly string[]>();
  readonly #documents = new Map<string, ValidatorJSON>();

  constructor(private readonly exported: ExportedSchema | null) {
    const declared = (exported?.tables ?? []).map(({ tableName, indexes }) => ({
      name: tableName,
      indexes: indexes.map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields })),
    }));
    this.tables = [...declared, ...SYSTEM_TABLES];
    this.fingerprint = createHash("sha256").update(JSON.stringify(exported)).digest("base64url");
    for (const { name, indexes } of this.tables)
      for (const index of indexes) this.#indexes.set(`${name}.${index.name}`, index.fields);
    for (const { tableName, documentType, searchIndexes } of exported?.tables ?? []) {
      this.#documents.set(tableName, documentType);
      for (const { indexDescriptor, ...index } of searchIndexes)
        this.searchIndexes.set(`${tableName}.${indexDescriptor}`, index);
    }
  }

  /** With the fields that a range may name: the declared ones and `_creationTime`. */
  indexFields(table: string, index: string): readonly string[] | null {
    if (index === "by_id") return ["_id"];
    if (index === "by_creation_time") return ["_creationTime"];
    const fields = this.#indexes.get(`${table}.${index}`);
    return fields ? [...fields, "_creationTime"] : null;
  }

  searchIndex(name: string): SearchIndex {
    const found = this.searchIndexes.get(name);
    if (!found) throw new Error(`Search index ${name} not found.`);
    return found;
  }

  isOptional(table: string, field: string): boolean {
    const document = this.#documents.get(table);
    return document?.type === "object" && document.value[field]?.optional === true;
  }

  mismatch(table: string, fields: JsonFields, database: TableNames): string | null {
    if (this.exported?.schemaValidation !== true) return null;
    const validator = this.#documents.get(table);
    if (!validator) return `Table "${table}" is not in the schema.`;
    return findMismatch(validator, fields, (id) => tableOfId(database, id));
  }

  /** Refuses the schema when documents that are already stored do not match it. */
  checkStored(database: Database): void {
    const problem = this.problemIn(database.begin(), database);
    if (problem !== null) throw new DeployError("SchemaValidation", `${problem}\n\n${REMEDY}`);
  }

  /** The first document of the transaction that does not match, in Convex's words. */
  problemIn(tx: Transaction, names: TableNames): string | null {
    for (const table of this.#documents.keys())
      for (const { doc } of tx.scan(table, "by_creation_time", ALL_KEYS, "asc")) {
        const problem = this.mismatch(table, fieldsOf(doc), names);
        if (problem === null) continue;
        return `Schema validation failed.\nDocument with ID "${doc._id}" in table "${table}" does not match the schema: ${problem}`;
      }
    return null;
  }
}
