import type { PaginationOptions, PaginationResult } from "convex/server";

/** A page has at most this many rows, whatever the browser asks for. */
const MAX_PAGE = 50;

export function bounded(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.min(options.numItems, MAX_PAGE) };
}

/** The answer for a list that does not exist, or that the caller may not see. */
export const EMPTY_PAGE = { page: [], isDone: true, continueCursor: "" };

/** Maps the rows of a page; null rows are left out. */
export async function mapPage<From, To>(
  result: PaginationResult<From>,
  map: (row: From) => Promise<To | null>,
): Promise<PaginationResult<To>> {
  const rows = await Promise.all(result.page.map(map));
  return { ...result, page: rows.filter((row): row is Awaited<To> & {} => row !== null) };
}
