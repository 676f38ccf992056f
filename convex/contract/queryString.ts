import type { GenericValidator } from "convex/values";

/**
 * Reads the fields that an address carries: numbers and switches as such, lists
 * by their commas. Empty ones count as absent.
 *
 * @param fields - What each field may be; others stay texts, to be refused by name.
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

/** What can't be read stays a text: the validator then says what it should have been. */
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
