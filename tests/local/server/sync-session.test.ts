import { setImmediate } from "node:timers/promises";
import type { JSONValue } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Usage } from "../../../packages/convex-local/src/runtime/limits";
import { Dependency, type Answer } from "../../../packages/convex-local/src/runtime/query-cache";
import { Rounds } from "../../../packages/convex-local/src/runtime/rounds";
import type { Runtime } from "../../../packages/convex-local/src/runtime/runtime";
import { Admission } from "../../../packages/convex-local/src/server/admission";
import {
  AuthFailure,
  createAuthenticate,
  type Authenticate,
} from "../../../packages/convex-local/src/server/auth";
import { Memory } from "../../../packages/convex-local/src/server/memory";
import { encodeU64 } from "../../../packages/convex-local/src/server/protocol";
import type { ServerMessage } from "./wire";
import { SyncSession } from "../../../packages/convex-local/src/server/sync-session";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { makeTempFolder } from "../store/temp-folder";

const EXPIRY_MS = 60_000;

const refuse = () => Promise.reject(new Error("not asked in these tests"));

/** Until running work has had its turns of the event loop. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) {
    await setImmediate();
    await vi.advanceTimersByTimeAsync(0);
  }
}

const onlyGood: Authenticate = (_, value) =>
  value === "good"
    ? Promise.resolve({ caller: { kind: "nobody" }, expiresAtMs: Date.now() + EXPIRY_MS })
    : Promise.reject(new AuthFailure("InvalidAuthHeader", "no such token"));

/** A session on a socket that only records. */
function openSession({
  answer = refuse,
  mutation = refuse,
  drained = () => Promise.resolve(),
  authenticate = onlyGood,
  memory = new Memory(),
}: {
  answer?: Runtime["answer"];
  mutation?: Runtime["mutation"];
  drained?: () => Promise<void>;
  authenticate?: Authenticate;
  memory?: Memory;
} = {}) {
  const sent: ServerMessage[] = [];
  const closed: [code: number, reason: string][] = [];
  const doing = { answer, mutation, clientAction: refuse, release: () => undefined };
  const runtime = { ...doing, queue: { width: 1 } };
  const turns = { parsing: new Rounds(), pushes: new Rounds() };
  const dealing = { admission: new Admission(), memory, ...turns };
  const database = openDatabase({ dir: makeTempFolder() });
  const session = new SyncSession(
    { database, runtime, authenticate, ...dealing },
    {
      address: "127.0.0.1",
      // The session's own messages, as its protocol has them.
      send: (text, onSent) => {
        sent.push(JSON.parse(text) as ServerMessage);
        void drained().then(onSent);
      },
      drained,
      close: (code, reason) => closed.push([code, reason]),
    },
  );
  const say = async (message: Record<string, JSONValue> | string) => {
    void session.receive(typeof message === "string" ? message : JSON.stringify(message));
    await settle();
  };
  return { say, sent, closed, session, database };
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
describe("a fatal error", () => {
  it.each([
    ["text that is not JSON", "{"],
    ["JSON that is not a message", "null"],
    ["a first message other than Connect", JSON.stringify(MUTATION)],
    ["a session without a name", JSON.stringify({ ...CONNECT, sessionId: undefined })],
    ["a session with a long name", JSON.stringify({ ...CONNECT, sessionId: "s".repeat(101) })],
    ["an invalid timestamp", JSON.stringify({ ...CONNECT, maxObservedTimestamp: "x" })],
  ])("is final for %s, which a reconnect would repeat", async (_, text) => {
    const { say, sent, closed } = openSession();
    await say(text);
    expect(typesOf(sent)).toEqual(["FatalError"]);
    expect(closed).toEqual([[1008, "FatalError"]]);
  });

  it.each([
    ["a request whose id is not a number", { requestId: "0".repeat(1_000) }],
    ["a function whose name is not a string", { udfPath: { a: 1 } }],
  ])("follows %s, before it runs", async (_, wrong) => {
    const { say, sent } = openSession();
    await say(CONNECT);
    await say({ ...MUTATION, ...wrong });
    expect(typesOf(sent)).toEqual(["FatalError"]);
  });

  it("is temporary when the backend itself fails, even with a syntax error", async () => {
    const { say, sent, closed } = openSession({
      mutation: () => Promise.reject(new SyntaxError("ours")),
    });
    await say(CONNECT);
    await say(MUTATION);
    expect(sent).toEqual([]);
    expect(closed).toEqual([[1011, "InternalServerError"]]);
  });
});

describe("a client that does not read", () => {
  it("has its calls wait, in order, until it has read what it was sent", async () => {
    const ran: unknown[] = [];
    const outcome = { success: true, value: 1 } as const;
    const mutation: Runtime["mutation"] = ({ path }) => {
      ran.push(path);
      return Promise.resolve({ outcome, logLines: [], ts: 1n });
    };
    let read: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (read = resolve));
    const { say } = openSession({ mutation, drained: () => reading });
    await say(CONNECT);
    for (const [requestId, udfPath] of ["m:a", "m:b", "m:c"].entries())
      await say({ ...MUTATION, requestId, udfPath });
    expect(ran).toEqual([]);
    read();
    await settle();
    expect(ran).toEqual(["m:a", "m:b", "m:c"]);
  });
});

