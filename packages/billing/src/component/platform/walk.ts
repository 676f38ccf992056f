import { v } from "convex/values";
import type { Infer } from "convex/values";

/** How far a walk along an index of times has come: the last row's time, and its creation time. */
export const vPlace = v.object({ at: v.number(), created: v.number() });
type Place = Infer<typeof vPlace>;

interface Range<Row> {
  /** Rows of the same time as the last one, made after it. */
  same: (place: Place, size: number) => Promise<Row[]>;
  /** Rows of a later time; null: from the first. */
  later: (after: number | null, size: number) => Promise<Row[]>;
}

/**
 * The next rows of an index range that is walked in several transactions, in
 * order. Components have no `.paginate()`.
 *
 * @returns The rows, and where they end; null: nothing follows.
 */
export async function nextBatch<Row extends { _creationTime: number }>(
  place: Place | null,
  size: number,
  { same, later }: Range<Row>,
  timeOf: (row: Row) => number | null,
): Promise<{ rows: Row[]; next: Place | null }> {
  const first = place ? await same(place, size) : [];
  const rest = first.length < size ? await later(place && place.at, size - first.length) : [];
  const rows = [...first, ...rest];
  const last = rows.at(-1);
  const at = last ? timeOf(last) : null;
  const isMore = rows.length === size && last !== undefined && at !== null;
  return { rows, next: isMore ? { at, created: last._creationTime } : null };
}
