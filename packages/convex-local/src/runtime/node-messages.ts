import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import type { Code } from "./evaluate";
import { CONVEX_ERROR, type Failure } from "./failure";
import type { Declared } from "./registered";

/** The data with which a worker of Node actions starts. */
export interface NodeCode extends Code {
  /** The file from which external packages are resolved. */
  requireFrom: string;
}

/** A thrown value as it travels between threads, which keep neither an error's name nor its data. */
type Thrown = { text: string } | { name: string; message: string; stack: string; data?: string };

/** To a worker: a call of a function, or the response to one of its system calls. */
export type ToWorker =
  | { kind: "call"; call: number; path: string; args: string }
  | { kind: "answer"; request: number; value: unknown }
  | ({ kind: "refusal"; request: number } & Pick<Failure, "message" | "data">);

/** A system call of a function. */
export type SystemCall =
  | { type: "async"; op: string; args: Record<string, JSONValue> }
  | { type: "js"; op: string; args: Record<string, unknown> };

/** From a worker. */
export type FromWorker =
  | { kind: "loaded"; functions: Declared[] }
  | { kind: "notLoaded"; thrown: Thrown }
  | { kind: "print"; call: number; path: string; line: string }
  | ({ kind: "request"; call: number; request: number } & SystemCall)
  | { kind: "ended"; call: number; answer: string }
  | { kind: "failed"; call: number; thrown: Thrown; isUnhandled: boolean };

export function packThrown(thrown: unknown): Thrown {
  if (!(thrown instanceof Error))
    return { text: typeof thrown === "string" ? thrown : inspect(thrown) };
  // Packages set them to anything, for example to functions, which cannot be sent.
  const { name, message, stack = "" }: Partial<Record<keyof Error, unknown>> = thrown;
  // The convex package passes the data of a ConvexError as JSON text.
  const data = CONVEX_ERROR in thrown && "data" in thrown && { data: String(thrown.data) };
  return { name: String(name), message: String(message), stack: String(stack), ...data };
}

export function unpackThrown(thrown: Thrown): unknown {
  if ("text" in thrown) return thrown.text;
  const { name, message, stack, data } = thrown;
  const mark = data !== undefined && { [CONVEX_ERROR]: true, data };
  return Object.assign(new Error(message), { name, stack, ...mark });
}