describe("a session above the memory of its address", () => {
  const REFUSED = [
    1011,
    "TooManyConcurrentRequests: The connections of this address use too much memory.",
  ];
  const add = (args: JSONValue, journal: string | null = null) => ({
    ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
    modifications: [{ type: "Add", queryId: 1, udfPath: "m:q", args: [args], journal }],
  });
  const answering =
    (value: string, keys = 0): Runtime["answer"] =>
    () => {
      const reads = Array.from({ length: keys }, (_, n) => ({ lo: `${n}`, hi: `${n}z` }));
      const readSet = new Map([["t.by_id", reads]]);
      const depends = { readSet, asksWho: false, isUnsteady: false };
      const outcome = { success: true, value } as const;
      const run = { outcome, logLines: [], usage: new Usage(), ...depends, journal: null };
      return Promise.resolve({ run, dependency: new Dependency(readSet, 0n, null), owner: null });
    };
  const text = "x".repeat(30_000);
  const never = () => new Promise<never>(() => {});

  it.each<[what: string, message: Record<string, JSONValue>, answer?: Runtime["answer"]]>([
    ["large arguments of subscriptions", add({ text })],
    ["a large journal", add({}, text)],
    ["a large answer", add({}), answering(text)],
    ["an answer that read much", add({}), answering("", 1_000)],
    ["large arguments of a mutation", { ...MUTATION, args: [{ text }] }],
    ["large arguments of an action", { ...MUTATION, type: "Action", args: [{ text }] }],
  ])("ends with %s, and keeps nothing", async (_, message, answer = answering("")) => {
    const memory = new Memory(80_000);
    const { say, closed } = openSession({ memory, answer, mutation: never });
    await say(CONNECT);
    await say(message);
    expect(closed).toEqual([REFUSED]);
    await settle();
    memory.hold("127.0.0.1", { bytes: 20_000 });
  });

  it("counts an answer until its client has read it", async () => {
    const memory = new Memory(80_000);
    let isRead = Promise.resolve();
    let read = () => {};
    const answer: Runtime["answer"] = (...asked) => {
      isRead = new Promise((resolve) => (read = resolve));
      return answering("x".repeat(10_000))(...asked);
    };
    const { say, closed } = openSession({ memory, answer, drained: () => isRead });
    await say(CONNECT);
    await say(add({}));
    const other = { bytes: 8_000 };
    expect(closed).toEqual([]);
    expect(() => memory.hold("127.0.0.1", other)).toThrow("too much memory");
    read();
    await settle();
    memory.hold("127.0.0.1", other);
    expect(closed).toEqual([]);
  });
});

