/** The content of a form: texts, lists and nested fields. */
export type Fields = { [name: string]: string | Fields };

/** Parses `a[b][0][c]=1` as Stripe does; a list is an object with numeric keys. */
export function parseForm(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop();
    if (last === undefined) continue;
    let at = fields;
    for (const part of path) {
      const next = at[part] ?? (at[part] = {});
      if (typeof next === "string") throw new Error(`${name} is a text and a list`);
      at = next;
    }
    at[last] = value;
  }
  return fields;
}

export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
};

export const partOf = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return typeof value === "object" ? value : {};
};

export const listOf = (fields: Fields, name: string): string[] =>
  Object.values(partOf(fields, name)).filter((value) => typeof value === "string");

/** Texts only, like metadata. */
export const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
