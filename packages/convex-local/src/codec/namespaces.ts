/**
 * Each mounted component has tables of its own. In the store their names begin with the component's
 * path: `limiter/worker/jobs`. The app's path is empty, and its tables have their plain names.
 * @throws Error for a table that is named as another component's
 */
export function tableIn(component: string, table: string): string {
  if (table.includes("/")) throw new Error(`Invalid table name: ${table}`);
  return component === "" ? table : `${component}/${table}`;
}

/** The component that a stored table belongs to, and the name that its functions use. */
export function splitTable(stored: string): { component: string; table: string } {
  const at = stored.lastIndexOf("/");
  return { component: stored.slice(0, Math.max(0, at)), table: stored.slice(at + 1) };
}

export function isSystemTable(stored: string): boolean {
  return splitTable(stored).table.startsWith("_");
}
