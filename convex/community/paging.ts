import type { PaginationOptions, PaginationResult } from "convex/server";

/** However many a browser asks for, a page reads no more. */
const MAX_PAGE = 50;

export function bounded(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.min(options.numItems, MAX_PAGE) };
}

/** What there is of something that nobody may see, or that is not there. */
export const EMPTY_PAGE = { page: [], isDone: true, continueCursor: "" };

/** The same page of something else; what became null is left out. */
export async function mapPage<From, To>(
  result: PaginationResult<From>,
  map: (row: From) => Promise<To | null>,
): Promise<PaginationResult<To>> {
  const rows = await Promise.all(result.page.map(map));
  return { ...result, page: rows.filter((row): row is Awaited<To> & {} => row !== null) };
}
