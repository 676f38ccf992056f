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

/** The mismatch; its message is built only on demand, because a union tries all its members. */
type Problem = (() => string) | null;

/** Why the value does not match, in Convex's words; null when it does. */
export function findMismatch(
  validator: ValidatorJSON,
  value: JSONValue,
  tableOf: TableOf,
): string | null {
  return mismatch(validator, value, tableOf, "")?.() ?? null;
}

function mismatch(
  validator: ValidatorJSON,
  value: JSONValue,
  tableOf: TableOf,
  path: string,
): Problem {
  const noMatch = () =>
    `Value does not match validator.\n${whereIs(path)}Value: ${show(value)}\nValidator: ${showValidator(validator)}`;
  if (isSimple(validator)) return SIMPLE[validator.type][1](value) ? null : noMatch;
  const within = (inner: ValidatorJSON, item: JSONValue, step: string) =>
    mismatch(inner, item, tableOf, path + step);
  switch (validator.type) {
    case "id": {
      const table = typeof value === "string" ? tableOf(value) : null;
      if (table === null) return noMatch;
      if (table === validator.tableName) return null;
      const where = path && `\nPath: ${path}`;
      return () =>
        `Found ID ${show(value)} from table \`${table}\`, which does not match the table name in validator \`${showValidator(validator)}\`.${where}`;
    }
    case "array":
      if (!Array.isArray(value)) return noMatch;
      return first(value, (item, i) => within(validator.value, item, `[${i}]`));
    case "record":
      if (!isJsonObject(value)) return noMatch;
      return first(
        Object.entries(value),
        ([key, item]) =>
          within(validator.keys, key, ".keys()") ??
          within(validator.values.fieldType, item, ".values()"),
      );
    case "object":
      return isJsonObject(value) ? objectMismatch(validator, value, path, within) : noMatch;
    case "union": {
      const [only, ...others] = validator.value;
      if (only !== undefined && others.length === 0) return within(only, value, "");
      return validator.value.some((member) => within(member, value, "") === null) ? null : noMatch;
    }
    case "literal":
      return JSON.stringify(validator.value) === JSON.stringify(value) ? null : noMatch;
  }
}

function first<T>(items: readonly T[], find: (item: T, index: number) => Problem): Problem {
  for (const [index, item] of items.entries()) {
    const problem = find(item, index);
    if (problem !== null) return problem;
  }
  return null;
}

function objectMismatch(
  validator: Kind<"object">,
  value: JsonObject,
  path: string,
  within: (inner: ValidatorJSON, item: JSONValue, step: string) => Problem,
): Problem {
  const fields = validator.value;
  const problem = (text: string) => () =>
    `${text}\n${whereIs(path)}\nObject: ${show(value)}\nValidator: ${showValidator(validator)}`;
  const wrong = first(Object.entries(fields), ([name, { fieldType, optional }]) => {
    const item = Object.hasOwn(value, name) ? value[name] : undefined;
    if (item !== undefined) return within(fieldType, item, `.${name}`);
    if (optional) return null;
    return problem(
      `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.`,
    );
  });
  const extra = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (wrong !== null || extra === undefined) return wrong;
  return problem(`Object contains extra field \`${extra}\` that is not in the validator.`);
}
