import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import { FIRST_TABLE_NUMBER, mintId } from "../codec/ids";
import { encodeKey } from "../codec/keys";
import { fileFailure, StoreError } from "./errors";
import { lockFolder } from "./lock";
import { Log, type LogRecord } from "./log";
import { buildTrees, indexesFor, writeSetOf, EMPTY_TREE } from "./state";
import type { Doc, Indexes, Snapshot, TableDefinition, Tree, Write, WriteSet } from "./state";
import { deepFreeze, Transaction } from "./transaction";

const NS_PER_MS = 1_000_000n;
/** The smallest step that a float of today's milliseconds can make. */
const CREATION_STEP_MS = 2 ** -12;
const ANSWER_LIFETIME_NS = 14n * 24n * 60n * 60n * 1_000n * NS_PER_MS;
const MAX_ANSWERS = 50_000;

/** A client's own name for a mutation: repeats answer with the first success and its ts. */
export interface RequestKey {
  sessionId: string;
  requestId: number;
}

interface Answer {
  value: JSONValue;
  logLines: string[];
}

export interface Commit {
  readonly ts: bigint;
  readonly writes: WriteSet;
  /** What was written, one after another. */
  readonly documents: readonly Write[];
}

interface DatabaseOptions {
  readonly dir: string;
  readonly warn?: (line: string) => void;
  readonly now?: () => number;
}

const keyOf = ({ sessionId, requestId }: RequestKey) => `${requestId} ${sessionId}`;

/** Documents in memory, behind one log. Everything is synchronous. */
export class Database {
  private readonly numbers = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private unsavedNumbers: [string, number][] = [];
  private readonly answers = new Map<string, Answer & { ts: bigint }>();
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly log: Log;
  private readonly now: () => number;
  private lastCreationMs = 0;
  private state: Snapshot;

  constructor(
    { dir, warn = console.warn, now = Date.now }: DatabaseOptions,
    private readonly unlock: () => void,
  ) {
    this.now = now;
    const documents = new Map<string, Map<string, Doc>>();
    let ts = 0n;
    this.log = Log.open(join(dir, "commits.log"), warn, (record) => {
      this.replay(record, documents);
      ts = BigInt(record.t ?? ts);
    });
    const byId = new Map<string, Tree>();
    for (const [table, docs] of documents)
      byId.set(`${table}.by_id`, EMPTY_TREE.withPairs([...docs], true));
    const indexes: Indexes = new Map();
    // Never behind what a tab has seen of a folder that was since deleted.
    ts = ts > this.nowNs() ? ts : this.nowNs();
    this.state = { ts, trees: buildTrees(byId, indexes), indexes };
  }

  get head(): Snapshot {
    return this.state;
  }

  /** Reads and writes on `at`, by default the head. */
  begin(at: Snapshot = this.state): Transaction {
    return new Transaction(at, {
      mintId: (table) => mintId(this.assignNumber(table)),
      creationTime: () => {
        this.lastCreationMs = Math.max(this.now(), this.lastCreationMs + CREATION_STEP_MS);
        return this.lastCreationMs;
      },
    });
  }

  /**
   * On return the commit is in the file: it survives the death of the process. Listeners are
   * called before. Writers take turns: a transaction that is older than the head is refused.
   */
  commit(transaction: Transaction, request?: RequestKey & Answer): bigint {
    const { snapshot, writes } = transaction;
    if (writes.length === 0 && !request) return snapshot.ts;
    if (snapshot !== this.state) throw new StoreError("conflict", "Another commit came between.");
    const ts = this.nowNs() > snapshot.ts ? this.nowNs() : snapshot.ts + 1n;
    this.save({
      t: String(ts),
      w: writes.map(({ table, id, after }) => [table, id, after]),
      ...(request && {
        s: [request.sessionId, request.requestId, request.value, request.logLines],
      }),
    });
    if (request) this.remember(request, request, ts);
    this.state = { ts, trees: transaction.mark().trees, indexes: snapshot.indexes };
    const commit = { ts, writes: writeSetOf(snapshot.indexes, writes), documents: writes };
    for (const listener of this.listeners) listener(commit);
    return ts;
  }

  /** What was answered to this request, for 14 days. */
  findAnswer(request: RequestKey): (Answer & { ts: bigint }) | null {
    return this.answers.get(keyOf(request)) ?? null;
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Makes exactly these tables' indexes (missing tables get their numbers, tables not named keep
   * their documents and built-in indexes).
   */
  applySchema(tables: readonly TableDefinition[]): void {
    for (const { name } of tables) this.assignNumber(name);
    if (this.unsavedNumbers.length > 0) this.save({});
    const indexes = indexesFor(tables);
    if (JSON.stringify([...indexes]) === JSON.stringify([...this.state.indexes])) return;
    this.state = { ts: this.state.ts, trees: buildTrees(this.state.trees, indexes), indexes };
  }

  tableName(number: number): string | null {
    return this.names.get(number) ?? null;
  }

  close(): void {
    this.log.close();
    this.unlock();
  }

  private replay({ t, n, w, s }: LogRecord, documents: Map<string, Map<string, Doc>>): void {
    for (const [name, number] of n ?? []) this.setNumber(name, number);
    for (const [table, id, doc] of w ?? []) {
      const docs = documents.get(table) ?? new Map<string, Doc>();
      documents.set(table, docs);
      if (doc) docs.set(encodeKey(id), deepFreeze(doc));
      else docs.delete(encodeKey(id));
      this.lastCreationMs = Math.max(this.lastCreationMs, doc?._creationTime ?? 0);
    }
    if (!s || t === undefined) return;
    const [sessionId, requestId, value, logLines] = s;
    this.remember({ sessionId, requestId }, { value, logLines }, BigInt(t));
  }

  private remember(request: RequestKey, { value, logLines }: Answer, ts: bigint): void {
    this.answers.set(keyOf(request), { value, logLines, ts });
    for (const [key, answer] of this.answers) {
      if (answer.ts >= ts - ANSWER_LIFETIME_NS && this.answers.size <= MAX_ANSWERS) return;
      this.answers.delete(key);
    }
  }

  private setNumber(table: string, number: number): void {
    this.numbers.set(table, number);
    this.names.set(number, table);
  }

  /** The table's number, a new one on its first use: it goes into the next line of the log. */
  private assignNumber(table: string): number {
    const known = this.numbers.get(table);
    if (known !== undefined) return known;
    const number = Math.max(FIRST_TABLE_NUMBER - 1, ...this.names.keys()) + 1;
    this.setNumber(table, number);
    this.unsavedNumbers.push([table, number]);
    return number;
  }

  private save(record: LogRecord): void {
    const n = this.unsavedNumbers;
    this.log.append(n.length > 0 ? { ...record, n } : record);
    this.unsavedNumbers = [];
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
  let unlock: (() => void) | undefined;
  try {
    mkdirSync(options.dir, { recursive: true });
    unlock = lockFolder(options.dir);
    return new Database(options, unlock);
  } catch (error) {
    unlock?.();
    throw fileFailure(options.dir, error);
  }
}
