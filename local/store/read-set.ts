import { keyAfter } from "../codec/keys";
import type { BTree } from "./btree";
import { lowerBound } from "./btree";
import type { Doc, KeyBounds, Order, ReadSet, Scan, WriteSet } from "./types";

interface Interval {
  lo: string;
  hi: string;
}

/** Collects what one transaction reads. */
export class ReadRecorder {
  private readonly intervals = new Map<string, Interval[]>();
  private readonly points = new Set<string>();

  get reads(): ReadSet {
    return this.intervals;
  }

  addPoint(address: string, key: string): void {
    const point = address + key;
    if (this.points.has(point)) return;
    this.points.add(point);
    this.add(address, { lo: key, hi: keyAfter(key) });
  }

  /** The interval may grow later: a scan widens the one that it was given. */
  add(address: string, interval: Interval): void {
    const known = this.intervals.get(address);
    if (known) known.push(interval);
    else this.intervals.set(address, [interval]);
  }
}

/** Depends on the keys that it passed, and on the whole range only once that is exhausted. */
export class IndexScan implements Scan {
  private readonly seen: Interval;
  private tree: BTree<Doc>;
  private entries: Iterator<readonly [string, Doc]>;

  /** `current` gives the tree as it is now, so that the scan sees writes made between its steps. */
  constructor(
    private readonly current: () => BTree<Doc>,
    private readonly bounds: KeyBounds,
    private readonly order: Order,
    reads: ReadRecorder,
    address: string,
  ) {
    const start = order === "asc" ? bounds.lo : bounds.hi;
    this.seen = { lo: start, hi: start };
    reads.add(address, this.seen);
    this.tree = current();
    this.entries = this.tree.range(bounds.lo, bounds.hi, order);
  }

  next(): { key: string; doc: Doc } | null {
    this.catchUp();
    const step = this.entries.next();
    if (step.done) {
      this.seen.lo = this.bounds.lo;
      this.seen.hi = this.bounds.hi;
      return null;
    }
    const [key, doc] = step.value;
    if (this.order === "asc") this.seen.hi = keyAfter(key);
    else this.seen.lo = key;
    return { key, doc };
  }

  private catchUp(): void {
    const tree = this.current();
    if (tree === this.tree) return;
    this.tree = tree;
    this.entries =
      this.order === "asc"
        ? tree.range(this.seen.hi, this.bounds.hi, "asc")
        : tree.range(this.bounds.lo, this.seen.lo, "desc");
  }
}

/** Whether a commit wrote something that was read. */
export function overlaps(reads: ReadSet, writes: WriteSet): boolean {
  for (const [address, keys] of writes) {
    const intervals = reads.get(address);
    if (intervals?.some(({ lo, hi }) => isAnyKeyWithin(keys, lo, hi))) return true;
  }
  return false;
}

function isAnyKeyWithin(keys: readonly string[], lo: string, hi: string): boolean {
  const first = keys[lowerBound(keys, lo)];
  return first !== undefined && first < hi;
}
