import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BTree } from "./btree";
import { DedupeRecords } from "./dedupe";
import { fileFailure } from "./errors";
import { lockFolder } from "./lock";
import { Log } from "./log";
import { overlaps } from "./read-set";
import type { LogRecord } from "./record";
import { Replay, toRecord } from "./record";
import type { Write } from "./state";
import {
  applyWrite,
  foldWrites,
  indexesFor,
  isSameIndexes,
  rebuildTrees,
  State,
  writeSetOf,
} from "./state";
import { TableNumbers } from "./table-numbers";
import { Fork } from "./transaction";
import type {
  Commit,
  CommitOutcome,
  Database,
  DatabaseOptions,
  DedupeEntry,
  DedupeKey,
  DedupeRecord,
  Doc,
  Snapshot,
  TableDefinition,
  Transaction,
  Trees,
  WriteSet,
} from "./types";

const NS_PER_MS = 1_000_000n;
/** Transactions that began longer ago are run again when anything was written since. */
const MAX_RECENT_COMMITS = 1_000;
/** The smallest step that a float of today's milliseconds can make. */
const CREATION_STEP_MS = 2 ** -12;

interface RecentCommit {
  readonly previousTs: bigint;
  readonly ts: bigint;
  readonly writes: WriteSet;
}

class LoggedDatabase implements Database {
  private readonly numbers = new TableNumbers();
  private readonly dedupe = new DedupeRecords();
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly recent: RecentCommit[] = [];
  private readonly now: () => number;
  private readonly log: Log;
  private lastCreationMs: number;
  private state: State;

  constructor(
    options: DatabaseOptions,
    private readonly unlock: () => void,
  ) {
    this.now = options.now ?? Date.now;
    const replay = new Replay(this.numbers, this.dedupe);
    this.log = Log.open(
      {
        path: join(options.dir, "commits.log"),
        flush: options.flush ?? "none",
        warn: options.warn ?? console.warn,
      },
      (record) => replay.add(record as LogRecord), // lines of our format, as its header says
    );
    this.lastCreationMs = replay.lastCreationMs;
    const byId = replay.trees();
    const trees = rebuildTrees(
      this.numbers.names(),
      { trees: byId, indexes: new Map() },
      new Map(),
    );
    // Never behind what a tab has seen of a folder that was since deleted.
    const ts = replay.ts > this.nowNs() ? replay.ts : this.nowNs();
    this.state = new State(ts, trees, new Map());
  }

  get head(): Snapshot {
    return this.state;
  }

  begin(at: Snapshot = this.state): Transaction {
    if (!(at instanceof State)) throw new TypeError("Not a snapshot of this database");
    return new Fork(at, {
      assignNumber: (table) => this.numbers.assign(table),
      creationTime: () => this.creationTime(),
    });
  }

  commit(transaction: Transaction, entry?: DedupeEntry): CommitOutcome {
    if (!(transaction instanceof Fork)) throw new TypeError("Not a transaction of this database");
    const base = transaction.snapshot;
    if (!transaction.hasWrites && !entry) return { kind: "committed", ts: base.ts };
    if (base !== this.state && this.isConflict(transaction)) return { kind: "conflict" };
    const writes = foldWrites(transaction.writes);
    const trees = base === this.state ? transaction.mark().trees : this.rebase(writes);
    const ts = this.nextTs();
    this.save(toRecord(ts, writes, entry));
    if (entry) this.dedupe.add(entry, ts);
    this.install(new State(ts, trees, this.state.indexes), writes);
    return { kind: "committed", ts };
  }

  flushed(): Promise<void> {
    return this.log.flushed();
  }

  findDedupe(key: DedupeKey): DedupeRecord | null {
    return this.dedupe.find(key);
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  applySchema(tables: readonly TableDefinition[]): void {
    for (const { name } of tables) this.numbers.assign(name);
    this.save({});
    const indexes = indexesFor(tables);
    if (isSameIndexes(indexes, this.state.indexes)) return;
    const trees = rebuildTrees(this.numbers.names(), this.state, indexes);
    this.state = new State(this.state.ts, trees, indexes);
  }

  tableNumber(name: string): number | null {
    return this.numbers.numberOf(name);
  }

  tableName(number: number): string | null {
    return this.numbers.nameOf(number);
  }

  tableNames(): readonly string[] {
    return this.numbers.names();
  }

  async close(): Promise<void> {
    await this.log.close();
    this.unlock();
  }

  /** Whether anything that the transaction read was written since its snapshot. */
  private isConflict(transaction: Fork): boolean {
    const { ts, indexes } = transaction.snapshot;
    if (indexes !== this.state.indexes) return true;
    if (ts === this.state.ts) return false;
    const [oldest] = this.recent;
    if (!oldest || oldest.previousTs > ts) return true;
    return this.recent.some(
      (commit) => commit.ts > ts && overlaps(transaction.reads, commit.writes),
    );
  }

  private rebase(writes: readonly Write[]): Trees {
    const trees = new Map<string, BTree<Doc>>(this.state.trees);
    for (const write of writes) applyWrite(trees, this.state.indexes, write);
    return trees;
  }

  private save(record: LogRecord): void {
    this.numbers.save((n) => {
      const line = n.length > 0 ? { ...record, n } : record;
      if (Object.keys(line).length > 0) this.log.append(line);
    });
  }

  private install(state: State, written: readonly Write[]): void {
    const writes = writeSetOf(state.indexes, written);
    this.recent.push({ previousTs: this.state.ts, ts: state.ts, writes });
    if (this.recent.length > MAX_RECENT_COMMITS) this.recent.shift();
    this.state = state;
    for (const listener of this.listeners) listener({ ts: state.ts, writes, snapshot: state });
  }

  private nextTs(): bigint {
    const now = this.nowNs();
    return now > this.state.ts ? now : this.state.ts + 1n;
  }

  private nowNs(): bigint {
    return BigInt(Math.floor(this.now())) * NS_PER_MS;
  }

  private creationTime(): number {
    this.lastCreationMs = Math.max(this.now(), this.lastCreationMs + CREATION_STEP_MS);
    return this.lastCreationMs;
  }
}

/**
 * Opens the folder's database, alone: one process per folder.
 * @throws StoreError `data_folder_in_use`, `data_folder_incompatible`, `data_folder_damaged`,
 * `data_folder_not_writable`
 */
export function openDatabase(options: DatabaseOptions): Database {
  let unlock: (() => void) | undefined;
  try {
    mkdirSync(options.dir, { recursive: true });
    unlock = lockFolder(options.dir);
    return new LoggedDatabase(options, unlock);
  } catch (error) {
    unlock?.();
    throw fileFailure(options.dir, error);
  }
}
