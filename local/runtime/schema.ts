import type { ValidatorJSON } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { ALL_KEYS } from "../codec/keys";
import type { Database, Doc, JsonFields, TableDefinition } from "../store/types";
import { DeployError } from "./failure";
import type { AnalyzedSchema } from "./types";
import { findMismatch } from "./validators";

/** System tables that functions may read through `db.system`. */
const READABLE = ["_scheduled_functions", "_storage"];

/** The runtime's own tables. */
const SYSTEM_TABLES: readonly TableDefinition[] = [
  {
    name: "_scheduled_functions",
    indexes: [{ name: "by_state", fields: ["state.kind", "scheduledTime"] }],
  },
  { name: "_storage", indexes: [] },
  { name: "_environment_variables", indexes: [] },
  { name: "_crons", indexes: [] },
];

/** Refuses tables that are not for functions to see. */
export function refuseHidden(table: string): void {
  if (table.startsWith("_") && !READABLE.includes(table))
    throw new Error(`Table ${table} does not exist.`);
}

/** The table that an id belongs to, or null. */
export function tableOfId(database: Database, id: string): string | null {
  const number = tableNumberOf(id);
  return number === null ? null : database.tableName(number);
}

/** What the installed schema says. */
export class Schema {
  readonly #indexes = new Map<string, readonly string[]>();
  readonly #documents = new Map<string, ValidatorJSON>();

  constructor(readonly analyzed: AnalyzedSchema | null) {
    for (const { name, indexes } of this.tables())
      for (const index of indexes) this.#indexes.set(`${name}.${index.name}`, index.fields);
    for (const { tableName, documentType } of analyzed?.tables ?? [])
      // The schema's own export, written by the convex package.
      this.#documents.set(tableName, documentType as ValidatorJSON);
  }

  tables(): TableDefinition[] {
    const declared = (this.analyzed?.tables ?? []).map(({ tableName, indexes }) => ({
      name: tableName,
      indexes: indexes.map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields })),
    }));
    return [...declared, ...SYSTEM_TABLES];
  }

  /** With the fields that a range may name: the declared ones and `_creationTime`. */
  indexFields(table: string, index: string): readonly string[] | null {
    if (index === "by_id") return ["_id"];
    if (index === "by_creation_time") return ["_creationTime"];
    const fields = this.#indexes.get(`${table}.${index}`);
    return fields ? [...fields, "_creationTime"] : null;
  }

  /** Why a document may not be in the table, or null. */
  mismatch(table: string, fields: JsonFields, database: Database): string | null {
    if (this.analyzed?.schemaValidation !== true) return null;
    const validator = this.#documents.get(table);
    if (!validator) return `Table "${table}" is not in the schema.`;
    return findMismatch(validator, fields, (id) => tableOfId(database, id));
  }

  /** Refuses the schema when documents that are already stored do not match it. */
  checkStored(database: Database): void {
    if (this.analyzed?.schemaValidation !== true) return;
    const tx = database.begin();
    for (const table of this.#documents.keys()) {
      const scan = tx.scan(table, "by_creation_time", ALL_KEYS, "asc");
      for (let found = scan.next(); found; found = scan.next())
        this.#checkDocument(table, found.doc, database);
    }
  }

  #checkDocument(table: string, doc: Doc, database: Database): void {
    const problem = this.mismatch(table, fieldsOf(doc), database);
    if (problem === null) return;
    throw new DeployError(
      "SchemaValidation",
      `Schema validation failed.\nDocument with ID "${doc._id}" in table "${table}" does not match the schema: ${problem}`,
    );
  }
}

/** A document without its system fields. */
export function fieldsOf(doc: Doc): JsonFields {
  const system = ["_id", "_creationTime"];
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !system.includes(name)));
}
