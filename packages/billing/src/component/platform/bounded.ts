/**
 * Reads every row of a query.
 *
 * @param max - More rows than there can be: reading on would exceed a transaction.
 * @param what - The kind of row, for the error.
 * @throws {Error} If there are more. Rows are never left out silently.
 */
export async function readAll<T>(
  query: { take: (count: number) => Promise<T[]> },
  max: number,
  what: string,
): Promise<T[]> {
  const rows = await query.take(max + 1);
  if (rows.length > max) throw new Error(`More than ${max} ${what} can't be read at once`);
  return rows;
}
