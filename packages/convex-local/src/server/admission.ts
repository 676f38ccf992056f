import type { Caller } from "../runtime/types";
import { CodedError } from "../store/errors";

/** The number of calls of one client that may wait or run at the same time. */
const MAX_QUEUED = 1_000;

const TOO_MANY = `More than ${MAX_QUEUED} calls of this client are waiting. Spread them out over time.`;

/** The client has too many requests at the same time; it can retry later. */
export class Overloaded extends CodedError {
  /** @param message - At most 90 characters, because a socket's close reason is short. */
  constructor(message: string) {
    super("TooManyConcurrentRequests", message);
  }
}

/** The user of a credential, from any source; null: anonymous. */
export function nameOf(caller: Caller): string | null {
  if (caller.kind === "user") return `user ${JSON.stringify(caller.identity["tokenIdentifier"])}`;
  return caller.kind === "admin" ? "admin" : null;
}

/** The owner of turns: a user, and for anonymous callers their address. */
export function clientOf(caller: Caller, address: string): string {
  return nameOf(caller) ?? `address ${address}`;
}

/** Counts the memory held for each client. */
export class Admission {
  readonly #queued = new Map<string, number>();

  /** @throws Overloaded when too many calls of this client are open. */
  async admit<T>(client: string, work: () => Promise<T>): Promise<T> {
    const queued = this.#queued.get(client) ?? 0;
    if (queued >= MAX_QUEUED) throw new Overloaded(TOO_MANY);
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
