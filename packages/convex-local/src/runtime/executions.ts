import { EventEmitter, once } from "node:events";
import { capital } from "./addresses";
import type { Failure } from "./failure";
import type { Call } from "./types";

/** The number of executions that are kept; fewer if they print much. */
const KEPT = 1_000;
const KEPT_CHARACTERS = 16 * 1024 * 1024;
const WAIT_MS = 30_000;

type UdfType = "query" | "mutation" | "action" | "httpAction";

/** One run of a function, in the form of `npx convex logs`. */
interface Execution {
  kind: "Completion";
  /** Seconds since 1970. */
  timestamp: number;
  udfType: string;
  identifier: string;
  componentPath: string | null;
  logLines: { level: string; messages: string[]; timestamp: number; isTruncated: boolean }[];
  /** Seconds. */
  executionTime: number;
  success: object | null;
  error: string | null;
  executionId: string;
  identityType: string;
}

function structured(line: string, timestamp: number): Execution["logLines"][number] {
  const [prefix = "", level = "LOG"] = /^\[(\w+)\] /.exec(line) ?? [];
  return { level, messages: [line.slice(prefix.length)], timestamp, isTruncated: false };
}

/** Called when a function has ended, with its error. */
export type Ended = (failure?: Failure) => void;

/** The latest executions, for those who follow the log. */
export class Executions {
  readonly #kept: { atMs: number; length: number; describe: () => Execution }[] = [];
  #length = 0;
  readonly #news = new EventEmitter().setMaxListeners(0);
  #lastMs = 0;

  begin(
    { path, component = "", caller }: Pick<Call, "path" | "component" | "caller">,
    udfType: UdfType,
    logLines: readonly string[],
  ): Ended {
    const startedMs = performance.now();
    // The operator's own queries are not listed.
    if (path.startsWith("_system/")) return () => undefined;
    return (failure) => {
      // A cursor distinguishes executions across restarts.
      const atMs = (this.#lastMs = Math.max(Date.now(), this.#lastMs + 0.001));
      const executionTime = (performance.now() - startedMs) / 1000;
      const length = logLines.reduce((sum, line) => sum + line.length, 0);
      const describe = (): Execution => ({
        kind: "Completion",
        timestamp: atMs / 1000,
        udfType: capital(udfType),
        identifier: path.replace(/^http:(?=[A-Z]+ )/, "").replace(/:default$/, ""),
        componentPath: component === "" ? null : component,
        logLines: logLines.map((line) => structured(line, atMs)),
        executionTime,
        success: failure ? null : {},
        error: failure ? [failure.message, ...failure.frames].join("\n") : null,
        executionId: String(atMs),
        identityType: caller.kind === "admin" ? "instance_admin" : caller.kind,
      });
      this.#kept.push({ atMs, length, describe });
      this.#length += length;
      while (this.#kept.length > KEPT || this.#length > KEPT_CHARACTERS)
        this.#length -= this.#kept.shift()?.length ?? 0;
      this.#news.emit("ended");
    };
  }

  /**
   * The executions after the cursor, in milliseconds. A follower waits for one, at
   * most 30 seconds; the first request, with 0, is answered at once.
   */
  async after(cursor: number): Promise<{ entries: Execution[]; newCursor: number }> {
    if (cursor > 0 && cursor >= this.#lastMs) {
      const signal = AbortSignal.timeout(WAIT_MS);
      await once(this.#news, "ended", { signal }).catch(() => undefined);
    }
    const entries = this.#kept.filter(({ atMs }) => atMs > cursor);
    const newCursor = Math.max(cursor, this.#lastMs) || Date.now();
    return { entries: entries.map(({ describe }) => describe()), newCursor };
  }
}
