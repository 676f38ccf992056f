import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import WebSocket from "ws";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";
import { closeGate, passesOf } from "./gates";
import { timeOf, Wire } from "./wire";

const FUNCTIONS = `
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { makeFunctionReference as ref } from "convex/server";
export const marker = query({ handler: () => null });
export const write = mutation({ handler: async (ctx, { who, gate }) => {
  if (gate) await globalThis.passGate(gate);
  await ctx.db.insert("messages", { channel: "fair", body: who });
  globalThis.fairOrder.push(who);
} });
export const read = query({ handler: async (ctx, { who }) => {
  globalThis.fairOrder.push(who);
  return (await ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", "read")).collect()).length;
} });
export const touch = mutation({ handler: (ctx) => ctx.db.insert("messages", { channel: "read", body: "" }) });
export const act = action({ handler: async (ctx, { gate }) => { await globalThis.passGate(gate); } });
export const actAndWrite = action({ handler: async (ctx, args) => { await ctx.runMutation(ref("live:write"), args); } });`;

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/live.ts": FUNCTIONS,
});
const issuer = await makeIssuer();
/** The executions, in order. */
const order: string[] = [];
Object.assign(globalThis, { fairOrder: order });
const wires: Wire[] = [];
let backend: Backend;
let gates = 0;

