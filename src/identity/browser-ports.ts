import { base64url } from "jose";
import type { Session, SessionPorts, StoredTokens, TokenStore } from "./session";

const KEY = "spotlight.refreshToken";
const DEVICE_KEY = "spotlight.device";
const DEVICE_BYTES = 32;
const LONGEST_WAIT_MS = 30_000;

export const browserStore: TokenStore = {
  read: () => parse(localStorage.getItem(KEY)),
  write: (tokens) => {
    if (tokens === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(tokens));
  },
};

/** Both tokens. Earlier versions of the site stored only the refresh token, as plain text. */
function parse(stored: string | null): StoredTokens | null {
  if (stored === null || stored === "") return null;
  return stored.startsWith("{")
    ? (JSON.parse(stored) as StoredTokens)
    : { refreshToken: stored, accessToken: null };
}

/**
 * The secret that identifies this browser at sign-in, so that strangers who guess
 * passwords can't lock it out. It stays after a sign-out.
 */
export function deviceSecret(): string {
  const known = localStorage.getItem(DEVICE_KEY);
  if (known !== null && known !== "") return known;
  const made = base64url.encode(crypto.getRandomValues(new Uint8Array(DEVICE_BYTES)));
  localStorage.setItem(DEVICE_KEY, made);
  return made;
}

/** The browser's storage, locks, network state and clock. */
export const browserPorts: Omit<SessionPorts, "refresh" | "end" | "resumed"> = {
  store: browserStore,
  exclusively: async (task) => await navigator.locks.request(KEY, task),
  recover: waitForNetwork,
  now: () => Date.now(),
};

/**
 * Keeps the tabs of a browser in sync. The browser notifies every other tab of a change of the
 * stored token; a page that was frozen has to check by itself.
 */
export function followOtherTabs(session: Session): void {
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) void session.follow();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) void session.follow();
  });
}

/** Waits until the browser is online again, or for a delay that doubles each time. */
async function waitForNetwork(failures: number): Promise<void> {
  const waitMs = Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, waitMs);
    addEventListener("online", done);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
  });
}
