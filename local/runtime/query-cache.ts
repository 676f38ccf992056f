import { overlaps } from "../store/read-set";
import type { Database, Snapshot } from "../store/types";
import type { Call, Caller, QueryRun } from "./types";

const MAX_ENTRIES = 1_000;

interface Cached {
  run: QueryRun;
  ts: bigint;
  caller: string;
}

/** What a caller may see, as a key. */
function callerKey(caller: Caller): string {
  return caller.kind === "user" ? JSON.stringify(caller.identity) : caller.kind;
}

/**
 * Equal queries share one run until something that they read is written. The caller is part of
 * the key only for queries that asked who calls (and for internal access, which only admins have).
 */
export class QueryCache {
  readonly #cached = new Map<string, Cached[]>();
  readonly #running = new Map<string, Promise<QueryRun>>();

  constructor(private readonly database: Database) {
    database.onCommit(({ writes }) => {
      for (const [key, entries] of this.#cached) {
        const fresh = entries.filter(({ run }) => !overlaps(run.readSet, writes));
        if (fresh.length === 0) this.#cached.delete(key);
        else if (fresh.length < entries.length) this.#cached.set(key, fresh);
      }
    });
  }

  clear(): void {
    this.#cached.clear();
    this.#running.clear();
  }

  /** Returns the cached run that holds at the snapshot, or runs (once for all who ask now). */
  async find(
    call: Call,
    journal: string | null,
    snapshot: Snapshot,
    run: () => Promise<{ run: QueryRun; impure: boolean }>,
  ): Promise<QueryRun> {
    const key = JSON.stringify([call.path, call.caller.kind === "admin", call.args, journal]);
    const caller = callerKey(call.caller);
    const hit = this.#cached
      .get(key)
      ?.find((entry) => entry.ts <= snapshot.ts && this.#isFor(entry, caller));
    if (hit) return hit.run;
    const runningKey = `${snapshot.ts} ${caller} ${key}`;
    const running =
      this.#running.get(runningKey) ?? this.#start(runningKey, key, caller, snapshot, run);
    return running;
  }

  #isFor({ run, caller }: Cached, other: string): boolean {
    return !run.readsIdentity || caller === other;
  }

  #start(
    runningKey: string,
    key: string,
    caller: string,
    snapshot: Snapshot,
    start: () => Promise<{ run: QueryRun; impure: boolean }>,
  ): Promise<QueryRun> {
    const running = start().then(({ run, impure }) => {
      // A commit during the run may have touched what it read: keep only what is still newest.
      const isCurrent = this.#running.get(runningKey) === running;
      if (isCurrent) this.#running.delete(runningKey);
      const isNewest = this.database.head.ts === snapshot.ts;
      if (isCurrent && isNewest && !impure) this.#keep(key, { run, ts: snapshot.ts, caller });
      return run;
    });
    this.#running.set(runningKey, running);
    return running;
  }

  #keep(key: string, entry: Cached): void {
    this.#cached.set(key, [...(this.#cached.get(key) ?? []), entry]);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_ENTRIES && oldest !== undefined) this.#cached.delete(oldest);
  }
}
