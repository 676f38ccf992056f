import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ExportedSchema } from "../../../packages/convex-local/src/runtime/schema";
import { checkSchema } from "../../../packages/convex-local/src/runtime/schema-rules";
import { checkVariables } from "../../../packages/convex-local/src/runtime/variables";
import { openProject } from "./fixture";

/** A table that accepts any document. */
const table = () => defineTable(v.any());
type Table = ReturnType<typeof table>;
const many = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
// The types refuse some of what production refuses, too: hence `never`.
const database = (to: Table, name: string, fields: string[]) => to.index(name, fields as never);
const search = (to: Table, name: string, searchField: string, filterFields: string[] = []) =>
  to.searchIndex(name, { searchField, filterFields } as never);
const vector = (to: Table, name: string, vectorField: string, dimensions = 2) =>
  to.vectorIndex(name, { vectorField, dimensions } as never);
type Add = (to: Table, name: string, field: string) => Table;
const indexed = (count: number, add: Add) =>
  many(count, (at) => at).reduce<Table>((to, at) => add(to, `i${at}`, `f${at}`), table());
const each: Add = (to, name, field) => database(to, name, [field]);
const t = (...fields: string[]) => database(table(), "by_x", fields);
const searching = (filters: string[], field = "a") => search(table(), "by_x", field, filters);
const dimensions = (count: number) => vector(table(), "by_x", "a", count);
const named = (name: string) => database(table(), name, ["a"]);
const field = (name: string) => defineTable({ [name]: v.string() });

const check = (tables: Parameters<typeof defineSchema>[0]) => {
  // The convex package does not declare what its own command line calls.
  const { export: write } = Object.getPrototypeOf(defineSchema(tables)) as { export: () => string };
  checkSchema(JSON.parse(write.call(defineSchema(tables))) as ExportedSchema);
};

const IDENTIFIER =
  "Identifiers must start with a letter and can only contain letters, digits, and underscores.";
const RESERVED = 'Indexes may not start with an underscore or be named "by_id"';
const FIELDS = 'In table "t": In index "by_x": ';

/** Just within the limit, just beyond, and its refusal: code and message. */
type Tables = Parameters<typeof defineSchema>[0];
const ROWS: [what: string, within: Tables, beyond: Tables, code: string, message: string][] = [
  [
    "a table's name starts with a letter",
    { a1_: t("a") },
    { "1a": t("a") },
    "InvalidTableName",
    `Invalid table name: "1a". ${IDENTIFIER}`,
  ],
  [
    "a table's name has letters, digits and underscores",
    { a_b: t("a") },
    { "a-b": t("a") },
    "InvalidTableName",
    IDENTIFIER,
  ],
  ["a table's name is ASCII", { e: t("a") }, { é: t("a") }, "InvalidTableName", IDENTIFIER],
  [
    "a table's name has 64 characters",
    { ["a".repeat(64)]: t("a") },
    { ["a".repeat(65)]: t("a") },
    "InvalidTableName",
    IDENTIFIER,
  ],
  [
    "tables of the system are reserved",
    { t: t("a") },
    { _t: t("a") },
    "TableNameReserved",
    "_t is a reserved table name.",
  ],
  [
    "32 indexes for a table",
    { t: indexed(32, each) },
    { t: indexed(33, each) },
    "TooManyIndexes",
    'Table "t" cannot have more than 32 indexes.',
  ],
  [
    "4 search indexes for a table",
    { t: indexed(4, search) },
    { t: indexed(5, search) },
    "TooManySearchIndexes",
    'Table "t" cannot have more than 4 search indexes.',
  ],
  [
    "4 vector indexes for a table",
    { t: indexed(4, vector) },
    { t: indexed(5, vector) },
    "TooManyVectorIndexes",
    'Table "t" cannot have more than 4 vector indexes.',
  ],
  [
    "16 fields for an index",
    { t: t(...many(16, (at) => `f${at}`)) },
    { t: t(...many(17, (at) => `f${at}`)) },
    "IndexTooManyFields",
    `${FIELDS}Indexes may have up to 16 fields.`,
  ],
  [
    "an index has a field",
    { t: t("a") },
    { t: t() },
    "EmptyIndex",
    'In table "t" index "by_x" must have at least one field.',
  ],
  [
    "a field is once in an index",
    { t: t("a", "b") },
    { t: t("a", "a") },
    "FieldsNotUniqueWithinIndex",
    `${FIELDS}Duplicate field "a". Index fields must be unique within an index.`,
  ],
  [
    "an index does not name the id",
    { t: t("id") },
    { t: t("_id") },
    "IndexFieldsContainId",
    "`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.",
  ],
  [
    "an index does not name the creation time",
    { t: t("a") },
    { t: t("a", "_creationTime") },
    "IndexFieldsContainCreationTime",
    "`_creationTime` is automatically added to the end of each index.",
  ],
  [
    "an index has no reserved field",
    { t: t("a.b") },
    { t: t("a._b") },
    "IndexFieldNameReserved",
    "Reserved fields (starting with `_`) are not allowed in indexes.",
  ],
  [
    "an index's fields are identifiers",
    { t: t("a.b") },
    { t: t("a b") },
    "InvalidIndexField",
    `${FIELDS}Invalid index field: "a b"`,
  ],
  [
    "two indexes have different fields",
    { t: database(t("a"), "by_y", ["a", "b"]) },
    { t: database(t("a"), "by_a", ["a"]) },
    "IndexNotUnique",
    'In table "t" index "by_x" and index "by_a" have the same fields.',
  ],
  [
    "two indexes have different names",
    { t: search(t("a"), "by_y", "a") },
    { t: search(t("a"), "by_x", "a") },
    "IndexNamesNotUnique",
    'Table "t" has two or more definitions of index "by_x".',
  ],
  [
    "an index is not named as a built-in one",
    { t: named("by_ids") },
    { t: named("by_id") },
    "IndexNameReserved",
    RESERVED,
  ],
  [
    "an index's name has no leading underscore",
    { t: named("a_") },
    { t: named("_a") },
    "IndexNameReserved",
    RESERVED,
  ],
  [
    "an index's name has 64 characters",
    { t: named("a".repeat(64)) },
    { t: named("a".repeat(65)) },
    "InvalidIndexName",
    "Identifiers must be 64 characters or less",
  ],
  [
    "an index's name is an identifier",
    { t: named("a1") },
    { t: named("1a") },
    "InvalidIndexName",
    'Invalid index name: "1a".',
  ],
  [
    "16 filter fields for a search index",
    { t: searching(many(16, (at) => `f${at}`)) },
    { t: searching(many(17, (at) => `f${at}`)) },
    "IndexTooManyFilterFields",
    "Search indexes may have up to 16 filter fields.",
  ],
  [
    "a search has one field of its own",
    { t: searching([], "a.b") },
    { t: searching([], "_creationTime") },
    "IndexFieldsContainCreationTime",
    "`_creationTime` is automatically added",
  ],
  [
    "2 dimensions of vectors",
    { t: dimensions(2) },
    { t: dimensions(1) },
    "InvalidVectorDimensions",
    "Dimensions 1 must be between 2 and 4096.",
  ],
  [
    "4096 dimensions of vectors",
    { t: dimensions(4096) },
    { t: dimensions(4097) },
    "InvalidVectorDimensions",
    "Dimensions 4097 must be between 2 and 4096.",
  ],
  [
    "a document's field is an identifier",
    { t: field("a_1") },
    { t: field("a-1") },
    "InvalidFieldName",
    `In table "t": Field name 'a-1' is invalid`,
  ],
  [
    "a document's field is not a system field",
    { t: field("a_") },
    { t: field("_a") },
    "InvalidFieldName",
    "Field names can't start with an underscore: `_a`.",
  ],
  [
    "a document's field has 64 characters",
    { t: field("a".repeat(64)) },
    { t: field("a".repeat(65)) },
    "InvalidFieldName",
    "Field name is too long (65 > maximum 64)",
  ],
];

