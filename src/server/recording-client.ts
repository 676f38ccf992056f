import type { Watch, WatchQueryOptions } from "convex/react";
import type { ConnectionState, ConvexHttpClient } from "convex/browser";
import type { ArgsAndOptions, FunctionReturnType } from "convex/server";
import { questionOf } from "../app/preloaded-answers";
import { SiteClient } from "../app/site-client";
import type { AnyQuery } from "../app/site-client";

/** Queries by their questions: see `questionOf`. */
export type Questions = ReadonlyMap<string, Question>;

interface Question {
  query: Parameters<ConvexHttpClient["query"]>[0];
  args: Record<string, unknown>;
}

/** A client for rendering on the server. It never connects, and records the watched queries. */
export class RecordingClient extends SiteClient {
  readonly watched = new Map<string, Question>();

  override watchQuery<Query extends AnyQuery>(
    query: Query,
    ...argsAndOptions: ArgsAndOptions<Query, WatchQueryOptions>
  ): Watch<FunctionReturnType<Query>> {
    const args = argsAndOptions[0] ?? {};
    this.watched.set(questionOf(query, args), { query, args });
    return super.watchQuery(query, ...argsAndOptions);
  }

  override connectionState(): ConnectionState {
    return CONNECTED;
  }
}

/** The connection state at the start: no failure is known. */
const CONNECTED: ConnectionState = {
  hasInflightRequests: false,
  isWebSocketConnected: true,
  timeOfOldestInflightRequest: null,
  hasEverConnected: true,
  connectionCount: 1,
  connectionRetries: 0,
  inflightMutations: 0,
  inflightActions: 0,
};

/** The deployment's answers to these questions, for an anonymous visitor. */
export async function askAll(
  http: ConvexHttpClient,
  questions: Questions,
): Promise<Record<string, unknown>> {
  const answers = [...questions].map(
    async ([question, { query, args }]) =>
      [question, (await http.query(query, args)) as unknown] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
}
