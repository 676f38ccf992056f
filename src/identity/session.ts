import { decodeJwt } from "jose";
import type { Identity } from "./adapter";

/** The result of a sign-in. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** The stored tokens. Without an access token, it is the format of an earlier version. */
export interface StoredTokens {
  refreshToken: string;
  accessToken: string | null;
}

/** The token store, shared by all tabs of a browser. */
export interface TokenStore {
  read: () => StoredTokens | null;
  write: (tokens: Tokens | null) => void;
}

/** The ports of a session. */
export interface SessionPorts {
  store: TokenStore;
  /** The next tokens; null if the server has ended the session. Rejects when offline. */
  refresh: (refreshToken: string) => Promise<Tokens | null>;
  end: (refreshToken: string) => Promise<void>;
  /** Runs one task at a time across all tabs. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  /** Waits before the next attempt after a network failure. */
  recover: (failures: number) => Promise<void>;
  /** The user of an ended session has signed in again: the connection needs the new token. */
  resumed: () => void;
  now: () => number;
}

/** A token that expires sooner than this is not used for a new request. */
const MARGIN_MS = 30_000;

/**
 * Keeps one user signed in across all tabs of a browser; one tab refreshes for all.
 *
 * An ended session stays on the screen, as `ended`, until its user signs in again or signs out, so
 * that no input is lost.
 */
export class Session {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  #accessToken: string | null = null;
  /** The session of the access token. */
  #family: string | undefined;
  #identity: Identity;
  /** Callers that wait for a token until the user of an ended session has decided. */
  #waiting: ((accessToken: string | null) => void)[] = [];

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
   * For Convex. Returns null only if signed out: it waits for the network, and for the user of an
   * ended session. In the meantime it uses a token that is still valid.
   */
  readonly fetchAccessToken = async (options: {
    forceRefreshToken: boolean;
  }): Promise<string | null> => {
    const { now, recover } = this.#ports;
    if (!options.forceRefreshToken && isValid(this.#accessToken, now() + MARGIN_MS)) {
      return this.#accessToken;
    }
    for (let failures = 1; !this.#hasEnded(); failures += 1) {
      try {
        const accessToken = await this.#refresh();
        if (!this.#hasEnded()) return accessToken;
      } catch {
        if (isValid(this.#accessToken, now())) return this.#accessToken;
        await recover(failures);
      }
    }
    return await new Promise((resolve) => this.#waiting.push(resolve));
  };

  /** The server has ended the session, according to a response or a subscription. */
  readonly end = (): void => {
    if (this.#identity.status === "signedIn") this.#show({ ...this.#identity, ended: true });
  };

  /** Stores the tokens of a sign-in; null signs this browser out. */
  readonly adopt = (tokens: Tokens | null): void => {
    this.#ports.store.write(tokens);
    this.#settle(tokens);
  };

  /** Applies the stored tokens: at the start, and when another tab has changed them. */
  readonly follow = async (): Promise<void> => {
    const stored = this.#ports.store.read();
    if (stored === null) {
      // An ended session with input waits for a decision in this tab.
      if (!this.#hasEnded()) this.#settle(null);
    } else if (familyOf(stored) !== this.#family) {
      if (this.#isPersonOf(stored)) {
        this.#settle(stored);
        return;
      }
      this.#accessToken = null;
      this.#show({ status: "loading" });
      await this.fetchAccessToken({ forceRefreshToken: true });
    }
  };

  /** Signs out immediately in this browser, and on the server as soon as it is reachable. */
  readonly signOut = async (): Promise<void> => {
    const stored = this.#ports.store.read();
    this.adopt(null);
    if (stored !== null) await this.#ports.end(stored.refreshToken);
  };

  async #refresh(): Promise<string | null> {
    const { store, refresh, exclusively, now } = this.#ports;
    return await exclusively(async () => {
      const stored = store.read();
      const shared = stored?.accessToken ?? null;
      if (shared !== this.#accessToken && isValid(shared, now() + MARGIN_MS)) {
        // Another tab has refreshed while this one was waiting for its turn.
        this.#settle(stored);
        return this.#accessToken;
      }
      const tokens = stored === null ? null : await refresh(stored.refreshToken);
      // The user may have signed in or out before the response arrived.
      if (store.read()?.refreshToken !== stored?.refreshToken) return this.#accessToken;
      if (tokens === null && stored !== null && this.#identity.status === "signedIn") this.end();
      else this.adopt(tokens);
      return this.#accessToken;
    });
  }

  #settle(tokens: StoredTokens | null): void {
    const hadEnded = this.#hasEnded();
    this.#accessToken = tokens?.accessToken ?? null;
    this.#family = familyOf(tokens);
    this.#show(
      this.#accessToken === null ? { status: "signedOut" } : identityOf(this.#accessToken),
    );
    const waiting = this.#waiting.splice(0);
    for (const resolve of waiting) resolve(this.#accessToken);
    if (hadEnded && tokens && waiting.length === 0) this.#ports.resumed();
  }

  #hasEnded(): boolean {
    return this.#identity.status === "signedIn" && this.#identity.ended === true;
  }

  /** Whether an ended session of this tab continues with another tab's tokens. */
  #isPersonOf({ accessToken }: StoredTokens): boolean {
    const { now } = this.#ports;
    if (!this.#hasEnded() || !isValid(accessToken, now() + MARGIN_MS)) return false;
    return accessToken !== null && isPerson(this.#identity, identityOf(accessToken));
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
    throw new Error("The access token has no id or no username");
  }
  return { status: "signedIn", subject: sub, username };
}

/** The half of a refresh token that stays the same for the whole session. */
function familyOf(tokens: StoredTokens | null): string | undefined {
  return tokens?.refreshToken.split(".")[0];
}

function isValid(accessToken: string | null, at: number): boolean {
  return accessToken !== null && (decodeJwt(accessToken).exp ?? 0) * 1000 > at;
}

function isSame(a: Identity, b: Identity): boolean {
  if (a.status !== "signedIn" || b.status !== "signedIn") return a.status === b.status;
  return isPerson(a, b) && a.ended === b.ended;
}

function isPerson(a: Identity, b: Identity): boolean {
  return a.status === "signedIn" && b.status === "signedIn" && a.subject === b.subject;
}
