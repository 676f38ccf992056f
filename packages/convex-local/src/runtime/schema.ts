import { createHash } from "node:crypto";
import type { ValidatorJSON } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { isSystemTable, splitTable, tableIn } from "../codec/namespaces";
import type { Database } from "../store/database";
import type { Doc, JsonFields, TableDefinition } from "../store/state";
import type { Transaction } from "../store/transaction";
import { DeployError } from "./failure";
import type { SearchIndex } from "./search";
import { findMismatch } from "./validators";

/** A vector index as the schema declares it; fields may be paths: `a.b`. */
export interface VectorIndex {
  vectorField: string;
  dimensions: number;
  filterFields: string[];
}

export interface ExportedSchema {
  tables: {
    tableName: string;
    indexes: { indexDescriptor: string; fields: string[] }[];
    searchIndexes: (SearchIndex & { indexDescriptor: string })[];
    vectorIndexes?: (VectorIndex & { indexDescriptor: string })[];
    documentType: ValidatorJSON;
  }[];
  schemaValidation: boolean;
}

/** Beyond Convex's own message: here it may be long after the schema was pushed. */
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

export function refuseHidden(stored: string): void {
  const { table } = splitTable(stored);
  if (isSystemTable(stored) && !READABLE.includes(table))
    throw new Error(`Table ${table} does not exist.`);
}

type TableNames = Pick<Database, "tableName">;

/** The stored table that an id is of, in whichever component. */
export function storedTableOf(database: TableNames, id: string): string | null {
  const number = tableNumberOf(id);
  return number === null ? null : database.tableName(number);
}

/** The table of an id as a component knows it; null for ids of other components. */
export function tableOfId(database: TableNames, component: string, id: string): string | null {
  const stored = storedTableOf(database, id);
  const owner = stored === null ? null : splitTable(stored);
  return owner?.component === component ? owner.table : null;
}

export function fieldsOf(doc: Doc): JsonFields {
  return Object.fromEntries(
    Object.entries(doc).filter(([name]) => !/^_(id|creationTime)$/.test(name)),
  );
}

/** The schemas of the app and its components. Tables have their names in the store. */
export class Schema {
  readonly tables: TableDefinition[] = [];
  /** Schemas for the same documents may differ in it, others not. */
  readonly fingerprint: string;
  /** By table and index: `works.by_text`. */
  readonly searchIndexes = new Map<string, SearchIndex>();
  readonly vectorIndexes = new Map<string, VectorIndex>();
  readonly #indexes = new Map<string, readonly string[]>();
  readonly #documents = new Map<string, ValidatorJSON>();
  /** Components with schema validation. */
  readonly #strict = new Set<string>();

  constructor(components: Iterable<{ componentPath: string; schema: ExportedSchema | null }>) {
    const fingerprints: string[] = [];
    for (const { componentPath, schema } of components) {
      this.#add(componentPath, schema);
      const hash = createHash("sha256").update(JSON.stringify(schema)).digest("base64url");
      fingerprints.push(tableIn(componentPath, hash));
    }
    this.fingerprint = fingerprints.join(" ");
    for (const { name, indexes } of this.tables)
      for (const index of indexes) this.#indexes.set(`${name}.${index.name}`, index.fields);
  }

  #add(component: string, schema: ExportedSchema | null): void {
    if (schema?.schemaValidation === true) this.#strict.add(component);
    for (const table of schema?.tables ?? []) {
      const { tableName, documentType, indexes, searchIndexes, vectorIndexes = [] } = table;
      const name = tableIn(component, tableName);
      const declared = indexes.map((each) => ({ name: each.indexDescriptor, fields: each.fields }));
      this.tables.push({ name, indexes: declared });
      this.#documents.set(name, documentType);
      for (const { indexDescriptor, ...index } of searchIndexes)
        this.searchIndexes.set(`${name}.${indexDescriptor}`, index);
      for (const { indexDescriptor, ...index } of vectorIndexes)
        this.vectorIndexes.set(`${name}.${indexDescriptor}`, index);
    }
    for (const { name, indexes } of SYSTEM_TABLES)
      this.tables.push({ name: tableIn(component, name), indexes });
  }

  /** With the fields that a range may use: the declared ones and `_creationTime`. */
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

  isOptional(stored: string, field: string): boolean {
    const document = this.#documents.get(stored);
    return document?.type === "object" && document.value[field]?.optional === true;
  }

  mismatch(stored: string, fields: JsonFields, database: TableNames): string | null {
    const { component, table } = splitTable(stored);
    if (!this.#strict.has(component)) return null;
    const validator = this.#documents.get(stored);
    if (!validator) return `Table "${table}" is not in the schema.`;
    return findMismatch(validator, fields, (id) => tableOfId(database, component, id));
  }

  /** Refuses the schema when stored documents do not match it. */
  checkStored(database: Database): void {
    const problem = this.problemIn(database.begin(), database);
    if (problem !== null) throw new DeployError("SchemaValidation", `${problem}\n\n${REMEDY}`);
  }

  /** The first document of the transaction that does not match, in Convex's words. */
  problemIn(tx: Transaction, names: TableNames): string | null {
    for (const table of this.#documents.keys())
      for (const doc of tx.all(table)) {
        const problem = this.mismatch(table, fieldsOf(doc), names);
        if (problem === null) continue;
        return `Schema validation failed.\nDocument with ID "${doc._id}" in table "${table}" does not match the schema: ${problem}`;
      }
    return null;
  }
}
