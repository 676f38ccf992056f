import type { Database, DedupeEntry, Transaction } from "../store/types";
import { LIMITS } from "./limits";
import { Turns } from "./turns";

/** What one attempt leaves: whether to commit, and what the caller gets. */
interface Attempt<T> {
  commit: boolean;
  result: T;
  entry?: DedupeEntry;
  afterCommit?: readonly (() => Promise<void>)[];
}

/** All writes of the backend, one transaction after another in the order they were asked for. */
export class TransactionQueue {
  readonly #turns = new Turns();

  constructor(private readonly database: Database) {}

  /** Runs anything in turn with the transactions. */
  enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#turns.take(work);
  }

  /** Runs, commits, and runs again when another writer came between. `ts` is null if undone. */
  transact<T>(
    attempt: (tx: Transaction) => Attempt<T> | Promise<Attempt<T>>,
  ): Promise<{ result: T; ts: bigint | null }> {
    return this.enqueue(async () => {
      for (let retries = 0; retries <= LIMITS.conflictRetries; retries += 1) {
        const tx = this.database.begin();
        const { commit, result, entry, afterCommit = [] } = await attempt(tx);
        if (!commit) return { result, ts: null };
        const outcome = this.database.commit(tx, entry);
        if (outcome.kind === "conflict") continue;
        for (const effect of afterCommit) await effect();
        await this.database.flushed();
        return { result, ts: outcome.ts };
      }
      throw new Error("Documents read from or written to changed while this mutation was running.");
    });
  }

  /** A short transaction of the runtime itself. */
  async write<T>(change: (tx: Transaction) => T): Promise<T> {
    const { result } = await this.transact((tx) => ({ commit: true, result: change(tx) }));
    return result;
  }

  /** Resolves when everything asked for so far is done. */
  idle(): Promise<void> {
    return this.enqueue(() => undefined);
  }
}
