import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";
import { closeGate, passesOf } from "./gates";
import { timeOf, Wire, type ServerMessage } from "./wire";

const FUNCTIONS = (version: string) => `
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { makeFunctionReference as ref } from "convex/server";
const inRoom = (ctx, room) => ctx.db.query("notes").withIndex("by_room", (q) => q.eq("room", room));
const texts = async (ctx, room) => (await inRoom(ctx, room).collect()).map(({ text }) => text);
export const marker = query({ handler: () => null });
export const version = query({ handler: async (ctx, { gate }) => {
  await globalThis.passGate(gate);
  return "${version}";
} });
export const list = query({ handler: async (ctx, { room, gate, read = "before" }) => {
  const early = read === "after" ? null : await texts(ctx, room);
  await globalThis.passGate(gate);
  const late = read === "before" ? null : await texts(ctx, room);
  if (read === "twice" && String(early) !== String(late)) throw new Error("two moments in one answer");
  return early ?? late;
} });
export const first = query({ handler: async (ctx, { room, gate }) => {
  const note = await inRoom(ctx, room).first();
  await globalThis.passGate(gate);
  if (!note) throw new Error("nothing in " + room);
  return note.text;
} });
export const me = query({ handler: async (ctx, { gate }) => {
  const before = await ctx.auth.getUserIdentity();
  await globalThis.passGate(gate);
  return [before?.subject ?? null, (await ctx.auth.getUserIdentity())?.subject ?? null];
} });
export const add = mutation({ handler: async (ctx, { room, text, gate }) => {
  await ctx.db.insert("notes", { room, text });
  await globalThis.passGate(gate ?? "open");
  return text;
} });
export const fail = mutation({ handler: async (ctx, { room, gate }) => {
  await ctx.db.insert("notes", { room, text: "lost" });
  await globalThis.passGate(gate);
  throw new Error("no");
} });
export const number = mutation({ handler: async (ctx, { room, gate }) => {
  const text = String((await texts(ctx, room)).length);
  await globalThis.passGate(gate);
  await ctx.db.insert("notes", { room, text });
  return text;
} });
export const edit = mutation({ handler: async (ctx, { room, text }) => {
  await ctx.db.patch((await inRoom(ctx, room).first())._id, { text });
} });
export const move = mutation({ handler: async (ctx, { room, to }) => {
  await ctx.db.patch((await inRoom(ctx, room).first())._id, { room: to });
} });
export const remove = mutation({ handler: async (ctx, { room }) => {
  const all = await inRoom(ctx, room).collect();
  await ctx.db.delete(all[all.length - 1]._id);
} });
export const lookTwice = action({ handler: async (ctx, { room, gate }) => {
  const before = await ctx.runQuery(ref("live:list"), { room, gate: "open" });
  await globalThis.passGate(gate);
  await ctx.runMutation(ref("live:number"), { room, gate: "open" });
  return [before, await ctx.runQuery(ref("live:list"), { room, gate: "open" })];
} });`;

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ channel: v.string(), body: v.string() }).index("by_channel", ["channel"]),
      notes: defineTable({ room: v.string(), text: v.string() }).index("by_room", ["room"]),
    });`,
  "convex/live.ts": FUNCTIONS("one"),
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

async function connect(): Promise<Wire> {
  const wire = await Wire.open(backend.url);
  wires.push(wire);
  return wire;
}

/** A room of its own with one note, and a gate of the same name. */
async function openRoom(): Promise<string> {
  const room = `room ${(rooms += 1)}`;
  await change("add", room, { text: "old" });
  return room;
}

const change = (name: string, room: string, args: Record<string, string> = {}) =>
  backend.run(`live:${name}`, { room, ...args });

/** Named apart, because a change writes into no other room. */
const CHANGES: Record<string, { make: (room: string) => Promise<unknown>; after: string[] }> = {
  "an insert": {
    make: (room) => change("add", room, { text: "new" }),
    after: ["old", "new"],
  },
  "a patch": {
    make: (room) => change("edit", room, { text: "new" }),
    after: ["new"],
  },
  "a removal": { make: (room) => change("remove", room), after: [] },
  "a move out of the range": {
    make: (room) => change("move", room, { to: `${room}, elsewhere` }),
    after: [],
  },
  "a move into the range": {
    make: async (room) => {
      await change("add", `${room}, elsewhere`, { text: "new" });
      await change("move", `${room}, elsewhere`, { to: room });
    },
    after: ["old", "new"],
  },
  "two inserts": {
    make: async (room) => {
      await change("add", room, { text: "new" });
      await change("add", room, { text: "newer" });
    },
    after: ["old", "new", "newer"],
  },
  "one elsewhere, then one here": {
    make: async (room) => {
      await change("add", `${room}, elsewhere`, { text: "other" });
      await change("add", room, { text: "new" });
    },
    after: ["old", "new"],
  },
  "one here, then one elsewhere": {
    make: async (room) => {
      await change("add", room, { text: "new" });
      await change("add", `${room}, elsewhere`, { text: "other" });
    },
    after: ["old", "new"],
  },
};

describe("a commit while a subscription's first answer is being computed", () => {
  const cases = Object.keys(CHANGES).flatMap((what) =>
    ["before", "after", "twice"].map((read) => [what, read] as const),
  );

  it.each(cases)("(%s; read %s the wait) is sent once, as the final state", async (what, read) => {
    const { make, after } = CHANGES[what] ?? {
      make: () => Promise.resolve(),
      after: [],
    };
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room, read });
    await gate.arrived;
    await make(room);
    gate.open();
    await wire.settle();
    expect(wire.values(1)).toEqual([["old"], after]);
    expect(passesOf(room)).toBe(2);
  });

  it.each([
    ["in another range", (room: string) => change("add", `${room}, elsewhere`, { text: "x" }), 1],
    [
      "here that another undoes",
      async (room: string) => {
        await change("add", room, { text: "x" });
        await change("remove", room);
      },
      2,
    ],
  ])("is not sent when it was %s", async (_, make, runs) => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room });
    await gate.arrived;
    await make(room);
    gate.open();
    await wire.settle();
    expect(wire.values(1)).toEqual([["old"]]);
    expect(passesOf(room)).toBe(runs);
  });

  it("is sent for an answer that failed too, and for one that fails from then on", async () => {
    const [empty, full] = [`${await openRoom()}, empty`, await openRoom()];
    const wire = await connect();
    const gates = [closeGate(empty), closeGate(full)];
    wire.watch(1, "live:first", { room: empty, gate: empty });
    wire.watch(2, "live:first", { room: full, gate: full });
    // The second query runs only when the first transition is in progress.
    await gates[0]?.arrived;
    await change("add", empty, { text: "here" });
    gates[0]?.open();
    await gates[1]?.arrived;
    await change("remove", full);
    gates[1]?.open();
    await wire.settle();
    expect(wire.told(1)).toMatchObject([
      {
        type: "QueryFailed",
        errorMessage: expect.stringContaining(`nothing in ${empty}`) as unknown,
      },
      { type: "QueryUpdated", value: "here" },
    ]);
    expect(wire.told(2)).toMatchObject([
      { type: "QueryUpdated", value: "old" },
      {
        type: "QueryFailed",
        errorMessage: expect.stringContaining(`nothing in ${full}`) as unknown,
      },
    ]);
  });

  it("is not seen by only half of a client's queries: all show one moment", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    const args = { room, gate: "open" };
    wire.modify(
      {
        type: "Add",
        queryId: 1,
        udfPath: "live:list",
        args: [{ ...args, gate: room }],
      },
      {
        type: "Add",
        queryId: 2,
        udfPath: "live:list",
        args: [{ ...args, read: "after" }],
      },
    );
    await gate.arrived;
    await change("add", room, { text: "new" });
    gate.open();
    await wire.settle();
    const shown = wire.transitions
      .map(({ modifications }) => modifications.filter(({ queryId }) => queryId < 3))
      .filter((modifications) => modifications.length > 0);
    const both = (value: string[]) => [1, 2].map((queryId) => ({ queryId, value }));
    expect(shown).toMatchObject([both(["old"]), both(["old", "new"])]);
  });

  it("is sent although nothing else happens afterwards", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room });
    await gate.arrived;
    await change("add", room, { text: "new" });
    gate.open();
    expect(await wire.news(1, 1)).toMatchObject({ value: ["old", "new"] });
  });

  it("that is part of the next answer is sent as well", async () => {
    const room = await openRoom();
    const wire = await connect();
    wire.watch(1, "live:list", { room, gate: room });
    await wire.news(1);
    const gate = closeGate(room);
    await change("add", room, { text: "new" });
    await gate.arrived;
    await change("add", room, { text: "newer" });
    gate.open();
    await wire.settle();
    expect(wire.values(1)).toEqual([["old"], ["old", "new"], ["old", "new", "newer"]]);
  });

  it("of the client itself is in the first transition as late as its answer", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room });
    await gate.arrived;
    const { ts } = await wire.mutate("live:add", { room, text: "mine" });
    gate.open();
    await wire.news(1, 1);
    await wire.settle();
    expect(wire.values(1)).toEqual([["old"], ["old", "mine"]]);
    const late = wire.transitions.find(({ endVersion }) => timeOf(endVersion.ts) >= timeOf(ts));
    expect(late?.modifications).toMatchObject([{ queryId: 1, value: ["old", "mine"] }]);
  });
});

describe("a message of a client while its first answer is being computed", () => {
  it("removes a query, which is then neither run nor sent again", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room });
    await gate.arrived;
    await change("add", room, { text: "new" });
    wire.leave(1);
    wire.watch(2, "live:list", { room, gate: "open" });
    // Its answer comes after the two earlier ones were read.
    await wire.mutate("live:add", { room: `${room}, elsewhere`, text: "x" });
    gate.open();
    await wire.settle();
    await change("add", room, { text: "newer" });
    await wire.settle();
    const told = wire.told(1);
    expect(told.at(-1)).toEqual({ type: "QueryRemoved", queryId: 1 });
    expect(told.filter(({ type }) => type === "QueryRemoved")).toHaveLength(1);
    expect(passesOf(room)).toBe(1);
    expect(wire.values(2)).toEqual([
      ["old", "new"],
      ["old", "new", "newer"],
    ]);
  });

  it("adds a query, which waits for the next transition and is sent once", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    wire.watch(1, "live:list", { room, gate: room });
    await gate.arrived;
    wire.watch(2, "live:list", { room, gate: "open" });
    await wire.mutate("live:add", { room: `${room}, elsewhere`, text: "x" });
    gate.open();
    await wire.news(2);
    await wire.settle();
    expect([wire.values(1), wire.values(2)]).toEqual([[["old"]], [["old"]]]);
    expect([1, 2].map((id) => wire.versionOf(id)?.querySet)).toEqual([1, 2]);
  });

  it("signs in: the final state has the new identity, and none mixes the two", async () => {
    const wire = await connect();
    const room = await openRoom();
    const gate = closeGate(room);
    wire.watch(1, "live:me", { gate: room });
    await gate.arrived;
    wire.signIn(await issuer.sign("ada"));
    await wire.mutate("live:add", { room, text: "x" });
    gate.open();
    await wire.settle();
    expect(wire.values(1)).toEqual([
      [null, null],
      ["ada", "ada"],
    ]);
    expect([0, 1].map((nth) => wire.versionOf(1, nth)?.identity)).toEqual([0, 1]);
  });

  it("runs with the code that is deployed meanwhile", async () => {
    const wire = await connect();
    const room = await openRoom();
    const gate = closeGate(room);
    wire.watch(1, "live:version", { gate: room });
    await gate.arrived;
    writeFileSync(join(project.functions, "live.ts"), FUNCTIONS("two"));
    const headers = { Authorization: `Convex ${backend.adminKey}` };
    const push = `${backend.url}/api/deploy2/start_push`;
    expect((await fetch(push, { method: "POST", headers, body: "{}" })).status).toBe(200);
    gate.open();
    await wire.settle();
    expect(wire.values(1)).toEqual(["one", "two"]);
  });
});

describe("a client that has disconnected", () => {
  it("has its queries run no more", async () => {
    const room = await openRoom();
    const [gone, other] = [await connect(), await connect()];
    gone.watch(1, "live:list", { room, gate: room });
    await gone.news(1);
    gone.close();
    // The backend notices it later; from then on commits are sent to no client.
    const runs = async () => {
      const before = passesOf(room);
      await change("add", room, { text: "new" });
      await other.settle();
      return passesOf(room) - before;
    };
    await expect.poll(runs, { interval: 2, timeout: 10_000 }).toBe(0);
  });
});

describe("a mutation whose reads another changes before it commits", () => {
  it("is repeated on the other's result: none is lost, and both are sent", async () => {
    const room = await openRoom();
    const [ada, ben] = [await connect(), await connect()];
    const gate = closeGate(room);
    const first = ada.mutate("live:number", { room, gate: room });
    await gate.arrived;
    const second = ben.mutate("live:number", { room, gate: "open" });
    // A query is answered meanwhile, with neither.
    ben.watch(1, "live:list", { room, gate: "open" });
    expect(await ben.news(1)).toMatchObject({ value: ["old"] });
    gate.open();
    const results = (await Promise.all([first, second])).map(({ result }) => result);
    expect(results.sort()).toEqual(["1", "2"]);
    await ben.settle();
    expect(ben.values(1).at(-1)).toEqual(["old", "1", "2"]);
  });

  it("reads nothing of a failed one before it", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    const failing = wire.mutate("live:fail", { room, gate: room });
    const next = wire.mutate("live:number", { room, gate: "open" });
    await gate.arrived;
    gate.open();
    expect(await failing).toMatchObject({ success: false, ts: null });
    expect(await next).toMatchObject({ success: true, result: "1" });
  });

  it("answers a client in the order of its requests", async () => {
    const room = await openRoom();
    const wire = await connect();
    const gate = closeGate(room);
    const sent = [room, "open", "open"].map((name) =>
      wire.mutate("live:number", { room, gate: name }),
    );
    await gate.arrived;
    gate.open();
    expect((await Promise.all(sent)).map(({ result }) => result)).toEqual(["1", "2", "3"]);
    const answers = wire.heard.filter(({ type }) => type === "MutationResponse");
    expect(answers.map((answer) => "requestId" in answer && answer.requestId)).toEqual([1, 2, 3]);
    const times = answers.map((answer) => timeOf("ts" in answer ? answer.ts : null));
    expect(times).toEqual([...times].sort((a, b) => (a < b ? -1 : 1)));
  });
});

describe("an action that waits between its calls", () => {
  it("sees the present state in each call, and blocks no other", async () => {
    const room = await openRoom();
    const [ada, ben] = [await connect(), await connect()];
    const gate = closeGate(room);
    const acting = ada.act("live:lookTwice", { room, gate: room });
    await gate.arrived;
    await ben.mutate("live:add", { room, text: "meanwhile" });
    gate.open();
    expect(await acting).toMatchObject({
      success: true,
      result: [["old"], ["old", "meanwhile", "2"]],
    });
  });
});

describe("a request whose arguments are null", () => {
  it("fails alone: the connection and its other requests continue", async () => {
    const wire = await connect();
    const request = { requestId: 7, udfPath: "live:add", args: null };
    wire.say({ type: "Mutation", ...request });
    wire.modify({ type: "Add", queryId: 1, udfPath: "live:list", args: null });
    const isAnswer = (message: ServerMessage) => message.type === "MutationResponse";
    await expect
      .poll(() => wire.heard.filter(isAnswer))
      .toMatchObject([
        {
          requestId: 7,
          success: false,
          result: expect.stringMatching(/must be an object/) as unknown,
        },
      ]);
    await expect.poll(() => wire.told(1)).toMatchObject([{ type: "QueryFailed" }]);
    wire.watch(2, "live:list", { room: "null", gate: "open", read: "all" });
    await expect.poll(() => wire.told(2).length).toBe(1);
  });
});
