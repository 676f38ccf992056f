import { randomUUID } from "node:crypto";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";

type Args = Record<string, Value>;

export const query = (path: string) => makeFunctionReference<"query", Args, Value>(path);
export const mutation = (path: string) => makeFunctionReference<"mutation", Args, Value>(path);
const action = (path: string) => makeFunctionReference<"action", Args, Value>(path);

/** A deployment that serves the functions of `convex/` beside this file. */
export class Target {
  readonly http: ConvexHttpClient;
  /** Separates the data of one check from all other data. */
  readonly run = randomUUID();
  readonly #clients: ConvexClient[] = [];

  constructor(readonly url: string) {
    this.http = new ConvexHttpClient(url, { logger: false });
  }

  query(path: string, args: Args = {}): Promise<Value> {
    return this.http.query(query(path), args);
  }

  /** The result of a query with a text. */
  async text(path: string, args: Args = {}): Promise<string> {
    const answer = await this.query(path, args);
    if (typeof answer === "string") return answer;
    throw new Error(`${path} answered no text.`);
  }

  mutation(path: string, args: Args = {}): Promise<Value> {
    return this.http.mutation(mutation(path), args);
  }

  action(path: string, args: Args = {}): Promise<Value> {
    return this.http.action(action(path), args);
  }

  /** A client over WebSocket, until `close`. */
  connect(): ConvexClient {
    const client = new ConvexClient(this.url, { logger: false });
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }
}

/** One property of every Convex deployment. Rejects if this one differs. */
export interface Check {
  area:
    | "protocol"
    | "limits"
    | "transactions"
    | "components"
    | "pagination"
    | "files"
    | "scheduling"
    | "failures";
  name: string;
  run: (target: Target) => Promise<void>;
}

const PATIENCE_MS = 20_000;
const STEP_MS = 20;

/** Resolves when the condition is true. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    if (await isTrue()) return;
    await new Promise((done) => setTimeout(done, STEP_MS));
  }
  throw new Error(`It never came true that ${what}.`);
}

/** The message of its failure. */
export async function failure(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: unknown) => String(error),
  );
}
