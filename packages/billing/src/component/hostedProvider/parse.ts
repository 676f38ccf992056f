import type { GenericValidator } from "convex/values";
import { adapt } from "./adapter";

/** A value in the contract's shape, or the path where it differs. */
type Parsed = { ok: true; value: unknown } | { ok: false; path: string };

/** The kinds of validators in answers. */
type AnswerValidator =
  | { kind: "string" | "float64" | "boolean" | "null" }
  | { kind: "literal"; value: unknown }
  | { kind: "array"; element: GenericValidator }
  | { kind: "object"; fields: Readonly<Record<string, GenericValidator>> }
  | { kind: "record"; value: GenericValidator }
  | { kind: "union"; members: readonly GenericValidator[] };

/**
 * Parses a provider's answer into the contract's shape.
 *
 * Unknown fields are dropped: providers add fields in time, and our functions may
 * return only what they declare. Null and absent replace each other where only one
 * of them is allowed, and other words of hosted providers are translated.
 */
export function parse(validator: GenericValidator, value: unknown, path = "answer"): Parsed {
  // A test parses an answer of every operation, and finds no other kind.
  const known = validator as AnswerValidator;
  switch (known.kind) {
    case "string":
      return typeof value === "string" ? { ok: true, value } : { ok: false, path };
    case "float64":
      return Number.isFinite(value) ? { ok: true, value } : { ok: false, path };
    case "boolean":
      return typeof value === "boolean" ? { ok: true, value } : { ok: false, path };
    case "null":
      return value === null || value === undefined
        ? { ok: true, value: null }
        : { ok: false, path };
    case "literal":
      return value === known.value ? { ok: true, value } : { ok: false, path };
    case "array":
      return parseArray(known.element, value, path);
    case "object":
      return isMap(value)
        ? parseObject(known.fields, adapt(validator, value), path)
        : { ok: false, path };
    case "record":
      return isMap(value) ? parseEntries(value, () => known.value, path) : { ok: false, path };
    case "union":
      return parseUnion(known.members, value, path);
  }
}

function parseArray(element: GenericValidator, value: unknown, path: string): Parsed {
  if (!Array.isArray(value)) return { ok: false, path };
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const read = parse(element, item, `${path}[${index}]`);
    if (!read.ok) return read;
    items.push(read.value);
  }
  return { ok: true, value: items };
}

function parseObject(
  fields: Readonly<Record<string, GenericValidator>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Parsed {
  const own = Object.fromEntries(Object.keys(fields).map((name) => [name, value[name]]));
  return parseEntries(own, (name) => fields[name], path);
}

function parseEntries(
  map: Readonly<Record<string, unknown>>,
  fieldOf: (name: string) => GenericValidator | undefined,
  path: string,
): Parsed {
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(map)) {
    const field = fieldOf(name);
    if (!field) continue;
    const read = parse(field, inner, `${path}.${name}`);
    if (read.ok && (read.value !== null || inner !== undefined || isNeeded(field))) {
      entries.push([name, read.value]);
    }
    if (!read.ok && (isNeeded(field) || (inner !== null && inner !== undefined))) return read;
  }
  return { ok: true, value: Object.fromEntries(entries) };
}

/** Of several shapes the first that the value has. */
function parseUnion(members: readonly GenericValidator[], value: unknown, path: string): Parsed {
  for (const member of members) {
    const read = parse(member, value, path);
    if (read.ok) return read;
  }
  return { ok: false, path };
}

function isNeeded(field: GenericValidator): boolean {
  return field.isOptional === "required";
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
