import type { GenericValidator } from "convex/values";

/**
 * Parses the fields of a query string: numbers, booleans, and comma-separated lists.
 * Empty fields count as absent.
 *
 * @param fields - The validators of known fields. Unknown ones stay strings, so that
 *   validation refuses them by name.
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
 * Writes the fields of a query string, with comma-separated lists.
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

/** An unparseable value stays a string, so that the validator reports the expected type. */
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
