import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";
import { closeGate, passesOf } from "./gates";
import { Wire } from "./wire";

const FUNCTIONS = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
const texts = async (ctx, room) =>
  (await ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", room)).collect()).map(({ text }) => text);
export const marker = query({ handler: () => null });
export const list = query({ handler: async (ctx, { room }) => {
  await globalThis.passGate(room);
  return texts(ctx, room);
} });
export const mine = query({ handler: async (ctx, { room }) => {
  await globalThis.passGate(room);
  return [(await ctx.auth.getUserIdentity())?.subject ?? null, ...await texts(ctx, room)];
} });
export const mineIfSo = query({ handler: async (ctx, { room }) => {
  await globalThis.passGate(room);
  const found = await texts(ctx, room);
  return found.includes("private") ? [(await ctx.auth.getUserIdentity())?.subject ?? null] : found;
} });
export const clock = query({ handler: async (ctx, { room }) => {
  await globalThis.passGate(room);
  return [Date.now() > 0, ...await texts(ctx, room)];
} });
export const refuse = query({ handler: async (ctx, { room }) => {
  await globalThis.passGate(room);
  throw new Error("no " + await texts(ctx, room));
} });
export const add = mutation({ handler: async (ctx, { room, text }) => { await ctx.db.insert("notes", { room, text }); } });`;

const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  messages: defineTable({ channel: v.string(), body: v.string() }).index("by_channel", ["channel"]),
  notes: defineTable({ room: v.string(), text: v.string() }).index("by_room", ["room"]),
});`;

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/schema.ts": SCHEMA,
  "convex/live.ts": FUNCTIONS,
});
const issuer = await makeIssuer();
const wires: Wire[] = [];
let backend: Backend;
let rooms = 0;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks);
});
afterEach(() => wires.splice(0).forEach((wire) => wire.close()));
afterAll(async () => {
  await backend.close();
  project.remove();
});

async function connect(user?: string): Promise<Wire> {
  const wire = await Wire.open(backend.url);
  wires.push(wire);
  if (user !== undefined) wire.signIn(await issuer.sign(user));
  return wire;
}

const connectMany = (count: number) => Promise.all(Array.from({ length: count }, () => connect()));
const newRoom = () => `shared room ${(rooms += 1)}`;
const add = (room: string, text: string) => backend.run("live:add", { room, text });

describe("the stored answer of a mutation", () => {
  const send = async (sessionId: string, token: string | null, room: string) => {
    const wire = await Wire.open(backend.url, sessionId);
    wires.push(wire);
    if (token !== null) wire.signIn(token);
    return await wire.mutate("live:add", { room, text: "x" });
  };

  it("goes only to its caller, with any of their tokens; another user changes nothing", async () => {
    const room = newRoom();
    const session = crypto.randomUUID();
    const first = await send(session, await issuer.sign("owner"), room);
    expect(first).toMatchObject({ success: true });
    const again = await send(session, await issuer.sign("owner", { name: "New" }), room);
    expect(again).toEqual(first);
    for (const token of [null, await issuer.sign("other")])
      expect(await send(session, token, room)).toMatchObject({
        success: false,
        result: expect.stringContaining("while someone else was signed in") as string,
      });
    expect(await ask("live:list", room)).toEqual(["x"]);
  });
});

async function ask(path: string, room: string, token?: string): Promise<JSONValue> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const body = JSON.stringify({ path, args: [{ room }] });
  const response = await fetch(`${backend.url}/api/query`, { method: "POST", headers, body });
  return ((await response.json()) as { value: JSONValue }).value;
}

