import { mkdirSync } from "node:fs";
import { mintId } from "../codec/ids";
import { storedAs, type Answer, type Answers, type RequestKey } from "./answers";
import { resolveCommitTs } from "./commit-ts";
import { Compaction } from "./compaction";
import { Conflict, fileFailure, NotSaved } from "./errors";
import { Folder } from "./folder";
import type { LogRecord } from "./format";
import { takeLease, type Lease } from "./lease";
import { Replay } from "./replay";
import { reindex } from "./build";
import { indexesFor, writeSetOf } from "./state";
import type { Snapshot, TableDefinition, Write, WriteSet } from "./state";
import type { Contents } from "./snapshot";
import { keepSpare, withSpare } from "./spare";
import { TableNumbers, type NumberOfTable } from "./table-numbers";
import { Transaction, type Since } from "./transaction";
import { Writer, type Durability } from "./writer";

export type { RequestKey } from "./answers";
export type { Durability } from "./writer";

const NS_PER_MS = 1_000_000n;
/** The smallest step of a float with today's milliseconds. */
const CREATION_STEP_MS = 2 ** -12;
/** Lines that are read between two renewals of the lease: some tenths of a second. */
const LINES_PER_BEAT = 20_000;

export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
  /** The writes, in order. */
  readonly documents: readonly Write[];
  /** Table numbers of ids have changed. */
  readonly isRenumbered?: boolean;
}

/** Keys that writes change besides those of indexes, by address. */
type KeysOf = (documents: readonly Write[]) => WriteSet;

interface DatabaseOptions {
  readonly dir: string;
  /** What an acknowledged commit survives. Default: a crash of the process. */
  readonly durability?: Durability;
  readonly warn?: (line: string) => void;
  readonly now?: () => number;
  /** Below this many bytes a log needs no snapshot. */
  readonly minLogBytes?: number;
}

/** Documents in memory, with one log. Everything but compaction and syncing is synchronous. */
export class Database {
  private readonly tables: TableNumbers;
  private readonly answers: Answers;
  private readonly removed: Replay["removed"];
  private readonly moreKeys: KeysOf[] = [];
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly folder: Folder;
  private readonly writer: Writer;
  private readonly compaction: Compaction;
  private readonly now: () => number;
  private readonly dir: string;
  private lastCreationMs: number;
  private checkedSchema: string | null;
  /** The state of the writers. Readers see the published state, which is safe. */
  private state: Snapshot;
  /** The end of the chain, after the newest state. */
  private since: Since = { next: null };
  private published: Snapshot;

  constructor(
    {
      dir,
      durability = "process",
      warn = console.warn,
      now = () => Date.now(),
      minLogBytes,
    }: DatabaseOptions,
    private readonly lease: Lease,
  ) {
    this.now = now;
    this.dir = dir;
    const replay = new Replay(now());
    let lines = 0;
    this.folder = Folder.open(dir, warn, (record) => {
      lines += 1;
      if (lines % LINES_PER_BEAT === 0) lease.renew();
      replay.add(record);
    });
    this.tables = new TableNumbers(replay.numbers);
    this.answers = replay.answers;
    this.removed = replay.removed;
    this.lastCreationMs = replay.lastCreationMs;
    this.checkedSchema = replay.checkedSchema;
    // Never behind the last published one, also for clients of a folder that was deleted.
    const ts = replay.ts > this.nowNs() ? replay.ts : this.nowNs();
    this.state = { ts, trees: replay.trees(), indexes: new Map() };
    this.published = this.state;
    this.writer = new Writer({ dir, folder: this.folder, lease, durability, warn });
    const holdings = () => this.holdings();
    this.compaction = new Compaction(
      { folder: this.folder, holdings, now, warn, minLogBytes, isOurs: () => lease.isHeld() },
      replay.staleSinceMs,
    );
    setImmediate(() => this.compactIfDue());
  }

  /** The newest state that is safe. */
  get head(): Snapshot {
    return this.published;
  }

  /** Reads and writes on `at`, by default on the newest commit, which may not be safe yet. */
  begin(at: Snapshot = this.state): Transaction {
    const minter = {
      mintId: (table: string) => mintId(this.tables.numberOf(table)),
      creationTime: () => {
        this.lastCreationMs = Math.max(this.now(), this.lastCreationMs + CREATION_STEP_MS);
        return this.lastCreationMs;
      },
    };
    return new Transaction(at, minter, at === this.state ? this.since : null);
  }

  /**
   * On return the commit is in the file: it survives the death of the process.
   * Listeners are called when it is safe: with durability "process" before this
   * returns, else before `saved` resolves. A transaction older than the newest commit
   * is refused if its reads have changed since, or if its request has been answered.
   * `numbers` gives tables other numbers: then no document may have an id with the old
   * one.
   * @throws Conflict, NotSaved
   */
  commit(
    transaction: Transaction,
    request?: RequestKey & Answer,
    numbers: readonly NumberOfTable[] = [],
  ): bigint {
    const { snapshot } = transaction;
    if (transaction.writes.length + numbers.length === 0 && !request) return snapshot.ts;
    const newest = this.state;
    if (snapshot !== newest) this.refuseConflict(transaction, request, numbers);
    const ts = this.nowNs() > newest.ts ? this.nowNs() : newest.ts + 1n;
    const { writes, trees } = transaction.resolved(ts, newest);
    const answer = request && { ...request, value: resolveCommitTs(request.value, ts) };
    const record: LogRecord = {
      t: String(ts),
      w: writes.map(({ table, id, after }) => [table, id, after]),
      ...(answer && { s: storedAs(answer, answer) }),
    };
    this.save(record, numbers);
    if (answer) this.answers.keep(answer, answer, ts, this.now());
    this.state = { ts, trees, indexes: newest.indexes };
    const keys = this.keysOf(newest.indexes, writes);
    const since: Since = { next: null };
    this.since.next = { writes: keys, since };
    this.since = since;
    const isRenumbered = numbers.length > 0;
    this.publish(this.state, { ts, writes: keys, documents: writes, isRenumbered });
    this.compaction.note(request !== undefined || writes.some(({ before }) => before !== null));
    return ts;
  }

