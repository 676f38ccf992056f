/** The fields of a table that are ids of another, "a.b" for nested ones. */
function idFields(validator: unknown, of: string, path: readonly string[] = []): string[] {
  const found = validator as Record<"kind" | "tableName", string> & {
    fields?: Record<string, unknown>;
    element?: unknown;
    members?: unknown[];
  };
  if (found.kind === "id") return found.tableName === of ? [path.join(".")] : [];
  return [
    ...Object.entries(found.fields ?? {}).flatMap(([name, field]) =>
      idFields(field, of, [...path, name]),
    ),
    ...[found.element, ...(found.members ?? [])].flatMap((part) =>
      part === undefined ? [] : idFields(part, of, path),
    ),
  ];
}

export type Tables = Readonly<Record<string, { validator: unknown }>>;

/** The fields of one table that are ids of another. */
export const fieldsIn = (tables: Tables, table: string, of: string) => [
  ...new Set(idFields(tables[table]?.validator, of)),
];
