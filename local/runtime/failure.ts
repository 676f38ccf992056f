import { randomBytes } from "node:crypto";
import { SourceMap, type SourceMapPayload } from "node:module";
import type { JSONValue } from "convex/values";
import { CodedError } from "../store/errors";
import type { Outcome } from "./types";

/** Maps positions in a bundle back to the files it was made from. */
export class SourceMaps {
  readonly #maps = new Map<string, SourceMap>();

  add(file: string, map: string): void {
    // esbuild writes standard source maps.
    this.#maps.set(file, new SourceMap(JSON.parse(map) as SourceMapPayload));
  }

  /** An error's text, with the frames that lie in the project: `    at f (../convex/m.ts:1:2)`. */
  describe({ name, message, stack = "" }: Error): string {
    return [
      `Uncaught ${name}: ${message}`,
      ...stack.split("\n").flatMap((l) => this.#trace(l)),
    ].join("\n");
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

/** A refusal by the runtime itself: shown without "Uncaught", for nobody's code threw it. */
export class Refusal extends Error {}

/** Why new code was not installed; the code is Convex's. The old code stays. */
export class DeployError extends CodedError {}

const CONVEX_ERROR = Symbol.for("ConvexError");

interface Failure {
  message: string;
  data?: JSONValue;
}

/** What a function threw, told to the developer: text with the frames of the functions' files. */
export function describeThrown(thrown: unknown, maps: SourceMaps): Failure {
  if (thrown instanceof Refusal) return { message: thrown.message };
  if (!(thrown instanceof Error)) return { message: `Uncaught ${String(thrown)}` };
  const message = maps.describe(thrown);
  if (!(CONVEX_ERROR in thrown) || !("data" in thrown)) return { message };
  // The convex package hands the data over as JSON text.
  const { data } = thrown;
  return { message, data: typeof data === "string" ? (JSON.parse(data) as JSONValue) : null };
}

export function failedOutcome({ message, data }: Failure): Outcome {
  const text = `[Request ID: ${randomBytes(8).toString("hex")}] Server Error\n${message}`;
  return { success: false, message: text, ...(data !== undefined && { data }) };
}

/** To rethrow inside the calling function; the convex package turns `data` into a ConvexError. */
export function nestedFailure({ message, data }: Failure): Error {
  return Object.assign(new Error(message), data !== undefined && { data });
}
