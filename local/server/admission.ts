import type { Caller } from "../runtime/types";
import { CodedError } from "../store/errors";

/** The number of calls of one client that may wait or run at the same time. */
const MAX_QUEUED = 1_000;

/** The client has too many open calls; it may come back later. */
export class Overloaded extends CodedError {
  constructor() {
    super(
      "TooManyConcurrentRequests",
      `More than ${MAX_QUEUED} calls of this client are waiting. Spread them out over time.`,
    );
  }
}

/** The owner of turns: a user, and for anonymous callers their address. */
export function clientOf(caller: Caller, address: string): string {
  if (caller.kind === "user") return `user ${JSON.stringify(caller.identity["tokenIdentifier"])}`;
  return caller.kind === "admin" ? "admin" : `address ${address}`;
}

/** Counts what is kept for each client. */
export class Admission {
  readonly #queued = new Map<string, number>();

  /** @throws Overloaded when too many calls of this client are open. */
  async admit<T>(client: string, work: () => Promise<T>): Promise<T> {
    const queued = this.#queued.get(client) ?? 0;
    if (queued >= MAX_QUEUED) throw new Overloaded();
    this.#queued.set(client, queued + 1);
    try {
      return await work();
    } finally {
      const left = (this.#queued.get(client) ?? 1) - 1;
      if (left > 0) this.#queued.set(client, left);
      else this.#queued.delete(client);
    }
  }
}
