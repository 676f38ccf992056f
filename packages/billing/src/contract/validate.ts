import type { GenericValidator } from "convex/values";

/** The type of a value, or its first difference from the validator. */
type Conformity = { ok: true } | { ok: false; path: string; reason: string };

/** The kinds of validators in the contract. */
type ContractValidator =
  | { kind: "string" | "float64" | "boolean" | "null" }
  | { kind: "literal"; value: unknown }
  | { kind: "array"; element: GenericValidator }
  | { kind: "object"; fields: Readonly<Record<string, GenericValidator>> }
  | { kind: "record"; value: GenericValidator }
  | { kind: "union"; members: readonly GenericValidator[] };

const OK: Conformity = { ok: true };
/** The maximum length of a list, and of the caller's own map. */
const MAX_ITEMS = 100;
const MAX_KEYS = 100;
/** Keys that the database accepts: printable ASCII that begins with neither `$` nor `_`. */
const KEY = /^(?![$_])[\x20-\x7e]{1,64}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Validates a JSON value, so that a caller's mistake gets a named error instead of an exception.
 *
 * Only own fields count; unknown fields are refused.
 *
 * @param path - The path of the value, for the error. Default: the value itself.
 * @returns The first difference, depth first, in the order of the validator.
 */
export function validate(validator: GenericValidator, value: unknown, path = ""): Conformity {
  // A test visits the whole contract and finds no other kind.
  const known = validator as ContractValidator;
  switch (known.kind) {
    case "string":
      return isText(value) ? OK : differs(path, "must be a string");
    case "float64":
      return Number.isFinite(value) ? OK : differs(path, "must be a number");
    case "boolean":
      return typeof value === "boolean" ? OK : differs(path, "must be true or false");
    case "null":
      return value === null ? OK : differs(path, "must be null");
    case "literal":
      return value === known.value ? OK : differs(path, `must be ${JSON.stringify(known.value)}`);
    case "array":
      return validateArray(known.element, value, path);
    case "object":
      return validateObject(known.fields, value, path);
    case "record":
      return validateRecord(known.value, value, path);
    case "union":
      return validateUnion(known.members, value, path);
  }
}

function validateArray(element: GenericValidator, value: unknown, path: string): Conformity {
  if (!Array.isArray(value)) return differs(path, "must be a list");
  if (value.length > MAX_ITEMS) return differs(path, `must have at most ${MAX_ITEMS} items`);
  return first(
    value.map((item: unknown, index) => () => validate(element, item, `${path}[${index}]`)),
  );
}

function validateObject(
  fields: Readonly<Record<string, GenericValidator>>,
  value: unknown,
  path: string,
): Conformity {
  if (!isMap(value)) return differs(path, "must be an object");
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (stranger !== undefined) return differs(join(path, stranger), "is not a field here");
  return first(
    Object.entries(fields).map(([name, field]) => () => {
      const inner = join(path, name);
      if (Object.hasOwn(value, name)) return validate(field, value[name], inner);
      return field.isOptional === "optional" ? OK : differs(inner, "is required");
    }),
  );
}

function validateRecord(element: GenericValidator, value: unknown, path: string): Conformity {
  if (!isMap(value)) return differs(path, "must be an object");
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return differs(path, `must have at most ${MAX_KEYS} keys`);
  if (entries.some(([key]) => !KEY.test(key))) return differs(path, "has a key that can't be kept");
  return first(
    entries.map(
      ([key, item]) =>
        () =>
          validate(element, item, join(path, key)),
    ),
  );
}

/** If no member of a union matches a value, returns the deepest difference. */
function validateUnion(
  members: readonly GenericValidator[],
  value: unknown,
  path: string,
): Conformity {
  const answers = members.map((member) => validate(member, value, path));
  if (answers.some(({ ok }) => ok)) return OK;
  const deepest = answers.find((answer) => !answer.ok && answer.path !== path);
  if (deepest) return deepest;
  const reasons = answers.map((answer) => (answer.ok ? "" : answer.reason.replace("must be ", "")));
  return differs(path, `must be ${reasons.join(" or ")}`);
}

function first(checks: readonly (() => Conformity)[]): Conformity {
  for (const check of checks) {
    const answer = check();
    if (!answer.ok) return answer;
  }
  return OK;
}

function differs(path: string, reason: string): Conformity {
  return { ok: false, path: path === "" ? "body" : path, reason };
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && !LONE_SURROGATE.test(value);
}

/** Whether a JSON value is an object with names. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
