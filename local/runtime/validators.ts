import type { JSONValue, ValidatorJSON } from "convex/values";
import type { JsonObject } from "./types";

/** The table an id belongs to; null for a string that is no id. */
export type TableOf = (id: string) => string | null;

type Kind<T extends ValidatorJSON["type"]> = Extract<ValidatorJSON, { type: T }>;

const SPECIAL = ["$integer", "$float", "$bytes", "$commitTs"] as const;

/** What an encoded number or bytes is encoded with; null for all other values. */
function specialKey(value: JSONValue): (typeof SPECIAL)[number] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if (value.$commitTs === null) return "$commitTs";
  return SPECIAL.find((key) => typeof value[key] === "string") ?? null;
}

/** A Convex object, as opposed to an array, null, or an encoded number or bytes. */
export function isJsonObject(value: JSONValue | undefined): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return specialKey(value) === null;
}

export function textOf(value: JSONValue | undefined): string {
  if (typeof value !== "string") throw new Error(`Expected a string, got ${typeof value}`);
  return value;
}

/** Values in error texts look as Convex prints them: `{a: 1.0, b: "x"}`. */
function show(value: JSONValue): string {
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

/** Validators without parts: the name of their builder, and what they match. */
const SIMPLE: Record<SimpleType, readonly [string, (value: JSONValue) => boolean]> = {
  any: ["any", () => true],
  null: ["null", (value) => value === null],
  number: ["float64", (value) => typeof value === "number" || specialKey(value) === "$float"],
  bigint: ["int64", (value) => specialKey(value) === "$integer"],
  commitTs: ["commitTs", (value) => /^\$(?:integer|commitTs)$/.test(specialKey(value) ?? "")],
  bytes: ["bytes", (value) => specialKey(value) === "$bytes"],
  boolean: ["boolean", (value) => typeof value === "boolean"],
  string: ["string", (value) => typeof value === "string"],
};

type Compound = Kind<"id" | "array" | "record" | "object" | "union" | "literal">;
type SimpleType = Exclude<ValidatorJSON, Compound>["type"];

function isSimple(validator: ValidatorJSON): validator is Exclude<ValidatorJSON, Compound> {
  return validator.type in SIMPLE;
}

function showValidator(validator: ValidatorJSON): string {
  if (isSimple(validator)) return `v.${SIMPLE[validator.type][0]}()`;
  switch (validator.type) {
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
  }
}

const whereIs = (path: string) => (path === "" ? "" : `Path: ${path}\n`);

function noMatch(validator: ValidatorJSON, value: JSONValue, path: string): string {
  return `Value does not match validator.\n${whereIs(path)}Value: ${show(value)}\nValidator: ${showValidator(validator)}`;
}

/** Why the value does not match, in Convex's words; null when it does. */
export function findMismatch(
  validator: ValidatorJSON,
  value: JSONValue,
  tableOf: TableOf,
  path = "",
): string | null {
  if (isSimple(validator))
    return SIMPLE[validator.type][1](value) ? null : noMatch(validator, value, path);
  const within = (inner: ValidatorJSON, item: JSONValue, step: string) =>
    findMismatch(inner, item, tableOf, path + step);
  switch (validator.type) {
    case "id":
      return idMismatch(validator, value, tableOf, path);
    case "array":
      if (!Array.isArray(value)) break;
      return first(value, (item, i) => within(validator.value, item, `[${i}]`));
    case "record":
      if (!isJsonObject(value)) break;
      return first(
        Object.entries(value),
        ([key, item]) =>
          within(validator.keys, key, ".keys()") ??
          within(validator.values.fieldType, item, ".values()"),
      );
    case "object":
      if (!isJsonObject(value)) break;
      return objectMismatch(validator, value, tableOf, path);
    case "union":
      return unionMismatch(validator, value, tableOf, path);
    case "literal":
      if (JSON.stringify(validator.value) !== JSON.stringify(value)) break;
      return null;
  }
  return noMatch(validator, value, path);
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
  const where = path && `\nPath: ${path}`;
  return `Found ID ${show(value)} from table \`${table}\`, which does not match the table name in validator \`${showValidator(validator)}\`.${where}`;
}

function objectMismatch(
  validator: Kind<"object">,
  value: JsonObject,
  tableOf: TableOf,
  path: string,
) {
  const fields = validator.value;
  const problem = (text: string) =>
    `${text}\n${whereIs(path)}\nObject: ${show(value)}\nValidator: ${showValidator(validator)}`;
  const wrong = first(Object.entries(fields), ([name, { fieldType, optional }]) => {
    const item = Object.hasOwn(value, name) ? value[name] : undefined;
    if (item !== undefined) return findMismatch(fieldType, item, tableOf, `${path}.${name}`);
    const text = `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.`;
    return optional ? null : problem(text);
  });
  const extra = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (wrong !== null || extra === undefined) return wrong;
  return problem(`Object contains extra field \`${extra}\` that is not in the validator.`);
}

function unionMismatch(validator: Kind<"union">, value: JSONValue, tableOf: TableOf, path: string) {
  const [only, ...others] = validator.value;
  if (only !== undefined && others.length === 0) return findMismatch(only, value, tableOf, path);
  const matches = validator.value.some((member) => findMismatch(member, value, tableOf) === null);
  return matches ? null : noMatch(validator, value, path);
}
