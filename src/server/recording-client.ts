import type { ConvexReactClient } from "convex/react";
import type { ConvexHttpClient } from "convex/browser";
import { preloadedClient } from "../app/preloaded-client";
import { questionOf } from "../app/preloaded-answers";
import type { PreloadedAnswers } from "../app/preloaded-answers";

interface Question {
  query: Parameters<ConvexHttpClient["query"]>[0];
  args: Record<string, unknown>;
}

/** A client that never connects: it returns known data and records all other queries. */
export function recordingClient(
  url: string,
  { queries }: PreloadedAnswers,
): { client: ConvexReactClient; recorded: ReadonlyMap<string, Question> } {
  const recorded = new Map<string, Question>();
  const client = preloadedClient(url, { queries });
  const watchQuery = client.watchQuery.bind(client);
  client.watchQuery = (query, ...argsAndOptions) => {
    const args = argsAndOptions[0] ?? {};
    const question = questionOf(query, args);
    if (!(question in queries)) recorded.set(question, { query, args });
    return watchQuery(query, ...argsAndOptions);
  };
  client.connectionState = () => CONNECTED;
  return { client, recorded };
}

/** The connection state at the start: no failure is known. */
const CONNECTED: ReturnType<ConvexReactClient["connectionState"]> = {
  hasInflightRequests: false,
  isWebSocketConnected: true,
  timeOfOldestInflightRequest: null,
  hasEverConnected: true,
  connectionCount: 1,
  connectionRetries: 0,
  inflightMutations: 0,
  inflightActions: 0,
};

/** Runs all queries at once, signed out. */
export async function askAll(
  http: ConvexHttpClient,
  recorded: ReadonlyMap<string, Question>,
): Promise<Record<string, unknown>> {
  const answers = [...recorded].map(
    async ([question, { query, args }]) =>
      [question, (await http.query(query, args)) as unknown] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
}
