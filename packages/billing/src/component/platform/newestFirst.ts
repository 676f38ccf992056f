import { v } from "convex/values";
import type { Failure } from "../../contract/errors";
import { fail } from "../../contract/errors";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** Later than anything was ever created. */
const NOT_YET = Number.MAX_SAFE_INTEGER;

/** The arguments that name a page. */
export const PAGE_ARGS = {
  /** 1 to 100. Default 50. */
  limit: v.optional(v.number()),
  /** `next_cursor` of the page before. Absent: the first page. */
  cursor: v.optional(v.string()),
};

/**
 * One page of rows in the order of their creation, newest first. A cursor is the
 * creation time of the last row of the page before.
 *
 * @param read - Rows created before `before`, newest first, at most `size`.
 * @returns The rows and the next cursor, null on the last page. Failures:
 *   `invalid_inputs` for a limit beyond 1 to 100, or an unknown cursor.
 */
export async function readNewest<Row extends { _creationTime: number }>(
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
  read: (before: number, size: number) => Promise<Row[]>,
): Promise<Failure | { rows: Row[]; next: string | null }> {
  if (!(Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT)) {
    return fail("invalid_inputs", `limit must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  const before = cursor === undefined ? NOT_YET : Number(cursor);
  if (!Number.isFinite(before)) return fail("invalid_inputs", "cursor is not one of ours");
  const found = await read(before, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : String(last._creationTime) };
}
