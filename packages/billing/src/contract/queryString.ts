import type { GenericValidator } from "convex/values";

/**
 * Parses the fields of a query string: numbers and booleans as such, lists by
 * their commas. Empty ones count as absent.
 *
 * @param fields - The validators of known fields; others stay strings, to be
 *   refused by name.
 */
export function readQueryString(
  fields: Readonly<Record<string, GenericValidator>>,
  query: URLSearchParams,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of query) {
    if (text === "") continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    values[name] = field ? readValue(field, text) : text;
  }
  return values;
}

/**
 * Writes the fields of a query string, lists with commas.
 *
 * @param fields - Null, empty and undefined ones are skipped.
 * @returns With its question mark; empty when nothing is left.
 * @see Spec §5, "Query strings skip null and empty values"
 */
export function writeQueryString(fields: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(fields)
    // A query string has only strings, numbers, booleans and lists of strings.
    .map(([name, value]) => [name, String((value ?? "") as string | number | boolean)])
    .filter(([, text]) => text !== "");
  return texts.length === 0 ? "" : `?${new URLSearchParams(texts).toString()}`;
}

/** An unparseable value stays a string: the validator then says what it should have been. */
function readValue(field: GenericValidator, text: string): unknown {
  const kind: string = field.kind;
  switch (kind) {
    case "float64":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "array":
      return text.split(",").filter((item) => item !== "");
    default:
      return text;
  }
}
