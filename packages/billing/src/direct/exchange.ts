const BACKOFF_MS = 250;
/** The client does not wait for a longer Retry-After. */
const LONGEST_WAIT_MS = 10_000;
const SECOND_MS = 1000;
/** The server can't respond, or not yet. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const LEVELS = ["debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof LEVELS)[number];
const WRITERS = {
  debug: "debug",
  info: "info",
  warn: "warn",
  error: "error",
  fatal: "error",
} as const satisfies Record<LogLevel, keyof Console>;

/** The result of one request; without a status there was no response. */
export type Exchange =
  | { status: number; retryAfter: string | null; text: string }
  | { status: null; reason: string };

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Sending {
  fetch: Fetch;
  timeoutMs: number;
  /** The caller's signal, which ends the wait immediately. */
  signal?: AbortSignal | undefined;
}

export const CANCELED: Exchange = { status: null, reason: "the call was canceled" };

/**
 * Sends a request once, with a timeout. Never rejects.
 *
 * The wait ends on time even if `fetch` ignores its signal.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  { fetch, timeoutMs, signal }: Sending,
): Promise<Exchange> {
  if (signal?.aborted === true) return CANCELED;
  const controller = new AbortController();
  return await new Promise((resolve) => {
    const end = (answer: Exchange) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      resolve(answer);
    };
    const giveUp = (answer: Exchange) => {
      end(answer);
      controller.abort();
    };
    const cancel = () => giveUp(CANCELED);
    const late: Exchange = { status: null, reason: `none within ${timeoutMs} ms` };
    const timer = setTimeout(() => giveUp(late), timeoutMs);
    signal?.addEventListener("abort", cancel);
    void send(fetch, url, { ...init, signal: controller.signal }).then(end);
  });
}

async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Exchange> {
  try {
    const response = await fetch(url, init);
    const { status, headers } = response;
    return { status, retryAfter: headers.get("Retry-After"), text: await response.text() };
  } catch (error) {
    return { status: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The delay before a retry: the server's Retry-After, or else twice as long each time, with jitter.
 *
 * @param tries - The number of attempts so far.
 * @param random - Uniform in [0, 1).
 * @returns Null: a retry would not help, or not soon enough.
 */
export function retryDelayMs(answer: Exchange, tries: number, random: number): number | null {
  const backoff = BACKOFF_MS * 2 ** (tries - 1) * (0.5 + random);
  if (answer.status === null) return backoff;
  if (!PASSING.has(answer.status)) return null;
  const { retryAfter } = answer;
  if (retryAfter === null || !/^\d+$/.test(retryAfter)) return backoff;
  const asked = Number(retryAfter) * SECOND_MS;
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backoff);
}

/** Waits. @returns False if the caller has canceled in the meantime. */
export async function wait(delayMs: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return false;
  return await new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      resolve(isOver);
    };
    const cancel = () => end(false);
    const timer = setTimeout(() => end(true), delayMs);
    signal?.addEventListener("abort", cancel);
  });
}

export type Log = (level: LogLevel, message: string) => void;

/** A log of one client. Lines below its level are not written. */
export function createLog(threshold: LogLevel): Log {
  return (level, message) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold)) return;
    const time = new Date().toISOString().slice(11, 19);
    console[WRITERS[level]](`${time} ${level} [Autumn] ${message}`);
  };
}
