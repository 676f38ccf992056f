import { keyAfter, type KeyBounds } from "../codec/keys";
import type { Doc } from "../store/state";
import type { Cursors, Position } from "./cursors";
import { LIMITS, MOST, ReadLimit, soft } from "./limits";
import { operators, placeOf, scanOf, sizeOf } from "./query";
import type { Place, QueryContext, SerializedQuery } from "./query";

/** As the convex package sends it; the numbers are checked here. */
export interface PageRequest {
  query: SerializedQuery;
  cursor?: string | null;
  endCursor?: string | null;
  pageSize: number | null;
  maximumRowsRead?: number | null;
  maximumBytesRead?: number | null;
}

type PageStatus = "SplitRecommended" | "SplitRequired" | null;

interface Page {
  page: Doc[];
  isDone: boolean;
  continueCursor: string;
  /** Splits the page into two; null if it has read at most two rows. */
  splitCursor: string | null;
  /** Required: the page may be incomplete. Recommended: it is near a limit. */
  pageStatus: PageStatus;
}

/**
 * The part of the range between two positions, in the query's direction; never
 * outside the range.
 */
function narrow({ bounds, order }: Place, from: Position | null, to: Position | null): KeyBounds {
  const { lo, hi } = bounds;
  if (from === "end") return { lo: hi, hi };
  const isDown = order === "desc";
  const keyOf = (position: Position | null) => {
    if (position === null || position === "end") return null;
    return isDown ? position.key : keyAfter(position.key);
  };
  const [low, high] = isDown ? [keyOf(to), keyOf(from)] : [keyOf(from), keyOf(to)];
  return {
    lo: low !== null && low > lo ? low : lo,
    hi: high !== null && high < hi ? high : hi,
  };
}

function positive(name: string, value: number | null): number {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  throw new Error(`\`options.${name}\` must be a positive integer. Received \`${value}\`.`);
}

/** A page with an end cursor ends there, and ignores the requested sizes. */
function limitsOf({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest, hasEnd: boolean) {
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  const items = positive("numItems", pageSize);
  if (items > MOST.documentsRead) throw new Error(`Requested too many items: ${items}`);
  const optional = (name: string, value: number | null | undefined, most: number) =>
    value === null || value === undefined ? most : Math.min(positive(name, value), most);
  const rows = optional("maximumRowsRead", maximumRowsRead, MOST.documentsRead);
  const bytes = optional("maximumBytesRead", maximumBytesRead, MOST.bytesRead);
  const recommended = { rows: soft(rows), bytes: soft(bytes), items: soft(LIMITS.arrayLength) };
  const hard = hasEnd
    ? { items: Infinity, rows: Infinity, bytes: Infinity }
    : { items, rows, bytes };
  return { ...hard, recommended };
}

type Limits = ReturnType<typeof limitsOf>;

interface Collected {
  page: Doc[];
  /** Of all rows read, including those that a filter dropped. */
  keys: string[];
  /** There may be more rows after the last one. */
  isCut: boolean;
  status: PageStatus;
}

/** The next row; "limit" if the transaction may not read it. Throws if the page has no position. */
function nextRow(scan: Generator<{ key: string; doc: Doc }, void>, hasPosition: boolean) {
  try {
    const step = scan.next();
    return step.done ? null : step.value;
  } catch (error) {
    if (error instanceof ReadLimit && hasPosition) return "limit";
    throw error;
  }
}

function collect(
  query: SerializedQuery,
  scan: Generator<{ key: string; doc: Doc }, void>,
  limits: Limits,
  hasStart: boolean,
): Collected {
  const { isSpent, keep } = operators(query);
  const page: Doc[] = [];
  const keys: string[] = [];
  let bytes = 0;
  const ended = (isCut: boolean, status: PageStatus) => {
    const { rows, items, bytes: most } = limits.recommended;
    const isLarge = keys.length > rows || bytes > most || page.length > items;
    return { page, keys, isCut, status: status ?? (isLarge ? "SplitRecommended" : null) };
  };
  for (;;) {
    if (page.length >= limits.items) return ended(true, null);
    if (keys.length >= limits.rows || bytes >= limits.bytes) return ended(true, "SplitRequired");
    const row = isSpent() ? null : nextRow(scan, hasStart || keys.length > 0);
    if (row === null) return ended(false, null);
    if (row === "limit") return ended(true, "SplitRequired");
    keys.push(row.key);
    bytes += sizeOf(row.doc);
    if (keep(row.doc)) page.push(row.doc);
  }
}

/**
 * One page of `.paginate()`. With an end cursor, the page has everything up to it. A page that
 * reaches a limit of its transaction ends there, and must be split. @throws Error for cursors of
 * other queries, and for invalid sizes
 */
export function readPage(request: PageRequest, context: QueryContext, cursors: Cursors): Page {
  const { query, cursor = null, endCursor = null } = request;
  const limits = limitsOf(request, endCursor !== null);
  const to = endCursor === null ? null : cursors.open(endCursor);
  const from = cursor === null ? null : cursors.open(cursor);
  const place = placeOf(query, context);
  const scan = scanOf({ ...place, bounds: narrow(place, from, to) }, context);
  const { page, keys, isCut, status } = collect(query, scan, limits, from !== null);
  const last = keys.at(-1);
  const reached: Position = last === undefined ? (from ?? "end") : { key: last };
  const end = to ?? (isCut ? reached : "end");
  // Splitting a search would not make it smaller.
  const middle = place.search || keys.length <= 2 ? undefined : keys[keys.length >> 1];
  return {
    page,
    isDone: end === "end",
    continueCursor: cursors.seal(end),
    splitCursor: middle === undefined ? null : cursors.seal({ key: middle }),
    pageStatus: status,
  };
}
