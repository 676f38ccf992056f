import { randomBytes } from "node:crypto";
import { SourceMap, type SourceMapPayload } from "node:module";
import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import { CodedError } from "../store/errors";
import type { Detail, Outcome } from "./types";

/** Maps positions in a bundle to its source files. */
export class SourceMaps {
  readonly #maps = new Map<string, SourceMap>();

  add(file: string, map: string): void {
    // esbuild writes standard source maps.
    this.#maps.set(file, new SourceMap(JSON.parse(map) as SourceMapPayload));
  }

  /** An error's text, with its frames in the project. */
  describe(error: Error): string {
    return [titleOf(error), ...this.framesOf(error)].join("\n");
  }

  /** The frames that lie in the project: `    at f (../convex/m.ts:1:2)`. */
  framesOf({ message, stack = "" }: Error): string[] {
    // The message comes first, and may contain anything.
    const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
    return frames.split("\n").flatMap((line) => this.#trace(line));
  }

  #trace(line: string): string[] {
    const frame = /^\s+at (?:(.*?) \()?(functions-[^:]+):(\d+):(\d+)\)?$/.exec(line);
    const map = this.#maps.get(frame?.[2] ?? "");
    const found = map?.findEntry(Number(frame?.[3]) - 1, Number(frame?.[4]) - 1);
    if (!found || !("originalSource" in found)) return [];
    const place = `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn}`;
    return [`    at ${frame?.[1] ?? "<anonymous>"} (${place})`];
  }
}

/** A refusal by the runtime itself: shown without "Uncaught", because no user code threw it. */
export class Refusal extends Error {}

/** Why new code was not installed; the code is Convex's. The old code stays. */
export class DeployError extends CodedError {}

/** Refuses the code, mostly with the command line's messages. */
export function refuseModules(message: string): never {
  throw new DeployError("InvalidModules", message);
}

/** Marks a `ConvexError` of any copy of the convex package. */
export const CONVEX_ERROR = Symbol.for("ConvexError");

const titleOf = ({ name, message }: Error) => `Uncaught ${name}: ${message}`;

/** The text of `inspect` after the last frame of a nested error. */
const CLOSING = " ,]}{";
const LONGEST_POSITION = 24;

/**
 * The rest of a line after a frame; null for other lines. Linear, because the text
 * is untrusted.
 */
function afterFrame(line: string): string | null {
  if (!/^[ \t]+at /.test(line)) return null;
  let end = line.length;
  while (CLOSING.includes(line.charAt(end - 1))) end -= 1;
  const position = line.slice(Math.max(0, end - LONGEST_POSITION), end);
  const isNamed = position.endsWith(")") && line.includes("(");
  return isNamed || /:\d+:\d+$/.test(position) ? line.slice(end) : null;
}

/** The public part of an error: its message, without the place in the code. */
export function withoutFrames(text: string): string {
  const [first = "", ...lines] = text.split("\n");
  const kept = [first];
  for (const line of lines) {
    const rest = afterFrame(line);
    if (rest === null) kept.push(line);
    else kept.push(`${kept.pop()}${rest}`);
  }
  return kept.join("\n");
}

export interface Failure {
  message: string;
  /** The frames that lie in the project. */
  frames: readonly string[];
  data?: JSONValue;
  /** An unexpected error: the log has its stack, because the caller does not get it. */
  stack?: string;
}

/** Node's errors for a request whose client has gone, which are no failures of the backend. */
export function isAborted(error: unknown): boolean {
  const isReset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
  return isReset && error.message === "aborted";
}

/** The error of a function: a text for the caller, and the place where it was thrown. */
export function describeThrown(thrown: unknown, maps: SourceMaps): Failure {
  if (isAborted(thrown)) return { message: "The client has gone.", frames: [] };
  if (thrown instanceof Refusal) return { message: thrown.message, frames: [] };
  if (!(thrown instanceof Error)) {
    const words = typeof thrown === "string" ? thrown : inspect(thrown);
    const message = withoutFrames(`Uncaught ${words}`);
    return { message, frames: [], stack: message };
  }
  const frames = maps.framesOf(thrown);
  const message = withoutFrames(titleOf(thrown));
  if (!(CONVEX_ERROR in thrown) || !("data" in thrown)) {
    const stack = frames.length > 0 ? maps.describe(thrown) : (thrown.stack ?? message);
    return { message, frames, stack };
  }
  // The convex package passes the data as JSON text.
  const { data } = thrown;
  const json = typeof data === "string" ? (JSON.parse(data) as JSONValue) : null;
  return { message, frames, data: json };
}

export function serverError(): string {
  return `[Request ID: ${randomBytes(8).toString("hex")}] Server Error`;
}

export function detailsOf({ message, frames }: Failure, detail: Detail): string[] {
  return detail === "none" ? [] : [message, ...(detail === "stack" ? frames : [])];
}

/** Every caller gets the data of a `ConvexError`. */
export function failedOutcome({ message, frames, data }: Failure, detail: Detail): Outcome {
  const shown = [serverError(), ...detailsOf({ message, frames }, detail)].join("\n");
  return { success: false, message: shown, ...(data !== undefined && { data }) };
}

/**
 * An error to rethrow inside the calling function; the convex package turns `data`
 * into a ConvexError.
 */
export function nestedFailure({ message, data }: Pick<Failure, "message" | "data">): Error {
  return Object.assign(new Error(message), data !== undefined && { data });
}

const MOST_REMEMBERED = 1_000;

/** Logs the stacks that callers do not get, each once: a failing query runs again and again. */
export class FailureLog {
  readonly #printed = new Set<string>();

  constructor(private readonly print: (path: string, line: string) => void) {}

  note(path: string, { frames, stack }: Failure): void {
    if (stack === undefined) return;
    // The same place with another message is the same error.
    const place = frames.length > 0 ? frames.join("\n") : stack;
    if (this.#printed.has(place)) return;
    if (this.#printed.size >= MOST_REMEMBERED) this.#printed.clear();
    this.#printed.add(place);
    this.print(path, stack);
  }
}
