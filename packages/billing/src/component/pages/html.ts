/** Markup that was written here, or escaped. Only {@link html} creates it. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | null;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Markup from a template. Every value is escaped, safe as text and inside quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const rest = values.map((value, index) => show(value) + (strings[index + 1] ?? ""));
  return { markup: (strings[0] ?? "") + rest.join("") };
}

function show(value: Value): string {
  if (value === null) return "";
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("");
}

function escape(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? "");
}