describe("a query with many subscribers", () => {
  it("runs once for all of them, and once again after a commit that it depends on", async () => {
    const room = newRoom();
    const viewers = await connectMany(100);
    const gate = closeGate(room);
    for (const viewer of viewers) viewer.watch(1, "live:list", { room });
    await gate.arrived;
    gate.open();
    await Promise.all(viewers.map((viewer) => viewer.news(1)));
    await add(room, "new");
    const news = await Promise.all(viewers.map((viewer) => viewer.news(1, 1)));
    expect(news.map((one) => one.type === "QueryUpdated" && one.value)).toEqual(
      viewers.map(() => ["new"]),
    );
    expect(passesOf(room)).toBe(2);
  });

  it("is not run for an unrelated commit, nor for later callers over either protocol", async () => {
    const room = newRoom();
    const first = await connect();
    first.watch(1, "live:list", { room });
    await first.news(1);
    await add(`${room}, elsewhere`, "other");
    const later = await connect("ana");
    later.watch(1, "live:list", { room });
    await later.news(1);
    expect(await ask("live:list", room)).toEqual([]);
    expect(passesOf(room)).toBe(1);
  });

  it("runs again when it is called after a commit without subscribers", async () => {
    const room = newRoom();
    expect(await ask("live:list", room)).toEqual([]);
    await add(room, "new");
    expect(await ask("live:list", room)).toEqual(["new"]);
    expect(passesOf(room)).toBe(2);
  });

  it("sends a commit that came while it ran", async () => {
    const room = newRoom();
    const viewers = await connectMany(3);
    const gate = closeGate(room);
    for (const viewer of viewers) viewer.watch(1, "live:list", { room });
    await gate.arrived;
    await add(room, "meanwhile");
    gate.open();
    await Promise.all(viewers.map((viewer) => viewer.news(1, 1)));
    expect(viewers.map((viewer) => viewer.values(1))).toEqual(
      viewers.map(() => [[], ["meanwhile"]]),
    );
    expect(passesOf(room)).toBe(2);
  });

  it("is not run any more when all have left", async () => {
    const room = newRoom();
    const viewer = await connect();
    viewer.watch(1, "live:list", { room });
    await viewer.news(1);
    viewer.leave(1);
    await viewer.settle();
    await add(room, "unseen");
    await viewer.settle();
    expect(passesOf(room)).toBe(1);
  });
});

describe("an answer that depends on the caller", () => {
  it("is sent to no other caller, even when all call at once", async () => {
    const room = newRoom();
    const users = ["ana", "ben", "ana", "cem"];
    const viewers = await Promise.all([...users.map(connect), connect()]);
    const gate = closeGate(room);
    for (const viewer of viewers) viewer.watch(1, "live:mine", { room });
    await gate.arrived;
    gate.open();
    await Promise.all(viewers.map((viewer) => viewer.news(1)));
    expect(viewers.map((viewer) => viewer.values(1))).toEqual(
      [...users, null].map((user) => [[user]]),
    );
    // Ana's two pages share one run.
    expect(passesOf(room)).toBe(4);
  });

  it("is computed per caller when a commit makes it depend on the caller", async () => {
    const room = newRoom();
    const [ana, ben] = [await connect("ana"), await connect("ben")];
    for (const viewer of [ana, ben]) viewer.watch(1, "live:mineIfSo", { room });
    await Promise.all([ana.news(1), ben.news(1)]);
    expect(passesOf(room)).toBe(1);
    await add(room, "private");
    await Promise.all([ana.news(1, 1), ben.news(1, 1)]);
    expect([ana.values(1), ben.values(1)]).toEqual([
      [[], ["ana"]],
      [[], ["ben"]],
    ]);
  });

  it("is each caller's own over HTTP", async () => {
    const room = newRoom();
    const [ana, ben] = [await issuer.sign("ana"), await issuer.sign("ben")];
    const answers = [await ask("live:mine", room, ana), await ask("live:mine", room, ben)];
    expect([...answers, await ask("live:mine", room, ana)]).toEqual([["ana"], ["ben"], ["ana"]]);
    expect(passesOf(room)).toBe(2);
  });
});

describe("an answer that is not cached", () => {
  it.each(["live:clock", "live:refuse"])("of %s is computed for each caller", async (path) => {
    const room = newRoom();
    await ask(path, room);
    await ask(path, room);
    expect(passesOf(room)).toBe(2);
  });

  it.each(["live:clock", "live:refuse"])("of %s still follows commits", async (path) => {
    const room = newRoom();
    const viewer = await connect();
    viewer.watch(1, path, { room });
    await viewer.news(1);
    await add(room, "new");
    const [, second] = [await viewer.news(1), await viewer.news(1, 1)];
    expect(JSON.stringify(second)).toContain("new");
  });
});
