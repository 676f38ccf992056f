import { isSystemTable } from "../codec/namespaces";
import { Answers } from "./answers";
import type { LogRecord } from "./format";
import { builtInTrees } from "./build";
import type { Doc, Tree } from "./state";
import { deepFreeze } from "./transaction";

const NS_PER_MS = 1_000_000n;
const SECOND_MS = 1_000;

/** The sum of a database's files, line by line. */
export class Replay {
  ts = 0n;
  lastCreationMs = 0;
  checkedSchema: string | null = null;
  readonly answers = new Answers();
  readonly numbers = new Map<string, number>();
  /** The time of the oldest commit that a new snapshot would leave out; null: none. */
  staleSinceMs: number | null = null;
  /** Documents of system tables that the log removed. */
  readonly removed = new Map<string, Set<string>>();
  private readonly documents = new Map<string, Map<string, Doc>>();

  constructor(private readonly nowMs: number) {}

  add(record: LogRecord): void {
    const { t, n = [], w = [], v, d, s, a, f, end } = record;
    if (t !== undefined) this.ts = BigInt(t);
    for (const [name, number] of n) this.numbers.set(name, number);
    for (const [table, id, doc] of w) this.write(table, id, doc);
    for (const doc of d?.[1] ?? []) this.write(d?.[0] ?? "", doc._id, doc);
    if (v !== undefined) this.checkedSchema = v;
    if (s || a || f) this.answers.replay(record, this.nowMs);
    if (s || a) this.noteStale();
    this.lastCreationMs = Math.max(this.lastCreationMs, end?.createdMs ?? 0);
  }

  trees(): Map<string, Tree> {
    const tables = [...this.documents];
    return new Map(tables.flatMap(([table, docs]) => builtInTrees(table, [...docs.values()])));
  }

  private write(table: string, id: string, doc: Doc | null): void {
    const docs = this.documents.get(table) ?? new Map<string, Doc>();
    this.documents.set(table, docs);
    if (!doc || docs.has(id)) this.noteStale();
    if (doc) docs.set(id, deepFreeze(doc));
    else docs.delete(id);
    if (!doc && isSystemTable(table))
      this.removed.set(table, (this.removed.get(table) ?? new Set()).add(id));
    // A document with a later creation time than its commit was imported: later documents must not
    // get times in the future.
    const { _creationTime = 0 } = doc ?? {};
    if (_creationTime < Number(this.ts / NS_PER_MS) + SECOND_MS)
      this.lastCreationMs = Math.max(this.lastCreationMs, _creationTime);
  }

  /** A time ahead of the clock was written with a wrong one: its real age is unknown. */
  private noteStale(): void {
    const atMs = Number(this.ts / NS_PER_MS);
    this.staleSinceMs ??= atMs > this.nowMs ? 0 : atMs;
  }
}
