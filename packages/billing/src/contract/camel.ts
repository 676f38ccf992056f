import type { GenericValidator, Validator } from "convex/values";

/** `feature_id` as `featureId`. */
type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

/** Wire parameters in camelCase. The caller's own maps (`properties`) keep their keys. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [Name in keyof T as CamelName<Name & string>]: Camel<T[Name]> }
    : T;

type AnyValidator = Validator<unknown, "required" | "optional", string>;

/**
 * Translates camelCase to wire names: only fields that the validator knows, at
 * their own depth.
 *
 * @throws {TypeError} At a field that the validator does not know.
 */
export function toWireNames(validator: GenericValidator, value: unknown): unknown {
  // Every validator that `v` creates is a member of this union.
  const known = validator as AnyValidator;
  if (known.kind === "array" && Array.isArray(value)) {
    return value.map((item: unknown) => toWireNames(known.element, item));
  }
  if (known.kind === "union") return toMember(known.members, value);
  if (known.kind !== "object" || typeof value !== "object" || value === null) return value;
  const fields = new Map(
    Object.entries(known.fields).map(([name, field]) => [camel(name), { name, field }]),
  );
  const wire: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const row = fields.get(name);
    if (!row) throw new TypeError(`There is no parameter called ${name}`);
    if (inner !== undefined) wire[row.name] = toWireNames(row.field, inner);
  }
  return wire;
}

/** The list or object among several shapes; the others have no field names. */
function toMember(members: readonly GenericValidator[], value: unknown): unknown {
  const kind = Array.isArray(value) ? "array" : "object";
  const member = members.find((one) => (one as AnyValidator).kind === kind);
  return member ? toWireNames(member, value) : value;
}

function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
