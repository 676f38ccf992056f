import type { JSONValue, ValidatorJSON } from "convex/values";
import { isJsonObject, specialKey } from "./json";
import type { JsonObject } from "./json";

/** The table an id belongs to; null for a string that is no id. */
export type TableOf = (id: string) => string | null;

type Kind<T extends ValidatorJSON["type"]> = Extract<ValidatorJSON, { type: T }>;

/** Values in error texts look as Convex prints them: `{a: 1.0, b: "x"}`. */
function show(value: JSONValue): string {
  if (specialKey(value) !== null) return JSON.stringify(value);
  if (typeof value === "number") return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${field}: ${show(value[field] ?? null)}`).join(", ")}}`;
}

function showObject(fields: Kind<"object">["value"]): string {
  const shown = Object.entries(fields).map(([name, { fieldType, optional }]) => {
    const type = showValidator(fieldType);
    return `${name}: ${optional ? `v.optional(${type})` : type}`;
  });
  return `v.object({${shown.sort().join(", ")}})`;
}

function showValidator(validator: ValidatorJSON): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${typeof validator.value === "number" ? show(validator.value) : JSON.stringify(validator.value)})`;
    case "id":
      return `v.id(${JSON.stringify(validator.tableName)})`;
    case "array":
      return `v.array(${showValidator(validator.value)})`;
    case "record":
      return `v.record(${showValidator(validator.keys)}, ${showValidator(validator.values.fieldType)})`;
    case "object":
      return showObject(validator.value);
    case "union":
      return `v.union(${validator.value.map(showValidator).join(", ")})`;
    case "null":
    case "commitTs":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
      return `v.${validator.type}()`;
  }
}

function noMatch(validator: ValidatorJSON, value: JSONValue, path: string): string {
  const where = path === "" ? "" : `Path: ${path}\n`;
  return `Value does not match validator.\n${where}Value: ${show(value)}\nValidator: ${showValidator(validator)}`;
}

function fieldProblem(text: string, validator: ValidatorJSON, value: JSONValue, path: string) {
  const where = path === "" ? "" : `Path: ${path}\n`;
  return `${text}\n${where}\nObject: ${show(value)}\nValidator: ${showValidator(validator)}`;
}

/** Why the value does not match, in Convex's words; null when it does. */
export function findMismatch(
  validator: ValidatorJSON,
  value: JSONValue,
  tableOf: TableOf,
  path = "",
): string | null {
  switch (validator.type) {
    case "any":
      return null;
    case "id":
      return idMismatch(validator, value, tableOf, path);
    case "array":
      if (!Array.isArray(value)) break;
      return first(value, (item, i) =>
        findMismatch(validator.value, item, tableOf, `${path}[${i}]`),
      );
    case "record":
      if (!isJsonObject(value)) break;
      return recordMismatch(validator, value, tableOf, path);
    case "object":
      if (!isJsonObject(value)) break;
      return objectMismatch(validator, value, tableOf, path);
    case "union":
      return unionMismatch(validator, value, tableOf, path);
    case "literal":
      if (JSON.stringify(validator.value) !== JSON.stringify(value)) break;
      return null;
    case "null":
    case "number":
    case "bigint":
    case "commitTs":
    case "boolean":
    case "string":
    case "bytes":
      if (!matchesPrimitive(validator.type, value)) break;
      return null;
  }
  return noMatch(validator, value, path);
}

function matchesPrimitive(
  type: "null" | "number" | "bigint" | "commitTs" | "boolean" | "string" | "bytes",
  value: JSONValue,
): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "number":
      return typeof value === "number" || specialKey(value) === "$float";
    case "bigint":
    case "commitTs":
      return specialKey(value) === "$integer";
    case "bytes":
      return specialKey(value) === "$bytes";
    case "boolean":
    case "string":
      return typeof value === type;
  }
}

function first<T>(items: readonly T[], find: (item: T, index: number) => string | null) {
  for (const [index, item] of items.entries()) {
    const problem = find(item, index);
    if (problem !== null) return problem;
  }
  return null;
}

function idMismatch(validator: Kind<"id">, value: JSONValue, tableOf: TableOf, path: string) {
  const table = typeof value === "string" ? tableOf(value) : null;
  if (table === null) return noMatch(validator, value, path);
  if (table === validator.tableName) return null;
  const where = path === "" ? "" : `\nPath: ${path}`;
  return `Found ID ${show(value)} from table \`${table}\`, which does not match the table name in validator \`${showValidator(validator)}\`.${where}`;
}

function recordMismatch(
  validator: Kind<"record">,
  value: JsonObject,
  tableOf: TableOf,
  path: string,
) {
  return first(
    Object.entries(value),
    ([key, item]) =>
      findMismatch(validator.keys, key, tableOf, `${path}.keys()`) ??
      findMismatch(validator.values.fieldType, item, tableOf, `${path}.values()`),
  );
}

function objectMismatch(
  validator: Kind<"object">,
  value: JsonObject,
  tableOf: TableOf,
  path: string,
) {
  const fields = validator.value;
  const wrong = first(Object.entries(fields), ([name, { fieldType, optional }]) => {
    const item = value[name];
    if (item !== undefined) return findMismatch(fieldType, item, tableOf, `${path}.${name}`);
    if (optional) return null;
    const text = `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.`;
    return fieldProblem(text, validator, value, path);
  });
  if (wrong !== null) return wrong;
  const extra = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (extra === undefined) return null;
  const text = `Object contains extra field \`${extra}\` that is not in the validator.`;
  return fieldProblem(text, validator, value, path);
}

function unionMismatch(validator: Kind<"union">, value: JSONValue, tableOf: TableOf, path: string) {
  const [only, ...others] = validator.value;
  if (only !== undefined && others.length === 0) return findMismatch(only, value, tableOf, path);
  const matches = validator.value.some((member) => findMismatch(member, value, tableOf) === null);
  return matches ? null : noMatch(validator, value, path);
}
