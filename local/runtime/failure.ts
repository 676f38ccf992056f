import { randomBytes } from "node:crypto";
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import type { JSONValue } from "convex/values";
import type { Outcome } from "./types";

/** Maps positions in a bundle back to the files it was made from. */
export class SourceMaps {
  readonly #maps = new Map<string, SourceMap>();

  add(file: string, map: string): void {
    // esbuild writes standard source maps.
    this.#maps.set(file, new SourceMap(JSON.parse(map) as SourceMapPayload));
  }

  /** The frames of a stack that lie in the project's functions, as `    at f (../convex/m.ts:1:2)`. */
  trace(stack: string): string[] {
    return stack.split("\n").flatMap((line) => {
      const frame = /^\s+at (?:(.*?) \()?(functions-[^:]+):(\d+):(\d+)\)?$/.exec(line);
      const map = frame?.[2] === undefined ? undefined : this.#maps.get(frame[2]);
      if (!frame || !map) return [];
      const found = map.findEntry(Number(frame[3]) - 1, Number(frame[4]) - 1);
      if (!("originalSource" in found)) return [];
      const place = `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn}`;
      return [`    at ${frame[1] ?? "<anonymous>"} (${place})`];
    });
  }
}

/** A refusal by the runtime itself: shown without "Uncaught", for nobody's code threw it. */
export class Refusal extends Error {}

/** Why new code was not installed; the code is Convex's. The old code stays. */
export class DeployError extends Error {
  override readonly name = "DeployError";

  constructor(
    readonly code:
      | "InvalidModules"
      | "InvalidSchema"
      | "InvalidAuthConfig"
      | "AuthConfigMissingEnvironmentVariable"
      | "SchemaValidation",
    message: string,
  ) {
    super(message);
  }
}

const CONVEX_ERROR = Symbol.for("ConvexError");

interface Failure {
  message: string;
  data?: JSONValue;
}

/** What a function threw, told to the developer: text with the frames of the functions' files. */
export function describeThrown(thrown: unknown, maps: SourceMaps): Failure {
  if (thrown instanceof Refusal) return { message: thrown.message };
  if (!(thrown instanceof Error)) return { message: `Uncaught ${String(thrown)}` };
  const text = `Uncaught ${thrown.name}: ${thrown.message}`;
  const message = [text, ...maps.trace(thrown.stack ?? "")].join("\n");
  if (!(CONVEX_ERROR in thrown) || !("data" in thrown)) return { message };
  return { message, data: convexErrorData(thrown.data) };
}

/** The convex package hands the data over as JSON text. */
function convexErrorData(data: unknown): JSONValue {
  return typeof data === "string" ? (JSON.parse(data) as JSONValue) : null;
}

/** What the client sees. */
export function failedOutcome({ message, data }: Failure): Outcome {
  const text = `[Request ID: ${randomBytes(8).toString("hex")}] Server Error\n${message}`;
  return { success: false, message: text, ...(data === undefined ? {} : { data }) };
}

/** Rethrown inside the calling function; the convex package turns `data` into a ConvexError. */
export class NestedFailure extends Error {
  readonly data?: JSONValue;

  constructor({ message, data }: Failure) {
    super(message);
    if (data !== undefined) this.data = data;
  }
}
