import type { JSONValue } from "convex/values";
import type { BTree } from "./btree";

/**
 * A document as the store holds it: a deep-frozen object in Convex's JSON form
 * (`{"$integer": …}`, `{"$bytes": …}`), the form in which syscalls exchange values.
 */
export type Doc = Readonly<{ _id: string; _creationTime: number }> & Readonly<JsonFields>;

/** A document's own fields, without `_id` and `_creationTime`. */
export type JsonFields = Record<string, JSONValue>;

export type Order = "asc" | "desc";

/** Half-open range of encoded keys; build it with `keyBounds` of codec/keys.ts. */
export interface KeyBounds {
  readonly lo: string;
  readonly hi: string;
}

/** What a transaction read: by index address (`table.index`), the intervals it depended on. */
export type ReadSet = ReadonlyMap<string, readonly KeyBounds[]>;

/** What a commit wrote: by index address, the written keys in ascending order. */
export type WriteSet = ReadonlyMap<string, readonly string[]>;

/** An index beside the built-in `by_id` and `by_creation_time`. Fields may be paths: `a.b`. */
export interface IndexDefinition {
  readonly name: string;
  readonly fields: readonly string[];
}

export interface TableDefinition {
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
}

/** One immutable state of the whole database. Cheap to hold: states share their trees. */
export interface Snapshot {
  /** Unix nanoseconds, strictly monotonic, also across restarts. */
  readonly ts: bigint;
}

/** Walks an index; each step depends on (reads) only what it walked over. Sees own writes. */
export interface Scan {
  next(): { readonly key: string; readonly doc: Doc } | null;
}

/** The indexes of all tables, by index address. */
export type Trees = ReadonlyMap<string, BTree<Doc>>;

/** Everything is synchronous: the data is in memory. */
export interface Transaction {
  readonly snapshot: Snapshot;
  /** Grows as the transaction reads; also what rolled-back parts have read. */
  readonly reads: ReadSet;
  readonly hasWrites: boolean;
  /** The document, or null. A read of a table that does not exist is a recorded read too. */
  get(table: string, id: string): Doc | null;
  /** @throws StoreError `unknown_index` */
  scan(table: string, index: string, bounds: KeyBounds, order: Order): Scan;
  /** Number of documents; depends on the whole table. */
  count(table: string): number;
  /** Takes the fields over (freezes them). Mints `_id` and `_creationTime`; makes the table (number) on its first insert. */
  insert(table: string, fields: JsonFields): Doc;
  /** @throws StoreError `missing_document` */
  replace(table: string, id: string, fields: JsonFields): Doc;
  /** Returns the removed document. @throws StoreError `missing_document` */
  remove(table: string, id: string): Doc;
  /** Start of a part that can be undone alone: `const m = tx.mark(); … tx.rollback(m)`. */
  mark(): Mark;
  /** Undoes the writes since the mark; the reads stay. Marks nest. */
  rollback(mark: Mark): void;
}

export interface Mark {
  readonly writes: number;
  readonly trees: Trees;
}

/** The stored answer of a mutation that a client may send again after a reconnect. */
export interface DedupeRecord {
  readonly ts: bigint;
  readonly value: JSONValue;
  readonly logLines: readonly string[];
}

export interface DedupeKey {
  readonly sessionId: string;
  readonly requestId: number;
}

/** Stored in the same log line as the writes of its mutation. */
export interface DedupeEntry extends DedupeKey {
  readonly value: JSONValue;
  readonly logLines?: readonly string[];
}

export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
  /** The state right after this commit. */
  readonly snapshot: Snapshot;
}

export type CommitOutcome =
  | { readonly kind: "committed"; readonly ts: bigint }
  /** Someone else wrote what this transaction read: run it again on a new transaction. */
  | { readonly kind: "conflict" };

/** Open it with `openDatabase(options)` of store/database.ts. */
export interface Database {
  readonly head: Snapshot;
  /** Reads and writes on `at`, by default the head. */
  begin(at?: Snapshot): Transaction;
  /**
   * On return the commit is in the file (it survives the death of the process). Listeners are
   * called before it returns. A transaction without writes and entry commits at its snapshot.
   */
  commit(transaction: Transaction, entry?: DedupeEntry): CommitOutcome;
  /** With flush "group": resolves when all commits so far are on the disk. Else at once. */
  flushed(): Promise<void>;
  findDedupe(key: DedupeKey): DedupeRecord | null;
  /** Returns how to stop listening. */
  onCommit(listener: (commit: Commit) => void): () => void;
  /**
   * Makes exactly these tables' indexes (missing tables get their numbers, tables not named keep
   * their documents and built-in indexes). Open transactions then conflict.
   */
  applySchema(tables: readonly TableDefinition[]): void;
  /** Table names with their permanent numbers, also `_scheduled_functions`, `_storage`, … */
  tableNumber(name: string): number | null;
  tableName(number: number): string | null;
  tableNames(): readonly string[];
  /** Waits for the disk, then gives the folder free. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Folder for the log and the lock; made if missing. */
  readonly dir: string;
  /** "none" survives the death of the process, "group" also of the machine (default "none"). */
  readonly flush?: "none" | "group";
  /** Told of a repaired file in one line (default console.warn). */
  readonly warn?: (line: string) => void;
  /** Unix milliseconds (default Date.now). */
  readonly now?: () => number;
}
