import { v } from "convex/values";
import type { Result } from "../../contract/errors";
import { fail, ok } from "../../contract/errors";
import { refuseLimit } from "./pages";

const DEFAULT_LIMIT = 50;
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
 * One page of a list in the order of its rows' creation, newest first. A cursor is the
 * creation time of the last row of the page before.
 *
 * @param read - Rows created before `before`, newest first, at most `size`.
 * @param describe - A row as the list shows it; null: it is left out, so a page can have
 *   fewer rows than its limit.
 * @returns The list and the next cursor, null on the last page. Failures:
 *   `invalid_inputs` for a limit beyond 1 to 100, or an unknown cursor.
 */
export async function listNewest<Row extends { _creationTime: number }, Item>(
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
  read: (before: number, size: number) => Promise<Row[]>,
  describe: (row: Row) => Promise<Item | null> | Item | null,
): Promise<Result<{ list: Item[]; next_cursor: string | null }>> {
  const refused = refuseLimit(limit);
  if (refused) return refused;
  const before = cursor === undefined ? NOT_YET : Number(cursor);
  if (!Number.isFinite(before)) return fail("invalid_inputs", "cursor is not one of ours");
  const found = await read(before, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const items = await Promise.all(rows.map(async (row) => await describe(row)));
  const next_cursor = last === undefined ? null : String(last._creationTime);
  return ok({
    list: items.filter((item): item is Awaited<Item> & {} => item !== null),
    next_cursor,
  });
}
