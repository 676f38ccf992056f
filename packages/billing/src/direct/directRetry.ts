import type { Exchange } from "./directExchange";

const BACKOFF_MS = 250;
/** A longer Retry-After is not waited for. */
const LONGEST_WAIT_MS = 10_000;
const SECOND_MS = 1000;

/** The server could not answer, or not yet. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * How long to wait before a request is retried: as long as the server asks for,
 * else twice as long each time, with jitter.
 *
 * @param tries - How often it was sent so far.
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

/** Waits. @returns False: the caller has canceled meanwhile. */
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
