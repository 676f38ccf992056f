import type { Fetch } from "../../src/direct/exchange";

export interface Sent {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | null | undefined;
}

type Answer = Response | Error | "never";

/** A network that records requests and returns responses in order; the last one repeats. */
export function fakeFetch(...answers: readonly (() => Answer)[]): { fetch: Fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method = "GET", headers, body, signal }) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]?.() ?? json({});
    const text = typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
    sent.push({ method, url, headers: new Headers(headers), body: text, signal });
    if (answer === "never") return await new Promise(() => undefined);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, sent };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}
