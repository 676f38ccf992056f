import type { JSONValue } from "convex/values";
import type { LogRecord } from "./format";

const HOUR_MS = 60 * 60 * 1000;
const ANSWER_LIFETIME_MS = 2 * HOUR_MS;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** The memory of an answer beside its text. */
const ANSWER_OVERHEAD_BYTES = 200;
const SESSION_LIFETIME_MS = 14 * 24 * HOUR_MS;
const MAX_SESSIONS = 500_000;
const ANSWERS_PER_LINE = 100;
const SESSIONS_PER_LINE = 1000;
const NS_PER_MS = 1_000_000n;

/** A client's own name for a mutation; numbers grow within a session. */
export interface RequestKey {
  sessionId: string;
  requestId: number;
  /** The sender, the only user who may get the answer. Null or absent: an anonymous client. */
  by?: string | null;
}

export interface Answer {
  value: JSONValue;
  logLines: string[];
}

interface Kept {
  readonly request: Required<RequestKey>;
  /** The answer as JSON, which takes less memory than its parts. */
  readonly text: string;
  readonly ts: bigint;
  readonly atMs: number;
}

/** An answer as the files have it. */
export function storedAs(
  { sessionId, requestId, by = null }: RequestKey,
  { value, logLines }: Answer,
): NonNullable<LogRecord["s"]> {
  const answer = [sessionId, requestId, value, logLines] as const;
  return by === null ? [...answer] : [...answer, by];
}

const keyOf = ({ sessionId, requestId }: RequestKey) => `${requestId} ${sessionId}`;
const sizeOf = ({ text }: Kept) => text.length + ANSWER_OVERHEAD_BYTES;

/**
 * The answers of mutations for clients that repeat them: for two hours, or as long
 * as the answers of two hours fit in 256 MB. For a session whose answers were
 * dropped, the number of the last one is kept for 14 days, so that nothing is done
 * twice.
 */
export class Answers {
  private readonly kept = new Map<string, Kept>();
  private readonly forgotten = new Map<string, { request: number; atMs: number }>();
  private bytes = 0;

  /**
   * `forgotten`: it may have been answered, but the answer is no longer stored.
   * `foreign`: a different user sent it. Null: it is new.
   */
  find(request: RequestKey): (Answer & { ts: bigint }) | "forgotten" | "foreign" | null {
    const kept = this.kept.get(keyOf(request));
    if (!kept) {
      const last = this.forgotten.get(request.sessionId)?.request ?? -1;
      return request.requestId <= last ? "forgotten" : null;
    }
    if (kept.request.by !== (request.by ?? null)) return "foreign";
    const { value, logLines } = JSON.parse(kept.text) as Answer; // written by `keep`
    return { value, logLines, ts: kept.ts };
  }

  /** By the wall clock: timestamps may be ahead of it. */
  keep(
    { sessionId, requestId, by = null }: RequestKey,
    answer: Answer,
    ts: bigint,
    atMs: number,
  ): void {
    const { value, logLines } = answer;
    const kept: Kept = {
      request: { sessionId, requestId, by },
      text: JSON.stringify({ value, logLines }),
      ts,
      atMs,
    };
    this.kept.set(keyOf(kept.request), kept);
    this.bytes += sizeOf(kept);
    this.expire(atMs);
  }

  expire(nowMs: number): void {
    for (const [key, kept] of this.kept) {
      // An answer from the future was stored with a wrong clock.
      const ageMs = Math.abs(nowMs - kept.atMs);
      if (ageMs <= ANSWER_LIFETIME_MS && this.bytes <= MAX_ANSWER_BYTES) break;
      this.kept.delete(key);
      this.bytes -= sizeOf(kept);
      this.forget(kept.request.sessionId, kept.request.requestId, nowMs);
    }
    for (const [session, { atMs }] of this.forgotten) {
      if (atMs >= nowMs - SESSION_LIFETIME_MS && this.forgotten.size <= MAX_SESSIONS) break;
      this.forgotten.delete(session);
    }
  }

  /** Reads a line of the log or of a snapshot. */
  replay({ t = "0", s, a = [], f = [] }: LogRecord, nowMs: number): void {
    for (const [session, request, atMs] of f) this.forget(session, request, Math.min(atMs, nowMs));
    for (const [ts, ...answer] of s ? [[t, ...s] as const] : a) {
      const [sessionId, requestId, value, logLines, by = null] = answer;
      // A time ahead of the clock was written with a wrong one; the real age is unknown.
      const atMs = Math.min(Number(BigInt(ts) / NS_PER_MS), nowMs);
      this.keep({ sessionId, requestId, by }, { value, logLines }, BigInt(ts), atMs);
    }
  }

  get isEmpty(): boolean {
    return this.kept.size === 0;
  }

  /** Lines of a snapshot: the answers at the time of the call. */
  records(): Iterable<LogRecord> {
    return recordsOf([...this.kept.values()], [...this.forgotten]);
  }

  /** The newest last, so that the oldest are dropped first. */
  private forget(session: string, request: number, atMs: number): void {
    const last = this.forgotten.get(session)?.request ?? -1;
    this.forgotten.delete(session);
    this.forgotten.set(session, { request: Math.max(last, request), atMs });
  }
}

function* recordsOf(
  kept: readonly Kept[],
  forgotten: readonly (readonly [string, { request: number; atMs: number }])[],
): Generator<LogRecord> {
  for (let at = 0; at < kept.length; at += ANSWERS_PER_LINE) {
    const some = kept.slice(at, at + ANSWERS_PER_LINE);
    yield {
      a: some.map(({ request, text, ts }) => {
        const answer = JSON.parse(text) as Answer; // written by `keep`
        return [String(ts), ...storedAs(request, answer)] as const;
      }),
    };
  }
  for (let at = 0; at < forgotten.length; at += SESSIONS_PER_LINE) {
    const some = forgotten.slice(at, at + SESSIONS_PER_LINE);
    yield { f: some.map(([session, { request, atMs }]) => [session, request, atMs]) };
  }
}
