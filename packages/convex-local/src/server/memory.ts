import { getHeapStatistics } from "node:v8";
import { Overloaded } from "./admission";

/**
 * The share of Node's memory that all clients together may use, and the share of that
 * for one address.
 */
const PART_FOR_CLIENTS = 1 / 4;
const PART_FOR_ADDRESS = 1 / 4;

const TOO_MUCH = "The connections of this address use too much memory.";

/** Something held for clients. Several clients can share it; it is in memory once. */
export interface Held {
  readonly bytes: number;
}

/** Sums the sizes of held things; a shared thing counts once. */
class Ledger {
  readonly #times = new Map<Held, number>();
  bytes = 0;

  add(thing: Held): void {
    const times = this.#times.get(thing) ?? 0;
    this.#times.set(thing, times + 1);
    if (times === 0) this.bytes += thing.bytes;
  }

  remove(thing: Held): void {
    const times = this.#times.get(thing) ?? 0;
    if (times > 1) {
      this.#times.set(thing, times - 1);
      return;
    }
    this.#times.delete(thing);
    this.bytes -= thing.bytes;
  }

  get isEmpty(): boolean {
    return this.#times.size === 0;
  }
}

/** Closes a connection and immediately releases its memory. */
type End = (reason: Overloaded) => void;

/** {@link Memory.hold} for one address. */
export type Hold = (thing: Held, end?: End) => () => void;

/** The memory held for one address, and how to close its connections, the newest last. */
class Account extends Ledger {
  readonly connections = new Set<End>();
}

/**
 * Limits the memory held for clients: connections, incoming messages, arguments,
 * dependencies of subscribed queries, and unsent responses. One address may use a
 * quarter of the limit for all. When the limit is reached, connections of the address
 * that uses the most are closed, so a flood closes only its own connections.
 */
export class Memory {
  readonly #all = new Ledger();
  readonly #accounts = new Map<string, Account>();

  constructor(
    private readonly bytes = getHeapStatistics().heap_size_limit * PART_FOR_CLIENTS,
    private readonly bytesOfOne = bytes * PART_FOR_ADDRESS,
  ) {}

  /**
   * Counts a thing until the returned function is called.
   * @param end - Closes the connection that holds the thing, if others need the memory.
   * @throws Overloaded
   */
  hold(address: string, thing: Held, end?: End): () => void {
    const account = this.#accounts.get(address) ?? new Account();
    this.#accounts.set(address, account);
    account.add(thing);
    this.#all.add(thing);
    if (end) account.connections.add(end);
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      if (end) account.connections.delete(end);
      account.remove(thing);
      this.#all.remove(thing);
      if (account.isEmpty) this.#accounts.delete(address);
    };
    if (account.bytes <= this.bytesOfOne && this.#makeRoom(account)) return release;
    release();
    throw new Overloaded(TOO_MUCH);
  }

  /** Whether the total fits, after closing connections of the addresses that use the most. */
  #makeRoom(asking: Account): boolean {
    while (this.#all.bytes > this.bytes) {
      const largest = [...this.#accounts.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      const newest = [...largest.connections].at(-1);
      if (largest === asking || !newest) return false;
      largest.connections.delete(newest);
      newest(new Overloaded(TOO_MUCH));
    }
    return true;
  }
}

/** A variable number of bytes held for an address. */
export class Tally {
  #bytes = 0;
  #release = () => {};

  constructor(private readonly hold: Hold) {}

  /** @throws Overloaded */
  add(bytes: number): void {
    const all = this.#bytes + bytes;
    // A refusal leaves nothing held, so that `take` cannot be refused later.
    this.clear();
    this.#release = this.hold({ bytes: all });
    this.#bytes = all;
  }

  take(bytes: number): void {
    if (bytes < this.#bytes) this.add(-bytes);
    else this.clear();
  }

  clear(): void {
    this.#release();
    this.#bytes = 0;
  }
}
