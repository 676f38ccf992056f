import type { Database, RequestKey } from "../store/database";
import type { Transaction } from "../store/transaction";
import { Rounds } from "./rounds";

/** Runs tasks one after another, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does; a failure does not stop later work. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

interface Attempt<T> {
  commit: boolean;
  result: T;
  answer?: Parameters<Database["commit"]>[1] & RequestKey;
  numbers?: Parameters<Database["commit"]>[2];
  afterCommit?: readonly (() => Promise<void>)[];
}

/**
 * All writes of the backend, one transaction after another, scheduled in rounds
 * for the clients.
 */
export class TransactionQueue extends Rounds {
  constructor(private readonly database: Database) {
    super();
  }

  /**
   * Runs an attempt and commits its writes. `ts` is null without writes. Resolves
   * when the commit, and everything that the attempt read, is safe; the next attempt
   * need not wait for it. `client` is the owner of the turn, by default the backend.
   * @throws NotSaved
   */
  async transact<T>(
    attempt: (tx: Transaction) => Attempt<T> | Promise<Attempt<T>>,
    client = "",
  ): Promise<{ result: T; ts: bigint | null }> {
    const { result, ts, effects, saved } = await this.take(client, async () => {
      const tx = this.database.begin();
      const { commit, result, answer, numbers, afterCommit = [] } = await attempt(tx);
      const ts = commit ? this.database.commit(tx, answer, numbers) : null;
      const effects = commit ? afterCommit : [];
      return { result, ts, effects, saved: this.database.saved() };
    });
    await saved;
    for (const effect of effects) await effect();
    return { result, ts };
  }

  async write<T>(change: (tx: Transaction) => T, client?: string): Promise<T> {
    const { result } = await this.transact((tx) => ({ commit: true, result: change(tx) }), client);
    return result;
  }
}
