import { UnsecuredJWT } from "jose";
import { vi } from "vitest";
import type { SessionPorts, StoredTokens, Tokens } from "../../src/identity/session";

/** The lifetime of an access token. */
export const LIFE_S = 900;

/** One browser: the state that its tabs share. Each test sets the server's responses. */
export function browser(stored: string | null = null) {
  const world = {
    /** The stored refresh token. If a test sets it, no access token is stored with it. */
    get stored() {
      return this.tokens?.refreshToken ?? null;
    },
    set stored(refreshToken: string | null) {
      this.tokens = refreshToken === null ? null : { refreshToken, accessToken: null };
    },
    tokens: null as StoredTokens | null,
    now: 0,
    serial: 0,
  };
  world.stored = stored;
  let queue: Promise<unknown> = Promise.resolve();
  const ports: SessionPorts = {
    store: {
      read: () => world.tokens,
      write: (written) => {
        world.tokens = written;
      },
    },
    refresh: vi.fn(async () => await Promise.resolve(tokens())),
    end: vi.fn(async () => await Promise.resolve()),
    exclusively: async <T>(task: () => Promise<T>) => {
      const turn = queue.then(task);
      queue = turn.catch(() => null);
      return await turn;
    },
    resumed: vi.fn(),
    recover: vi.fn(async () => await Promise.resolve()),
    now: () => world.now,
  };

  /** As the server would sign them; the browser does not check the signature. */
  function tokens(username = "ada", family = "family"): Tokens {
    world.serial += 1;
    const accessToken = new UnsecuredJWT({ preferred_username: username, n: world.serial })
      .setSubject(`acct_${username}`)
      .setIssuedAt(world.now / 1000)
      .setExpirationTime(world.now / 1000 + LIFE_S)
      .encode();
    return { accessToken, refreshToken: `${family}.${world.serial}` };
  }

  return { world, ports, tokens, refresh: vi.mocked(ports.refresh) };
}

/** A promise that a test settles. */
export function deferred<T>() {
  const settle: { resolve: (value: T) => void; reject: (error: Error) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
}

/** Lets all pending microtasks run. */
export async function turns(): Promise<void> {
  for (let n = 0; n < 30; n += 1) await Promise.resolve();
}
