import type { Failure } from "../../contract/errors";
import { fail } from "../../contract/errors";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Refuses a page size that is not a whole number, is below 1, or exceeds the maximum of a list. */
export function refuseLimit(limit: number): Failure | null {
  if (Number.isInteger(limit) && limit > 0 && limit <= MAX_LIMIT) return null;
  return fail("invalid_inputs", `limit must be a whole number from 1 to ${MAX_LIMIT}`);
}

/** A row of a list that is sorted by its time. */
interface Listed {
  _id: string;
  _creationTime: number;
  created_at: number;
}

/** How a list is read, newest first. */
interface Reading<Row extends Listed> {
  /** The row of a cursor; null: it is not one of this list. */
  find: (cursor: string) => Promise<Row | null>;
  /** Rows of this time, made before `created`. */
  same: (at: number, created: number, size: number) => Promise<Row[]>;
  /** Rows before this time; null: from the newest. */
  earlier: (before: number | null, size: number) => Promise<Row[]>;
}

/**
 * One page of a list, newest first. A cursor is the id of the last row of the page
 * before, so it is valid for the list of its own customer only.
 *
 * @returns The rows and the next cursor, null on the last page. Failures:
 *   `invalid_inputs` for a limit beyond 1 to 100, or an unknown cursor.
 */
export async function readPage<Row extends Listed>(
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
  { find, same, earlier }: Reading<Row>,
): Promise<Failure | { rows: Row[]; next: string | null }> {
  const refused = refuseLimit(limit);
  if (refused) return refused;
  const place = cursor === undefined ? null : await find(cursor);
  if (cursor !== undefined && !place) {
    return fail("invalid_inputs", "cursor is not of this customer's list");
  }
  const size = limit + 1;
  const first = place ? await same(place.created_at, place._creationTime, size) : [];
  const rest =
    first.length < size ? await earlier(place && place.created_at, size - first.length) : [];
  const all = [...first, ...rest];
  const rows = all.slice(0, limit);
  const next = all.length > limit ? (rows.at(-1)?._id ?? null) : null;
  return { rows, next };
}
