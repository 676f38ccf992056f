/** The outcome of one sending; without a status there was no response. */
export type Exchange =
  | { status: number; retryAfter: string | null; text: string }
  | { status: null; reason: string };

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Sending {
  fetch: Fetch;
  timeoutMs: number;
  /** The caller's signal: it ends the wait at once. */
  signal?: AbortSignal | undefined;
}

export const CANCELED: Exchange = { status: null, reason: "the call was canceled" };

/**
 * Sends a request once, with a timeout. Never rejects.
 *
 * The wait ends on time even where `fetch` does not heed its signal.
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
