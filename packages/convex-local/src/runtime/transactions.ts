import { setTimeout } from "node:timers/promises";
import type { Database, RequestKey } from "../store/database";
import { Conflict } from "../store/errors";
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

type Attempting<T> = (tx: Transaction) => Attempt<T> | Promise<Attempt<T>>;

interface Transacted<T> {
  result: T;
  ts: bigint | null;
}

/** A commit that may not be durable yet, and what to run once it is. */
interface Committed<T> extends Transacted<T> {
  effects: readonly (() => Promise<void>)[];
  saved: Promise<void>;
}

/**
 * How writing transactions run. "optimistic", as on Convex: concurrently, each on the
 * snapshot that it began with; if another one changes its reads, it runs again.
 * "serial": one after another, so that none runs twice.
 */
export type Concurrency = "optimistic" | "serial";

/** Transactions that run concurrently. */
const MOST_AT_ONCE = 16;
/** As on Convex. */
const MAX_RETRIES = 4;
const FIRST_PAUSE_MS = 10;

/** A random time below a limit that doubles, so that the same transactions don't conflict again. */
const pauseBefore = (retry: number) => setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** retry);

/** All writes of the backend, scheduled fairly among clients. */
export class TransactionQueue extends Rounds {
  /** How many transactions run at once. */
  readonly width: number;

  constructor(
    private readonly database: Database,
    concurrency: Concurrency = "optimistic",
    private readonly pause: (retry: number) => Promise<unknown> = pauseBefore,
  ) {
    const width = concurrency === "serial" ? 1 : MOST_AT_ONCE;
    super(width);
    this.width = width;
  }

  /**
   * Runs an attempt and commits its writes. `ts` is null without writes. Resolves
   * when the commit, and everything that the attempt read, is safe; the next attempt
   * need not wait for it. After a conflict there is another attempt with a new
   * transaction. A function that returns synchronously can't conflict.
   * `client` is the owner of the turn, by default the backend.
   * @throws Conflict after four retries, NotSaved
   */
  async transact<T>(attempt: Attempting<T>, client = ""): Promise<Transacted<T>> {
    return this.#saved(await this.take(client, () => this.#commit(attempt)));
  }

  /** Like `transact`, while no other transaction runs. */
  async transactAlone<T>(attempt: Attempting<T>): Promise<Transacted<T>> {
    return this.#saved(await this.alone(() => this.#commit(attempt)));
  }

  async write<T>(change: (tx: Transaction) => T, client?: string): Promise<T> {
    const { result } = await this.transact((tx) => ({ commit: true, result: change(tx) }), client);
    return result;
  }

  async #commit<T>(attempt: Attempting<T>): Promise<Committed<T>> {
    for (let retry = 0; ; retry += 1) {
      try {
        const tx = this.database.begin();
        const made = attempt(tx);
        return this.#close(tx, made instanceof Promise ? await made : made);
      } catch (error) {
        if (!(error instanceof Conflict) || retry === MAX_RETRIES) throw error;
      }
      await this.pause(retry);
    }
  }

  #close<T>(tx: Transaction, made: Attempt<T>): Committed<T> {
    const { commit, result, answer, numbers, afterCommit = [] } = made;
    const ts = commit ? this.database.commit(tx, answer, numbers) : null;
    return { result, ts, effects: commit ? afterCommit : [], saved: this.database.saved() };
  }

  async #saved<T>({ result, ts, effects, saved }: Committed<T>): Promise<Transacted<T>> {
    await saved;
    for (const effect of effects) await effect();
    return { result, ts };
  }
}