  /** Resolves when all commits so far are safe. @throws NotSaved */
  saved(): Promise<void> {
    return this.writer.saved();
  }

  /** The answer to this request; see `Answers`. */
  findAnswer(request: RequestKey): ReturnType<Answers["find"]> {
    return this.answers.find(request);
  }

  /** Commits also say which of these keys they change. */
  alsoWrites(keysOf: KeysOf): void {
    this.moreKeys.push(keysOf);
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Creates exactly these tables' indexes (missing tables get their numbers, other
   * tables keep their documents and built-in indexes). All commits so far have to be
   * safe.
   */
  applySchema(tables: readonly TableDefinition[]): void {
    for (const { name } of tables) this.tables.numberOf(name);
    if (this.tables.pending.length > 0) this.save({});
    const indexes = indexesFor(tables);
    const { ts, trees, indexes: known } = this.state;
    if (JSON.stringify([...indexes]) === JSON.stringify([...known])) return;
    this.state = { ts, trees: reindex(trees, known, indexes), indexes };
    this.published = this.state;
    this.lease.renew();
  }

  /** Whether all documents match the schema of this name, according to the files. */
  isChecked(schema: string): boolean {
    return this.checkedSchema === schema;
  }

  /** Stores that all documents match this schema; from now on writes are checked. */
  markChecked(schema: string): void {
    this.checkedSchema = null;
    try {
      this.save({ v: schema });
      this.checkedSchema = schema;
    } catch (error) {
      // If the disk is full, the next start checks again.
      if (!(error instanceof NotSaved)) throw error;
    }
  }

  /** All tables, also those without documents. */
  tableNumbers(): NumberOfTable[] {
    return this.tables.all();
  }

  tableName(number: number): string | null {
    return this.tables.nameOf(number);
  }

  /** Whether the logs read at the start remove this document of a system table. */
  wasRemoved(table: string, id: string): boolean {
    return this.removed.get(table)?.has(id) ?? false;
  }

  /** Removes deleted data and expired answers from the disk. */
  compact(): Promise<void> {
    return this.compaction.run();
  }

  /** This also happens automatically after each commit, and every hour. */
  compactIfDue(): void {
    this.compaction.begin();
  }

  close(): void {
    this.compaction.stop();
    this.writer.close();
    this.lease.release();
    // The lock may need its space.
    keepSpare(this.dir);
  }

  private refuseConflict(
    transaction: Transaction,
    request: RequestKey | undefined,
    numbers: readonly NumberOfTable[],
  ): void {
    transaction.refuseConflict();
    const isOtherSchema = transaction.snapshot.indexes !== this.state.indexes;
    const isAnswered = request && this.answers.find(request) !== null;
    if (isOtherSchema || isAnswered || numbers.length > 0) throw new Conflict(null);
  }

  private keysOf(indexes: Snapshot["indexes"], writes: readonly Write[]): WriteSet {
    const keys = new Map(writeSetOf(indexes, writes));
    for (const more of this.moreKeys)
      for (const [name, written] of more(writes)) keys.set(name, written);
    return keys;
  }

  private publish(state: Snapshot, commit: Commit): void {
    const tell = () => {
      this.published = state;
      for (const listener of this.listeners) listener(commit);
    };
    if (this.writer.isSafeAtOnce) tell();
    else this.writer.whenSafe(tell);
  }

  private holdings(): Contents {
    this.answers.expire(this.now());
    return {
      generation: this.folder.generation,
      state: this.state,
      numbers: this.tables.all(),
      checkedSchema: this.checkedSchema,
      answers: this.answers.records(),
      hasAnswers: !this.answers.isEmpty,
      lastCreationMs: this.lastCreationMs,
    };
  }

  private save(record: LogRecord, changed: readonly NumberOfTable[] = []): void {
    const n = [...this.tables.pending, ...changed];
    this.writer.append(n.length > 0 ? { ...record, n } : record);
    this.tables.saved(changed);
  }

  private nowNs(): bigint {
    return BigInt(Math.floor(this.now())) * NS_PER_MS;
  }
}

/**
 * Opens the folder's database, alone: one process per folder.
 * @throws StoreError `data_folder_in_use`, `data_folder_incompatible`, `data_folder_damaged`,
 * `data_folder_not_writable`
 */
export function openDatabase(options: DatabaseOptions): Database {
  let lease: Lease | undefined;
  try {
    mkdirSync(options.dir, { recursive: true });
    lease = withSpare(options.dir, () => takeLease(options.dir));
    const database = new Database(options, lease);
    keepSpare(options.dir);
    return database;
  } catch (error) {
    lease?.release();
    throw fileFailure(options.dir, error);
  }
}
