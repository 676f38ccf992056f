import type { ValidatorJSON } from "convex/values";
import { DeployError } from "./failure";
import { LIMITS } from "./limits";
import type { ExportedSchema } from "./schema";

/** Numbers of docs.convex.dev/production/state/limits: of a deployment, of a table, of an index. */
const MOST = { tables: 10_000, indexes: 32, fields: 16, searches: 4, filters: 16 } as const;
const DIMENSIONS = { min: 2, max: 4_096 } as const;
const RESERVED = ["by_id", "by_creation_time"];

type Table = ExportedSchema["tables"][number];
/** What production would refuse: its code and its message. */
type Problem = [code: string, message: string];

const isIdentifier = (name: string) =>
  /^[a-zA-Z][a-zA-Z0-9_]*$/.test(name) && name.length <= LIMITS.identifierLength;

const repeated = <T>(items: readonly T[]) => items.find((item, at) => items.indexOf(item) < at);

/** Why a document cannot have a field of this name, in Convex's words; null when it can. */
export function ownFieldProblem(name: string): string | null {
  const { identifierLength } = LIMITS;
  if (name.startsWith("_")) return `Field names can't start with an underscore: \`${name}\`.`;
  if (name.length > identifierLength)
    return `Field name is too long (${name.length} > maximum ${identifierLength})`;
  if (isIdentifier(name)) return null;
  return `Field name '${name}' is invalid: Field names must start with an alphabetic character and can only contain alphanumeric ASCII characters and underscores.`;
}

function* nameProblems(table: string, names: readonly string[]): Generator<Problem> {
  if (table.startsWith("_")) yield ["TableNameReserved", `${table} is a reserved table name.`];
  if (!isIdentifier(table))
    yield [
      "InvalidTableName",
      `Invalid table name: "${table}". Identifiers must start with a letter and can only contain letters, digits, and underscores.`,
    ];
  if (names.length > MOST.indexes)
    yield ["TooManyIndexes", `Table "${table}" cannot have more than ${MOST.indexes} indexes.`];
  for (const name of names) {
    if (name.startsWith("_") || RESERVED.includes(name))
      yield [
        "IndexNameReserved",
        `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`,
      ];
    if (!isIdentifier(name))
      yield [
        "InvalidIndexName",
        `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and only contain letters, digits, underscores.`,
      ];
  }
  const twice = repeated(names);
  if (twice !== undefined)
    yield [
      "IndexNamesNotUnique",
      `Table "${table}" has two or more definitions of index "${twice}".`,
    ];
}

function* fieldProblems(fields: readonly string[]): Generator<Problem> {
  if (fields.includes("_id"))
    yield [
      "IndexFieldsContainId",
      "`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.",
    ];
  if (fields.includes("_creationTime"))
    yield [
      "IndexFieldsContainCreationTime",
      "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition. See https://docs.convex.dev/using/indexes for more details.",
    ];
  for (const path of fields) {
    if (/(?:^|\.)_/.test(path))
      yield [
        "IndexFieldNameReserved",
        "Reserved fields (starting with `_`) are not allowed in indexes.",
      ];
    if (!path.split(".").every(isIdentifier))
      yield ["InvalidIndexField", `Invalid index field: "${path}"`];
  }
  const twice = repeated(fields);
  if (twice !== undefined)
    yield [
      "FieldsNotUniqueWithinIndex",
      `Duplicate field "${twice}". Index fields must be unique within an index.`,
    ];
}

/** An index of any kind; `own` is the part that must be unique. */
interface AnyIndex {
  kind: "" | "search " | "vector ";
  name: string;
  own: readonly string[];
  filters: readonly string[];
}

function indexesOf({ indexes, searchIndexes, vectorIndexes = [] }: Table): AnyIndex[] {
  const index = (kind: AnyIndex["kind"], name: string, own: string[], filters: string[] = []) => {
    return { kind, name, own, filters };
  };
  return [
    ...indexes.map((each) => index("", each.indexDescriptor, each.fields)),
    ...searchIndexes.map((each) =>
      index("search ", each.indexDescriptor, [each.searchField], each.filterFields),
    ),
    ...vectorIndexes.map((each) =>
      index("vector ", each.indexDescriptor, [each.vectorField], each.filterFields),
    ),
  ];
}

function* indexProblems(table: string, all: readonly AnyIndex[]): Generator<Problem> {
  const within = `In table "${table}"`;
  for (const { kind, name, own, filters } of all) {
    if (own.length === 0)
      yield ["EmptyIndex", `${within} index "${name}" must have at least one field.`];
    const where = `${within}: In index "${name}":`;
    if (own.length > MOST.fields)
      yield ["IndexTooManyFields", `${where} Indexes may have up to ${MOST.fields} fields.`];
    if (filters.length > MOST.filters)
      yield [
        "IndexTooManyFilterFields",
        `${where} Search indexes may have up to ${MOST.filters} filter fields.`,
      ];
    for (const [code, text] of [...fieldProblems(own), ...fieldProblems(filters)])
      yield [code, `${where} ${text}`];
    const alike = all.filter((each) => each.kind === kind);
    if (kind !== "" && alike.length > MOST.searches)
      yield [
        kind === "search " ? "TooManySearchIndexes" : "TooManyVectorIndexes",
        `Table "${table}" cannot have more than ${MOST.searches} ${kind}indexes.`,
      ];
    const same = alike.find((each) => each.name < name && String(each.own) === String(own));
    if (same)
      yield [
        "IndexNotUnique",
        `${within} ${kind}index "${name}" and ${kind}index "${same.name}" have the same fields. Indexes must be unique within a table.`,
      ];
  }
}

/** The rule for a document's own fields; nested ones may have any name that values have. */
function* documentProblems(table: string, type: ValidatorJSON): Generator<Problem> {
  if (type.type === "union")
    for (const member of type.value) yield* documentProblems(table, member);
  for (const name of type.type === "object" ? Object.keys(type.value) : []) {
    const problem = ownFieldProblem(name);
    if (problem !== null) yield ["InvalidFieldName", `In table "${table}": ${problem}`];
  }
}

function* problemsOf({ tables }: ExportedSchema): Generator<Problem> {
  if (tables.length > MOST.tables)
    yield ["TooManyTables", `Number of tables cannot exceed ${MOST.tables}.`];
  const { min, max } = DIMENSIONS;
  for (const table of tables) {
    const all = indexesOf(table);
    yield* nameProblems(
      table.tableName,
      all.map(({ name }) => name),
    );
    yield* indexProblems(table.tableName, all);
    yield* documentProblems(table.tableName, table.documentType);
    for (const { dimensions } of table.vectorIndexes ?? [])
      if (!(Number.isInteger(dimensions) && dimensions >= min && dimensions <= max))
        yield [
          "InvalidVectorDimensions",
          `Dimensions ${dimensions} must be between ${min} and ${max}.`,
        ];
  }
}

/** @throws DeployError with Convex's code and words for a schema that production does not take */
export function checkSchema(schema: ExportedSchema): void {
  for (const [code, message] of problemsOf(schema)) throw new DeployError(code, message);
}
