import { ALL_KEYS, encodeKey, keyAfter, type KeyBounds } from "../codec/keys";
import { resolveWrite } from "./commit-ts";
import { Conflict, StoreError } from "./errors";
import { applyWrite, EMPTY_TREE, indexesOf } from "./state";
import type { Doc, JsonFields, Snapshot, Tree, Trees, Write, WriteSet } from "./state";

export type Order = "asc" | "desc";

/** By index address (`table.index`), the key intervals that a transaction depends on. */
export type ReadSet = ReadonlyMap<string, readonly KeyBounds[]>;

/** The start of a part that can be undone alone. */
interface Mark {
  readonly writes: number;
  readonly trees: Trees;
}

/** The ports of a transaction that creates documents. */
interface Minter {
  mintId: (table: string) => string;
  creationTime: () => number;
}

/** Freezes a value deeply: documents are shared between states. */
export function deepFreeze<T>(value: T): T {
  // Values that are not objects count as frozen.
  if (Object.isFrozen(value)) return value;
  for (const part of Object.values(Object.freeze(value) as object)) deepFreeze(part);
  return value;
}

/** The address of an index in which a commit wrote something that was read; null: none. */
function overlap(reads: ReadSet, writes: WriteSet): string | null {
  for (const [address, keys] of writes)
    for (const { lo, hi } of reads.get(address) ?? [])
      if (keys.some((key) => lo <= key && key < hi)) return address;
  return null;
}

/** Whether a commit wrote something that was read. */
export function overlaps(reads: ReadSet, writes: WriteSet): boolean {
  return overlap(reads, writes) !== null;
}

/**
 * The writes since a state: a chain that grows at its end. A transaction holds the part
 * since its own state; the garbage collector frees the part that no transaction holds.
 */
export interface Since {
  next: { readonly writes: WriteSet; readonly since: Since } | null;
}

function* walk(tree: Tree, { lo, hi }: KeyBounds, order: Order): Generator<[string, Doc]> {
  for (const entry of order === "asc"
    ? tree.entries(lo)
    : tree.entriesReversed(hi, undefined, true)) {
    if (order === "asc" ? entry[0] >= hi : entry[0] < lo) return;
    yield entry;
  }
}

/** A fork of one state: its own trees, its writes, and its reads. */
export class Transaction {
  /** Grows as the transaction reads; includes the reads of rolled-back parts. */
  readonly reads = new Map<string, KeyBounds[]>();
  readonly writes: Write[] = [];
  ranges = 0;
  /** Set by the writer of a document with the placeholder of the commit's timestamp. */
  isPending = false;
  private readonly points = new Set<string>();
  private trees: Trees;
  /**
   * True while the map of trees belongs to this transaction alone, not shared with a
   * state or a mark.
   */
  private own: Map<string, Tree> | null = null;

  constructor(
    readonly snapshot: Snapshot,
    private readonly minter: Minter,
    /** Null: of an earlier state, so it can only read. */
    private readonly since: Since | null,
  ) {
    this.trees = snapshot.trees;
  }

  /** The document, or null. A read of a missing table is a recorded read too. */
  get(table: string, id: string): Doc | null {
    const address = `${table}.by_id`;
    const key = encodeKey(id);
    if (!this.points.has(address + key)) this.depend(address, { lo: key, hi: keyAfter(key) });
    this.points.add(address + key);
    return this.trees.get(address)?.get(key) ?? null;
  }

