import { keyAfter, type KeyBounds } from "../codec/keys";
import type { Doc } from "../store/state";
import type { Cursors, Position } from "./cursors";
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

interface Page {
  page: Doc[];
  isDone: boolean;
  continueCursor: string;
  /** Splits a page that has grown into two; null when that is not needed. */
  splitCursor: string | null;
  pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/**
 * A page with an end contains everything up to it: beyond these sizes, clients are
 * asked to split it.
 */
const SPLIT_RECOMMENDED = 1.5;
/** Beyond this the page is cut, so that an end cursor does not lift the size limit. */
const SPLIT_REQUIRED = 2;

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

function limitsOf({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest) {
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  const optional = (name: string, value: number | null | undefined) =>
    value === null || value === undefined ? Infinity : positive(name, value);
  return {
    items: positive("numItems", pageSize),
    rows: optional("maximumRowsRead", maximumRowsRead),
    bytes: optional("maximumBytesRead", maximumBytesRead),
  };
}

interface Collected {
  page: Doc[];
  /** Counts all rows read, also those that a filter dropped. */
  keys: string[];
  /** There may be more rows between the last one and the requested end. */
  isCut: boolean;
}

function collect(
  query: SerializedQuery,
  scan: Generator<{ key: string; doc: Doc }>,
  limits: ReturnType<typeof limitsOf>,
  hasEnd: boolean,
): Collected {
  const { isSpent, keep } = operators(query);
  const page: Doc[] = [];
  const keys: string[] = [];
  let bytes = 0;
  for (;;) {
    const isFull =
      page.length >= limits.items || keys.length >= limits.rows || bytes >= limits.bytes;
    // Without an end the page ends here; with one, only rows before the end matter.
    if (isFull && !hasEnd) return { page, keys, isCut: true };
    const step = isSpent() ? null : scan.next();
    if (!step || step.done) return { page, keys, isCut: false };
    if (isFull) return { page, keys, isCut: true };
    const { key, doc } = step.value;
    keys.push(key);
    bytes += sizeOf(doc);
    if (keep(doc)) page.push(doc);
  }
}

/**
 * One page of `.paginate()`. With an end cursor the page contains everything up to
 * it, and asks to be split when it has grown too large. @throws Error for cursors
 * of other queries, and for invalid sizes
 */
export function readPage(request: PageRequest, context: QueryContext, cursors: Cursors): Page {
  const { query, cursor = null, endCursor = null } = request;
  const limits = limitsOf(request);
  const to = endCursor === null ? null : cursors.open(endCursor);
  const from = cursor === null ? null : cursors.open(cursor);
  const place = placeOf(query, context);
  const scan = scanOf({ ...place, bounds: narrow(place, from, to) }, context);
  const { items } = limits;
  const max = to === null ? limits : { ...limits, items: items * SPLIT_REQUIRED };
  const { page, keys, isCut } = collect(query, scan, max, to !== null);
  const last = keys.at(-1);
  const stop: Position = isCut && last !== undefined ? { key: last } : "end";
  const end = to ?? stop;
  const isLarge = to !== null && (isCut || page.length > items * SPLIT_RECOMMENDED);
  const middle = isLarge ? keys[(keys.length - 1) >> 1] : undefined;
  const splitStatus = isCut ? "SplitRequired" : "SplitRecommended";
  return {
    page,
    isDone: end === "end",
    continueCursor: cursors.seal(end),
    splitCursor: middle === undefined ? null : cursors.seal({ key: middle }),
    pageStatus: isLarge ? splitStatus : null,
  };
}
