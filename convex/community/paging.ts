import type { PaginationOptions, PaginationResult } from "convex/server";

/** The maximum number of rows in a page, whatever the browser requests. */
const MAX_PAGE = 50;

export function bounded(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.min(options.numItems, MAX_PAGE) };
}

/** An empty page, for a list that does not exist, or that the caller may not see. */
export const EMPTY_PAGE = { page: [], isDone: true, continueCursor: "" };

/** Maps the rows of a page; rows that map to null are omitted. */
export async function mapPage<From, To>(
  result: PaginationResult<From>,
  map: (row: From) => Promise<To | null>,
): Promise<PaginationResult<To>> {
  const rows = await Promise.all(result.page.map(map));
  return { ...result, page: rows.filter((row): row is Awaited<To> & {} => row !== null) };
}
