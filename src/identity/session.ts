import { decodeJwt } from "jose";
import type { Identity } from "./adapter";

/** What signing in gives. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Where the refresh token outlives the page. */
export interface TokenStore {
  read: () => string | null;
  write: (refreshToken: string | null) => void;
}

/** What a session needs of the world around it. */
export interface SessionPorts {
  store: TokenStore;
  /** The next tokens; null when the server says that the session has ended. Rejects offline. */
  refresh: (refreshToken: string) => Promise<Tokens | null>;
  end: (refreshToken: string) => Promise<void>;
  /** Runs one task at a time, whichever tab it comes from. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  /** Until it is worth asking again after the network failed. */
  recover: (failures: number) => Promise<void>;
  now: () => number;
}

/** Too short a rest of a token's life to start a request with. */
const MARGIN_MS = 30_000;

/** Keeps one person signed in: the access token in memory, the refresh token in the store. */
export class Session {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  #accessToken: string | null = null;
  /** Which session the access token belongs to. */
  #family: string | undefined;
  #identity: Identity;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#identity = { status: ports.store.read() === null ? "signedOut" : "loading" };
  }

  readonly identity = (): Identity => this.#identity;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * For Convex. Null only when the server has said that the session is over: a
   * network that fails is waited for, and what is still valid is used meanwhile.
   */
  readonly fetchAccessToken = async (options: {
    forceRefreshToken: boolean;
  }): Promise<string | null> => {
    const { now, recover } = this.#ports;
    if (!options.forceRefreshToken && isValid(this.#accessToken, now() + MARGIN_MS)) {
      return this.#accessToken;
    }
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#refresh();
      } catch {
        if (isValid(this.#accessToken, now())) return this.#accessToken;
        await recover(failures);
      }
    }
  };

  /** Takes the tokens that signing in has given; null signs this browser out. */
  readonly adopt = (tokens: Tokens | null): void => {
    this.#ports.store.write(tokens?.refreshToken ?? null);
    this.#settle(tokens);
  };

  /** Follows what is in the store: at the start, and when another tab has changed it. */
  readonly follow = async (): Promise<void> => {
    const stored = this.#ports.store.read();
    if (stored === null) this.#settle(null);
    else if (familyOf(stored) !== this.#family) {
      this.#accessToken = null;
      this.#show({ status: "loading" });
      await this.fetchAccessToken({ forceRefreshToken: true });
    }
  };

  /** Signs out here at once, and on the server as soon as it hears of it. */
  readonly signOut = async (): Promise<void> => {
    const refreshToken = this.#ports.store.read();
    this.adopt(null);
    if (refreshToken !== null) await this.#ports.end(refreshToken);
  };

  async #refresh(): Promise<string | null> {
    const { store, refresh, exclusively } = this.#ports;
    return await exclusively(async () => {
      const refreshToken = store.read();
      const tokens = refreshToken === null ? null : await refresh(refreshToken);
      // Someone may have signed in or out while the answer was on its way.
      if (store.read() === refreshToken) this.adopt(tokens);
      return this.#accessToken;
    });
  }

  #settle(tokens: Tokens | null): void {
    this.#accessToken = tokens?.accessToken ?? null;
    this.#family = familyOf(tokens?.refreshToken ?? null);
    this.#show(tokens ? identityOf(tokens.accessToken) : { status: "signedOut" });
  }

  #show(next: Identity): void {
    if (isSame(this.#identity, next)) return;
    this.#identity = next;
    for (const listener of this.#listeners) listener();
  }
}

function identityOf(accessToken: string): Identity {
  const { sub, preferred_username: username } = decodeJwt(accessToken);
  if (sub === undefined || typeof username !== "string") {
    throw new Error("The access token names no one");
  }
  return { status: "signedIn", subject: sub, username };
}

/** The half of a refresh token that stays the same as long as the session lasts. */
function familyOf(refreshToken: string | null): string | undefined {
  return refreshToken?.split(".")[0];
}

function isValid(accessToken: string | null, at: number): boolean {
  return accessToken !== null && (decodeJwt(accessToken).exp ?? 0) * 1000 > at;
}

function isSame(a: Identity, b: Identity): boolean {
  return (
    a.status === b.status &&
    (a.status !== "signedIn" || b.status !== "signedIn" || a.subject === b.subject)
  );
}