beforeAll(async () => {
  // If mutations run one after another, each has its place in one queue.
  backend = await startFixture(project, issuer.jwks, { concurrency: "serial" });
});
afterEach(() => {
  wires.splice(0).forEach((wire) => wire.close());
  order.length = 0;
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

async function connect(user?: string, at = backend, forwardedFor?: string): Promise<Wire> {
  const headers = forwardedFor === undefined ? {} : { "X-Forwarded-For": forwardedFor };
  const wire = await Wire.open(at.url, crypto.randomUUID(), headers);
  wires.push(wire);
  if (user !== undefined) wire.signIn(await issuer.sign(user));
  return wire;
}

async function overHttp(kind: string, path: string, args: object, token?: string) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const body = JSON.stringify({ path, args: [args] });
  return fetch(`${backend.url}/api/${kind}`, { method: "POST", headers, body });
}

/** Blocks the writer, so that requests meanwhile wait together. */
async function holdWriter(at = backend) {
  const name = `writer ${(gates += 1)}`;
  const gate = closeGate(name);
  const done = at.run("live:write", { who: "first", gate: name });
  await gate.arrived;
  return async () => {
    gate.open();
    await done;
  };
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe("a client that sends many requests", () => {
  it.each([
    ["one socket", 1],
    ["many sockets", 10],
  ])("does not delay another client's mutation: %s", async (_, count) => {
    const flooding = await Promise.all(times(count, () => connect()));
    const ben = await connect("ben");
    const release = await holdWriter();
    const flood = flooding.flatMap((wire) =>
      times(200 / count, () => wire.mutate("live:write", { who: "flood" })),
    );
    await Promise.all(flooding.map((wire) => wire.settle()));
    const answered = ben.mutate("live:write", { who: "ben" });
    await ben.settle();
    await release();
    await Promise.all([...flood, answered]);
    // At most the started calls, and one turn of the flood.
    expect(order.indexOf("ben")).toBeLessThanOrEqual(2);
    expect(order).toHaveLength(202);
  });

  it("does not delay another client's HTTP call, and is no faster through actions", async () => {
    const token = await issuer.sign("ben");
    const release = await holdWriter();
    const flooding = await connect();
    const flood = [
      ...times(100, () => flooding.mutate("live:write", { who: "flood" })),
      ...times(10, () => flooding.act("live:actAndWrite", { who: "flood" })),
      ...times(10, () => overHttp("mutation", "live:write", { who: "flood" })),
    ];
    await flooding.settle();
    const ben = await connect("ben");
    const first = ben.mutate("live:write", { who: "ben" });
    await ben.settle();
    const second = overHttp("mutation", "live:write", { who: "ben too" }, token);
    await release();
    await Promise.all([...flood, first, second]);
    expect(order.indexOf("ben")).toBeLessThanOrEqual(2);
    expect(order.indexOf("ben too")).toBeLessThan(100);
  });

  it("with many live queries does not delay another client's", async () => {
    const [flooding, ben] = [await connect(), await connect("ben")];
    flooding.modify(
      ...times(300, (n) => ({
        ...{ type: "Add", queryId: n, udfPath: "live:read", args: [{ who: `flood ${n}` }] },
      })),
    );
    await flooding.news(299);
    ben.watch(1, "live:read", { who: "ben" });
    await ben.news(1);
    order.length = 0;
    await backend.run("live:touch");
    await Promise.all([flooding.news(299, 1), ben.news(1, 1)]);
    // It is next after the calls that started before it.
    expect(order.indexOf("ben")).toBeLessThan(20);
    expect(order).toHaveLength(301);
  });

  it("does not use all places for actions", async () => {
    const [flooding, ben] = [await connect(), await connect("ben")];
    const gate = closeGate("held");
    const held = times(70, () => flooding.act("live:act", { gate: "held" }));
    await gate.arrived;
    await ben.act("live:act", { gate: "open" });
    gate.open();
    await Promise.all(held);
    expect(passesOf("held")).toBe(70);
  });
});

describe("clients behind a proxy", () => {
  it.each([
    ["are distinguished when it is declared", ["127.0.0.1"], 2],
    ["are one client when it is not declared", [], 21],
  ])("%s", async (_, proxies, place) => {
    const dataDir = `${project.dir}/behind ${proxies.length}`;
    const options = { dataDir, proxies, concurrency: "serial" as const };
    const behind = await startFixture(project, issuer.jwks, options);
    onTestFinished(behind.close);
    const [one, other] = [
      await connect(undefined, behind, "1.1.1.1"),
      await connect(undefined, behind, "2.2.2.2"),
    ];
    const release = await holdWriter(behind);
    const flood = times(20, () => one.mutate("live:write", { who: "one" }));
    await one.settle();
    const answered = other.mutate("live:write", { who: "other" });
    await other.settle();
    await release();
    await Promise.all([...flood, answered]);
    expect(order.indexOf("other")).toBe(place);
  });
});

describe("a socket's mutations", () => {
  it("run in order, also when it signs in between them", async () => {
    const wire = await connect();
    const release = await holdWriter();
    const before = times(20, (n) => wire.mutate("live:write", { who: `${n}` }));
    wire.signIn(await issuer.sign("ana"));
    const after = times(20, (n) => wire.mutate("live:write", { who: `${20 + n}` }));
    await wire.settle();
    await release();
    const answers = await Promise.all([...before, ...after]);
    expect(order).toEqual(["first", ...times(40, String)]);
    const told = answers.map(({ ts }) => timeOf(ts));
    expect(told).toEqual(told.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it("run one after another where those of others run side by side", async () => {
    const dataDir = `${project.dir}/optimistic`;
    const optimistic = await startFixture(project, issuer.jwks, { dataDir });
    onTestFinished(optimistic.close);
    const [wire, other] = [await connect(undefined, optimistic), await connect("ben", optimistic)];
    const gate = closeGate("held");
    const held = wire.mutate("live:write", { who: "first", gate: "held" });
    const next = wire.mutate("live:write", { who: "next" });
    await gate.arrived;
    await other.mutate("live:write", { who: "ben" });
    await wire.settle();
    expect(order).toEqual(["ben"]);
    gate.open();
    await Promise.all([held, next]);
    expect(order).toEqual(["ben", "first", "next"]);
  });
});

describe("the limits of one client", () => {
  it("are a thousand live queries on a socket", async () => {
    const wire = await connect();
    const add = (n: number) => ({ type: "Add", queryId: n, udfPath: "live:marker", args: [{ n }] });
    wire.modify(...times(1_000, add));
    await wire.news(999);
    wire.modify(add(1_000));
    const refusal = await wire.find((message) => message.type === "FatalError");
    expect(refusal.error).toMatch(/^TooManyQueries: /);
  });

  it("are a thousand waiting calls; a client that reconnects with more succeeds", async () => {
    const sessionId = crypto.randomUUID();
    const release = await holdWriter();
    const answered = new Set<number>();
    const mutations = times(1_100, (n) => ({
      ...{ type: "Mutation", requestId: n, udfPath: "live:write", args: [{ who: "flood" }] },
    }));
    const begin = async () => {
      const socket = new WebSocket(`${backend.url.replace("http", "ws")}/api/1.48.0/sync`);
      socket.on("message", (data) => {
        // The backend's own messages.
        const { type, requestId } = JSON.parse((data as Buffer).toString()) as {
          type: string;
          requestId: number;
        };
        if (type === "MutationResponse") answered.add(requestId);
        if (answered.size === mutations.length) socket.close(1000, "done");
      });
      await once(socket, "open");
      socket.send(JSON.stringify({ type: "Connect", sessionId, connectionCount: 0 }));
      for (const mutation of mutations) socket.send(JSON.stringify(mutation));
      const [code, reason] = (await once(socket, "close")) as [number, Buffer];
      return [code, reason.toString()];
    };
    expect(await begin()).toEqual([
      1011,
      expect.stringMatching(/^TooManyConcurrentRequests: /) as string,
    ]);
    const refused = await overHttp("query", "live:marker", {});
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "TooManyConcurrentRequests" });
    const token = await issuer.sign("ben");
    expect((await overHttp("query", "live:marker", {}, token)).status).toBe(200);
    await release();
    await backend.run("live:write", { who: "last" });
    let end: unknown[] = [];
    while (end[0] !== 1000) end = await begin();
    // Each ran once, however often it was sent.
    expect(order.filter((who) => who === "flood")).toHaveLength(1_100);
  });
});
