import type { JSONValue } from "convex/values";
import { encodeKey } from "../codec/keys";
import { BTree } from "./btree";
import type { DedupeRecords } from "./dedupe";
import type { Write } from "./state";
import { addressOf, BY_ID } from "./state";
import type { TableNumbers } from "./table-numbers";
import { deepFreeze } from "./transaction";
import type { DedupeEntry, Doc } from "./types";

/** One line of the log: a commit (`t` its timestamp), new table numbers, or both. */
export interface LogRecord {
  readonly t?: string;
  readonly n?: readonly (readonly [table: string, number: number])[];
  /** The written documents as they are after the commit. */
  readonly w?: readonly (readonly [table: string, id: string, doc: Doc | null])[];
  readonly s?: readonly [
    sessionId: string,
    requestId: number,
    value: JSONValue,
    logLines: readonly string[],
  ];
}

export function toRecord(
  ts: bigint,
  writes: readonly Write[],
  entry: DedupeEntry | undefined,
): LogRecord {
  return {
    t: String(ts),
    w: writes.map(({ table, id, after }) => [table, id, after]),
    ...(entry && { s: [entry.sessionId, entry.requestId, entry.value, entry.logLines ?? []] }),
  };
}

/** Plays a log's records in order; afterwards holds what they amount to. */
export class Replay {
  ts = 0n;
  lastCreationMs = 0;
  private readonly docs = new Map<string, Map<string, Doc>>();

  constructor(
    private readonly numbers: TableNumbers,
    private readonly dedupe: DedupeRecords,
  ) {}

  add({ t, n, w, s }: LogRecord): void {
    for (const [name, number] of n ?? []) this.numbers.restore(name, number);
    if (t === undefined) return;
    this.ts = BigInt(t);
    for (const [table, id, doc] of w ?? []) this.put(table, id, doc);
    if (!s) return;
    const [sessionId, requestId, value, logLines] = s;
    this.dedupe.add({ sessionId, requestId, value, logLines }, this.ts);
  }

  /** The `by_id` tree of each table. */
  trees(): Map<string, BTree<Doc>> {
    const trees = new Map<string, BTree<Doc>>();
    for (const [table, docs] of this.docs) {
      const entries = [...docs].map(([id, doc]) => [encodeKey(id), doc] as const);
      trees.set(addressOf(table, BY_ID), BTree.from(entries));
    }
    return trees;
  }

  private put(table: string, id: string, doc: Doc | null): void {
    const docs = this.docs.get(table) ?? new Map<string, Doc>();
    this.docs.set(table, docs);
    if (!doc) {
      docs.delete(id);
      return;
    }
    deepFreeze(doc);
    docs.set(id, doc);
    this.lastCreationMs = Math.max(this.lastCreationMs, doc._creationTime);
  }
}
