import type { JSONValue } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Runtime } from "../../../local/runtime/runtime";
import { AuthFailure } from "../../../local/server/auth";
import type { Authenticate } from "../../../local/server/auth";
import type { ServerMessage } from "../../../local/server/protocol";
import { SyncSession } from "../../../local/server/sync-session";
import { openDatabase } from "../../../local/store/database";
import { makeTempFolder } from "../store/temp-folder";

const EXPIRY_MS = 60_000;

const refuse = () => Promise.reject(new Error("not asked in these tests"));

/** A session on a socket that only remembers. */
function openSession({
  mutation = refuse,
  drained = () => Promise.resolve(),
}: { mutation?: Runtime["mutation"]; drained?: () => Promise<void> } = {}) {
  const sent: ServerMessage[] = [];
  const closed: [code: number, reason: string][] = [];
  const authenticate: Authenticate = (_, value) =>
    value === "good"
      ? Promise.resolve({ caller: { kind: "nobody" }, expiresAtMs: Date.now() + EXPIRY_MS })
      : Promise.reject(new AuthFailure("InvalidAuthHeader", "no such token"));
  const runtime = { query: refuse, mutation, action: refuse };
  const database = openDatabase({ dir: makeTempFolder() });
  const session = new SyncSession(
    { database, runtime, authenticate },
    {
      send: (message) => sent.push(message),
      drained,
      close: (code, reason) => closed.push([code, reason]),
    },
  );
  const say = async (message: Record<string, JSONValue> | string) => {
    session.receive(typeof message === "string" ? message : JSON.stringify(message));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { say, sent, closed };
}

const CONNECT = { type: "Connect", sessionId: "s", connectionCount: 0, lastCloseReason: null };
const MUTATION = { type: "Mutation", requestId: 0, udfPath: "m:f", args: [{}] };
const token = (baseVersion: number, value: string) => ({
  type: "Authenticate",
  baseVersion,
  tokenType: "User",
  value,
});
const typesOf = (sent: readonly ServerMessage[]) => sent.map(({ type }) => type);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a session's end", () => {
  it.each([
    ["what is no JSON", "{"],
    ["JSON that is no message", "null"],
    ["a first message other than Connect", JSON.stringify(MUTATION)],
    ["a timestamp that is none", JSON.stringify({ ...CONNECT, maxObservedTimestamp: "x" })],
  ])("is final for %s, which would come again after a reconnect", async (_, text) => {
    const { say, sent, closed } = openSession();
    await say(text);
    expect(typesOf(sent)).toEqual(["FatalError"]);
    expect(closed).toEqual([[1008, "FatalError"]]);
  });

  it("invites the client back when the fault is our own, even if it looks like a bad text", async () => {
    const { say, sent, closed } = openSession({
      mutation: () => Promise.reject(new SyntaxError("ours")),
    });
    await say(CONNECT);
    await say(MUTATION);
    expect(sent).toEqual([]);
    expect(closed).toEqual([[1011, "InternalServerError"]]);
  });
});

describe("a session's identity", () => {
  it("is refused against the version last sent, which is the one that the client knows", async () => {
    const { say, sent, closed } = openSession({ drained: () => new Promise(() => undefined) });
    await say(CONNECT);
    await say(token(0, "good"));
    await say(token(1, "bad"));
    const refused = { type: "AuthError", baseVersion: 0, authUpdateAttempted: true };
    expect(sent).toMatchObject([refused]);
    expect(closed).toEqual([[1008, "InvalidAuthHeader"]]);
  });

  it("counts until it expires, on an open socket too", async () => {
    const outcome = { success: true, value: 1 } as const;
    const mutation = vi.fn(() => Promise.resolve({ outcome, logLines: [], ts: 1n }));
    const { say, sent, closed } = openSession({ mutation });
    await say(CONNECT);
    await say(token(0, "good"));
    await vi.advanceTimersByTimeAsync(EXPIRY_MS - 1);
    await say(MUTATION);
    expect(typesOf(sent)).toEqual(["Transition", "MutationResponse", "Transition"]);
    await vi.advanceTimersByTimeAsync(1);
    await say({ ...MUTATION, requestId: 1 });
    expect(mutation).toHaveBeenCalledTimes(1);
    expect(sent.slice(3)).toMatchObject([
      { type: "AuthError", error: "InvalidAuthHeader: Token expired", baseVersion: 1 },
    ]);
    expect(sent[3]).toMatchObject({ authUpdateAttempted: false });
    expect(closed).toEqual([[1008, "InvalidAuthHeader"]]);
  });
});