function refusal(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

describe("a schema is held to production's limits", () => {
  it.each(ROWS)("%s", (_, within, beyond, code, message) => {
    check(within);
    const text: unknown = expect.stringContaining(message);
    expect(refusal(() => check(beyond))).toMatchObject({ code, message: text });
  });

  it("when it is installed, and variables are too", async () => {
    const project = await openProject({
      "schema.ts": `import { defineSchema, defineTable } from "convex/server";
        import { v } from "convex/values";
        export default defineSchema({ _t: defineTable(v.any()) });`,
    });
    onTestFinished(() => project.close());
    await expect(project.runtime.deploy()).rejects.toThrow("_t is a reserved table name.");
    project.variables["1A"] = "";
    await expect(project.runtime.deploy()).rejects.toThrow("environment variable name 1A");
  });
});

const LONG = 8 * 1024;
const VARIABLES: [
  what: string,
  within: Record<string, string>,
  beyond: Record<string, string>,
  code: string,
][] = [
  ["a name starts with a letter", { A1: "" }, { "1A": "" }, "EnvironmentVariableNameInvalid"],
  ["a name is an identifier", { a_b: "" }, { "a-b": "" }, "EnvironmentVariableNameInvalid"],
  [
    "a name has 256 characters",
    { ["A".repeat(256)]: "" },
    { ["A".repeat(257)]: "" },
    "EnvironmentVariableNameTooLong",
  ],
  [
    "a value has 8 KiB",
    { A: "x".repeat(LONG) },
    { A: "x".repeat(LONG + 1) },
    "EnvironmentVariableValueTooLarge",
  ],
  [
    "a value is counted in bytes",
    { A: "é".repeat(LONG / 2) },
    { A: "é".repeat(LONG) },
    "EnvironmentVariableValueTooLarge",
  ],
  ["512 variables", variables(512, ""), variables(513, ""), "EnvVarLimitMet"],
  [
    "512 KiB in total",
    variables(63, "x".repeat(LONG)),
    variables(64, "x".repeat(LONG)),
    "EnvVarTotalSizeLimitMet",
  ],
];

function variables(count: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`V${at}`, value]));
}

describe("variables are held to production's limits", () => {
  it.each(VARIABLES)("%s", (_, within, beyond, code) => {
    checkVariables(within);
    expect(refusal(() => checkVariables(beyond))).toMatchObject({ code });
  });
});