describe("a session's identity", () => {
  it("is refused with the version last sent, which the client knows", async () => {
    const { say, sent, closed } = openSession({ drained: () => new Promise(() => undefined) });
    await say(CONNECT);
    await say(token(0, "good"));
    await say(token(1, "bad"));
    const refused = { type: "AuthError", baseVersion: 0, authUpdateAttempted: true };
    expect(sent).toMatchObject([refused]);
    expect(closed).toEqual([[1008, "InvalidAuthHeader"]]);
  });

  it.each([[5], [true], [null], [["key"]], [{ length: 0 }]])(
    "is refused when the admin key is not a string: %j",
    async (value) => {
      const authenticate = createAuthenticate("key", () => []);
      const { say, sent, closed } = openSession({ authenticate });
      await say(CONNECT);
      await say({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value });
      expect(typesOf(sent)).toEqual(["AuthError"]);
      expect(closed).toEqual([[1008, "BadAdminKey"]]);
    },
  );

  it("is valid until it expires, on an open socket too", async () => {
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

describe("a session's messages", () => {
  const modify = (baseVersion: number) => ({
    ...{ type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1 },
    modifications: [{ type: "Add", queryId: 1, udfPath: "m:q", args: [] }],
  });

  /** A query with another answer in every run, and a function that invalidates the last one. */
  const counting = () => {
    const answers: Answer[] = [];
    const answer = vi.fn<Runtime["answer"]>(() => {
      const outcome = { success: true, value: answers.length + 1 } as const;
      const depends = { readSet: new Map(), asksWho: false, isUnsteady: false };
      const run = { outcome, logLines: [], usage: new Usage(), ...depends, journal: null };
      answers.push({ run, dependency: new Dependency(run.readSet, 0n, null), owner: null });
      return Promise.resolve(answers.at(-1) ?? refuse());
    });
    return { answer, change: () => answers.at(-1)?.dependency.expire(1n) };
  };

  it.each([
    ["query set", modify(1), "BaseVersionMismatch: querySet 1, expected 0"],
    ["identity", token(1, "good"), "BaseVersionMismatch: identity 1, expected 0"],
  ])("that skip a version of the %s end it", async (_, message, error) => {
    const { say, sent, closed } = openSession();
    await say(CONNECT);
    await say(message);
    await say(token(0, "good"));
    expect(sent).toEqual([{ type: "FatalError", error }]);
    expect(closed).toEqual([[1008, "FatalError"]]);
  });

  it("that are events, or of a future kind, are ignored", async () => {
    const { say, sent, closed } = openSession();
    await say(CONNECT);
    await say({ type: "Event", eventType: "x", event: {} });
    await say({ type: "Later" });
    expect([sent, closed]).toEqual([[], []]);
  });

  it("are accepted from a client that has seen the newest time, and not from one that saw a later one", async () => {
    const connect = (maxObservedTimestamp: bigint) => ({
      ...{ ...CONNECT, maxObservedTimestamp: encodeU64(maxObservedTimestamp) },
    });
    const [same, later] = [openSession(), openSession()];
    await same.say(connect(same.database.head.ts));
    await later.say(connect(later.database.head.ts + 1n));
    expect(same.closed).toEqual([]);
    expect(later.closed).toMatchObject([[1011, expect.stringMatching(/^InternalServerError/)]]);
  });

  it("report the difference of the clocks in each transition", async () => {
    const { say, sent } = openSession(counting());
    await say({ ...CONNECT, clientTs: Date.now() + 5_000 });
    await say(modify(0));
    const serverTs = Date.now() * 1_000_000;
    expect(sent).toMatchObject([{ type: "Transition", clientClockSkew: 5_000, serverTs }]);
  });

  it("wait for a slow client, which then gets only the last state", async () => {
    const { answer, change } = counting();
    let take = (): void => undefined;
    const drained = () => new Promise<void>((resolve) => (take = resolve));
    const { say, sent } = openSession({ answer, drained });
    await say(CONNECT);
    await say(modify(0));
    expect([sent, answer.mock.calls]).toEqual([[], []]);
    take();
    await settle();
    expect(sent).toMatchObject([{ modifications: [{ queryId: 1, value: 1 }] }]);
    for (let n = 0; n < 3; n += 1) change();
    await say({ type: "Event" });
    expect(answer).toHaveBeenCalledTimes(1);
    take();
    await settle();
    expect(sent).toMatchObject([{}, { modifications: [{ queryId: 1, value: 2 }] }]);
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it("stop with the socket: nothing more is run or sent", async () => {
    const { answer, change } = counting();
    const { say, sent, session } = openSession({ answer });
    await say(CONNECT);
    await say(modify(0));
    session.close();
    change();
    await say(modify(1));
    expect(sent).toHaveLength(1);
    expect(answer).toHaveBeenCalledTimes(1);
  });
});