  /**
   * Walks an index; sees writes between its steps. Depends on the passed keys, and
   * on the whole range only once it is exhausted. @throws StoreError `unknown_index`
   */
  *scan(
    table: string,
    index: string,
    bounds: KeyBounds,
    order: Order,
  ): Generator<{ key: string; doc: Doc }> {
    const isKnown = indexesOf(this.snapshot.indexes, table).some(({ name }) => name === index);
    if (!isKnown) throw new StoreError("unknown_index", `Index ${table}.${index} not found.`);
    const start = order === "asc" ? bounds.lo : bounds.hi;
    const seen = { lo: start, hi: start };
    this.depend(`${table}.${index}`, seen);
    let tree: Tree | null = null;
    let entries: Iterator<[string, Doc]> = [].values();
    for (;;) {
      const current = this.trees.get(`${table}.${index}`) ?? EMPTY_TREE;
      const left = order === "asc" ? { ...bounds, lo: seen.hi } : { ...bounds, hi: seen.lo };
      if (tree !== current) entries = walk(current, left, order);
      tree = current;
      const step = entries.next();
      if (step.done) break;
      const [key, doc] = step.value;
      if (order === "asc") seen.hi = keyAfter(key);
      else seen.lo = key;
      yield { key, doc };
    }
    Object.assign(seen, bounds);
  }

  /** All documents of a table, the oldest first. */
  *all(table: string): Generator<Doc> {
    for (const { doc } of this.scan(table, "by_creation_time", ALL_KEYS, "asc")) yield doc;
  }

  count(table: string): number {
    this.depend(`${table}.by_id`, ALL_KEYS);
    return this.trees.get(`${table}.by_id`)?.size ?? 0;
  }

  /**
   * Takes ownership of the fields (freezes them). Creates `_id` and `_creationTime`,
   * unless they are given.
   */
  insert(table: string, fields: JsonFields, id?: string, creationTime?: number): Doc {
    const _id = id ?? this.minter.mintId(table);
    const _creationTime = creationTime ?? this.minter.creationTime();
    return this.write({ table, id: _id, before: null, after: { ...fields, _id, _creationTime } });
  }

  /** @throws StoreError `missing_document` */
  replace(table: string, id: string, fields: JsonFields): Doc {
    const before = this.existing(table, id);
    const after = { ...fields, _id: id, _creationTime: before._creationTime };
    return this.write({ table, id, before, after });
  }

  /** @throws StoreError `missing_document` */
  remove(table: string, id: string): void {
    const before = this.existing(table, id);
    this.write({ table, id, before, after: null });
  }

  /** `const mark = tx.mark(); … tx.rollback(mark)` undoes the writes between; marks nest. */
  mark(): Mark {
    this.own = null;
    return { writes: this.writes.length, trees: this.trees };
  }

  rollback(mark: Mark): void {
    this.own = null;
    this.trees = mark.trees;
    this.writes.length = mark.writes;
  }

  /** Fails if a commit since its state has changed what it read. @throws Conflict */
  refuseConflict(): void {
    if (!this.since) throw new Conflict(null);
    for (let { next } = this.since; next; { next } = next.since) {
      const address = overlap(this.reads, next.writes);
      if (address !== null) throw new Conflict(address.slice(0, address.lastIndexOf(".")));
    }
  }

  /** The writes and the trees to commit at this time, on top of the newest state. */
  resolved(ts: bigint, newest: Snapshot): { writes: readonly Write[]; trees: Trees } {
    const isNewest = newest === this.snapshot;
    if (isNewest && !this.isPending) return { writes: this.writes, trees: this.mark().trees };
    const trees = new Map(newest.trees);
    const writes = this.isPending
      ? this.writes.map((write) => deepFreeze(resolveWrite(write, ts)))
      : this.writes;
    for (const write of writes) applyWrite(trees, newest.indexes, write);
    return { writes, trees };
  }

  private existing(table: string, id: string): Doc {
    const doc = this.get(table, id);
    if (!doc) throw new StoreError("missing_document", `Document ${id} not found in ${table}.`);
    return doc;
  }

  /** Records that the transaction depends on these keys of an index. */
  depend(address: string, interval: KeyBounds): void {
    this.ranges += 1;
    const known = this.reads.get(address);
    if (known) known.push(interval);
    else this.reads.set(address, [interval]);
  }

  private write<After extends Doc | null>(write: Write & { after: After }): After {
    this.own ??= new Map(this.trees);
    applyWrite(this.own, this.snapshot.indexes, deepFreeze(write));
    this.trees = this.own;
    this.writes.push(write);
    return write.after;
  }
}
