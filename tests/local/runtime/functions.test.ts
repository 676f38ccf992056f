import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Project } from "./fixture";
import { ADMIN, NOBODY, openProject } from "./fixture";

const FUNCTIONS = `
import { query, mutation, action, internalMutation, internalQuery } from "./_generated/server";
import { ConvexError, v } from "convex/values";
import { makeFunctionReference } from "convex/server";
const ref = (name) => makeFunctionReference(name);

export const add = mutation({
  args: { body: v.string(), rank: v.optional(v.number()) },
  returns: v.id("notes"),
  handler: (ctx, args) => ctx.db.insert("notes", args),
});
export const byRank = query({
  args: { above: v.number() },
  handler: (ctx, { above }) =>
    ctx.db.query("notes").withIndex("by_rank", (q) => q.gt("rank", above)).order("desc").collect(),
});
export const filtered = query({
  args: {},
  handler: (ctx) =>
    ctx.db.query("notes")
      .filter((q) => q.and(q.gte(q.field("rank"), 2), q.neq(q.field("body"), "c"))).collect(),
});
export const wrongRange = query({
  args: {},
  handler: (ctx) => ctx.db.query("notes").withIndex("by_body_rank", (q) => q.eq("rank", 1)).collect(),
});
export const page = query({
  args: { paginationOpts: v.any() },
  handler: (ctx, { paginationOpts }) =>
    ctx.db.query("notes").withIndex("by_rank").paginate(paginationOpts),
});
export const edit = mutation({
  args: { id: v.id("notes"), patch: v.any() },
  handler: (ctx, { id, patch }) =>
    ctx.db.patch("notes", id, { ...patch, ...(patch.rank === null ? { rank: undefined } : {}) }),
});
export const get = query({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.get(id) });
export const remove = mutation({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.db.delete(id) });
export const undeclared = mutation({ args: {}, handler: (ctx) => ctx.db.insert("ghosts", {}) });
export const refuse = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { body: "lost" });
    throw new ConvexError({ code: "no", left: 2n });
  },
});
export const crash = query({ args: {}, handler: () => { throw new TypeError("broken"); } });
export const lies = query({ args: {}, returns: v.string(), handler: () => 1 });
export const hidden = internalQuery({ args: {}, handler: () => "secret" });
export const reveal = action({ args: {}, handler: (ctx) => ctx.runQuery(ref("notes:hidden"), {}) });
export const twoParts = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { body: "kept" });
    let caught = null;
    try { await ctx.runMutation(ref("notes:refuse"), {}); } catch (error) { caught = error.data; }
    const bodies = (await ctx.db.query("notes").collect()).map((note) => note.body);
    return { caught, bodies };
  },
});
const caught = (work) => work.catch((error) => error.data);
const bodies = async (ctx) => (await ctx.db.query("notes").collect()).map((note) => note.body);
export const besideChild = mutation({
  args: {},
  handler: async (ctx) => {
    const beside = async () => {
      await bodies(ctx);
      await ctx.db.insert("notes", { body: "beside" });
    };
    await Promise.all([caught(ctx.runMutation(ref("notes:slowRefusal"), {})), beside()]);
    return bodies(ctx);
  },
});
export const slowRefusal = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { body: "lost" });
    for (let i = 0; i < 20; i += 1) await bodies(ctx);
    throw new ConvexError("no");
  },
});
export const slowAdd = mutation({
  args: {},
  handler: async (ctx) => {
    for (let i = 0; i < 20; i += 1) await bodies(ctx);
    await ctx.db.insert("notes", { body: "orphan" });
  },
});
export const halfDone = mutation({
  args: {},
  handler: (ctx) => Promise.all([
    ctx.runMutation(ref("notes:refuse"), {}),
    ctx.runMutation(ref("notes:slowAdd"), {}),
  ]),
});
export const aroundHalfDone = mutation({
  args: {},
  handler: async (ctx) => {
    await caught(ctx.runMutation(ref("notes:halfDone"), {}));
    for (let i = 0; i < 40; i += 1) await bodies(ctx);
    return bodies(ctx);
  },
});
export const actionFails = action({ args: {}, handler: (ctx) => ctx.runMutation(ref("notes:refuse"), {}) });
export const whoami = query({ args: {}, handler: async (ctx) => (await ctx.auth.getUserIdentity())?.name ?? null });
export const speak = query({ args: {}, handler: () => { console.log("x", { a: 1 }); console.warn(2); return null; } });
export const readMany = query({
  args: {}, handler: async (ctx) => { const id = await first(ctx); for (let i = 0; i < 32001; i += 1) await ctx.db.get(id); },
});
export const manyRanges = query({
  args: {}, handler: async (ctx) => {
    for (let i = 0; i < 4097; i += 1) await ctx.db.query("notes").withIndex("by_rank", (q) => q.eq("rank", i)).first();
  },
});
const first = async (ctx) => (await ctx.db.query("notes").first())._id;
`;
const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  notes: defineTable({ body: v.string(), rank: v.optional(v.number()) })
    .index("by_rank", ["rank"]).index("by_body_rank", ["body", "rank"]),
});`;

describe("functions", () => {
  let project: Project;
  const ids: string[] = [];
  beforeAll(async () => {
    project = await openProject({ "notes.ts": FUNCTIONS, "schema.ts": SCHEMA });
    await project.runtime.deploy();
    for (const [rank, body] of ["a", "b", "c", "d"].entries())
      ids.push((await project.call("notes:add", { body, rank })) as string);
  });
  afterAll(() => project.close());

  const bodies = (docs: unknown) => (docs as { body: string }[]).map(({ body }) => body);

  it("reads an index range in the requested order", async () => {
    expect(bodies(await project.call("notes:byRank", { above: 0 }))).toEqual(["d", "c", "b"]);
  });

  it("applies filters to the documents of the index", async () => {
    expect(bodies(await project.call("notes:filtered"))).toEqual(["d"]);
  });

  it("refuses a range that leaves out the index's first field", async () => {
    expect(await project.fail("notes:wrongRange")).toContain(
      "didn't use the index fields in order",
    );
  });

  it("reads pages to the end, and a page with a journal has a fixed end", async () => {
    const opts = (cursor: string | null) => ({ paginationOpts: { numItems: 3, cursor } });
    const call = { path: "notes:page", args: opts(null), caller: NOBODY };
    const run = await project.runtime.query(call);
    const first = run.outcome.success ? run.outcome.value : null;
    const { page, isDone, continueCursor } = first as Record<string, never>;
    expect([bodies(page), isDone]).toEqual([["a", "b", "c"], false]);
    const rest = await project.call("notes:page", opts(String(continueCursor)));
    expect(rest).toMatchObject({ isDone: true });
    expect(bodies((rest as Record<string, never>).page)).toEqual(["d"]);

    const added = await project.call("notes:add", { body: "b2", rank: 1.5 });
    const again = await project.runtime.query(call, { journal: run.journal });
    const value = again.outcome.success ? again.outcome.value : null;
    expect(bodies((value as Record<string, never>).page)).toEqual(["a", "b", "b2", "c"]);
    await project.call("notes:remove", { id: added });
  });

  it("patches fields and removes those set to undefined", async () => {
    const id = ids[3] ?? "";
    await project.call("notes:edit", { id, patch: { body: "D", rank: null } });
    expect(Object.keys((await project.call("notes:get", { id })) as object).sort()).toEqual([
      "_creationTime",
      "_id",
      "body",
    ]);
    await project.call("notes:edit", { id, patch: { body: "d", rank: 3 } });
  });

  it.each([
    [
      "notes:add",
      {},
      "ArgumentValidationError: Object is missing the required field `body`. Consider wrapping",
    ],
    ["notes:add", { body: 1 }, "Value does not match validator.\nPath: .body\nValue: 1.0\n"],
    [
      "notes:add",
      { body: "x", extra: 1 },
      "Object contains extra field `extra` that is not in the validator.",
    ],
    [
      "notes:edit",
      { id: "nonsense", patch: {} },
      'Path: .id\nValue: "nonsense"\nValidator: v.id("notes")',
    ],
    ["notes:lies", {}, "ReturnsValidationError: Value does not match validator.\nValue: 1.0"],
    [
      "notes:undeclared",
      {},
      'Failed to insert or update a document in table "ghosts" because it does not match the schema',
    ],
    ["notes:get", { id: "nonsense" }, "Unable to decode ID: nonsense"],
    [
      "notes:hidden",
      {},
      "Could not find public function for 'notes:hidden'. Did you forget to run `npx convex dev`?",
    ],
    ["notes:nothing", {}, "Could not find public function for 'notes:nothing'."],
    ["notes:readMany", {}, "Too many documents read in a single function execution (limit: 32000)"],
    ["notes:manyRanges", {}, "Too many reads in a single function execution (limit: 4096)"],
  ])("%s with %j is refused in Convex's words", async (path, args, text) => {
    expect(await project.fail(path, args)).toContain(text);
  });

  it("refuses a patch that breaks the schema and leaves the document unchanged", async () => {
    const message = await project.fail("notes:edit", { id: ids[0] ?? "", patch: { body: 7 } });
    expect(message).toContain('in table "notes" because it does not match the schema: Value does');
    expect(await project.call("notes:get", { id: ids[0] ?? "" })).toMatchObject({ body: "a" });
  });

  it("names the missing document", async () => {
    const id = await project.call("notes:add", { body: "gone" });
    await project.call("notes:remove", { id });
    expect(await project.call("notes:get", { id })).toBeNull();
    expect(await project.fail("notes:remove", { id })).toContain(
      `Delete on nonexistent document ID ${id as string}`,
    );
  });

  it("shows the error to all, and its place in the file only with the admin key", async () => {
    expect(await project.fail("notes:crash")).toMatch(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nUncaught TypeError: broken$/,
    );
    const message = await project.fail("notes:crash", {}, ADMIN);
    expect(message).toMatch(/\n {4}at .*\(\.\.\/convex\/notes\.ts:\d+:\d+\)/);
  });

  it("passes a ConvexError's data on and rolls its mutation back", async () => {
    const { outcome, ts } = await project.runtime.mutation({
      path: "notes:refuse",
      args: {},
      caller: NOBODY,
    });
    expect(outcome).toMatchObject({
      success: false,
      data: { code: "no", left: { $integer: "AgAAAAAAAAA=" } },
    });
    expect(ts).toBeNull();
    expect(bodies(await project.call("notes:byRank", { above: -1 }))).not.toContain("lost");
  });

  it("rolls back a nested mutation that throws, and only that one", async () => {
    const { caught, bodies: left } = (await project.call("notes:twoParts")) as Record<
      string,
      never
    >;
    expect(caught).toMatchObject({ code: "no" });
    expect(left).toContain("kept");
    expect(left).not.toContain("lost");
  });

  it("keeps the caller's writes beside a nested mutation that throws", async () => {
    const left = await project.call("notes:besideChild");
    expect(left).toContain("beside");
    expect(left).not.toContain("lost");
  });

  it("rolls back a failed nested mutation with everything that it still had under way", async () => {
    const left = await project.call("notes:aroundHalfDone");
    expect(left).not.toContain("lost");
    expect(left).not.toContain("orphan");
  });

  it("lets functions call internal functions, and carries errors through actions", async () => {
    expect(await project.call("notes:reveal")).toBe("secret");
    const { outcome } = await project.runtime.action({
      path: "notes:actionFails",
      args: {},
      caller: NOBODY,
    });
    expect(outcome).toMatchObject({ success: false, data: { code: "no" } });
  });

  it("tells each caller their identity", async () => {
    const as = (name: string) => ({ kind: "user", identity: { name } }) as const;
    expect(await project.call("notes:whoami", {}, as("Ada"))).toBe("Ada");
    expect(await project.call("notes:whoami", {}, as("Bob"))).toBe("Bob");
    expect(await project.call("notes:whoami", {}, NOBODY)).toBeNull();
  });

  it("counts reads and writes of a run, and records the index ranges it read", async () => {
    const args = { above: 0 };
    const read = await project.runtime.query({ path: "notes:byRank", args, caller: NOBODY });
    expect(read.usage).toMatchObject({ databaseQueries: 1, documentsRead: 3, documentsWritten: 0 });
    expect([...read.readSet.keys()]).toEqual(["notes.by_rank"]);
    const edit = { path: "notes:edit", args: { id: ids[0] ?? "", patch: {} }, caller: NOBODY };
    const { usage } = await project.runtime.mutation(edit);
    expect(usage).toMatchObject({ databaseQueries: 1, documentsRead: 1, documentsWritten: 1 });
  });

  it("collects what functions print", async () => {
    const { logLines } = await project.runtime.query({
      path: "notes:speak",
      args: {},
      caller: NOBODY,
    });
    expect(logLines).toEqual(["[LOG] 'x' { a: 1 }", "[WARN] 2"]);
  });

  it("answers a repeated request with the first answer", async () => {
    const call = { path: "notes:add", args: { body: "once" }, caller: NOBODY };
    const request = { sessionId: "s", requestId: 7 };
    const first = await project.runtime.mutation(call, request);
    const second = await project.runtime.mutation(call, request);
    expect(first).toMatchObject(second);
    expect(first.ts).not.toBeNull();
  });

  it("answers a repeated request while others wait for their turn", async () => {
    const call = { path: "notes:add", args: { body: "once" }, caller: NOBODY };
    const request = { sessionId: "s", requestId: 8 };
    const first = await project.runtime.mutation(call, request);
    const order: string[] = [];
    await project.runtime.queue.alone(async () => {
      const later = project.runtime.mutation(call, { ...request, requestId: 9 });
      void later.then(() => order.push("later"));
      expect(await project.runtime.mutation(call, request)).toMatchObject({ ts: first.ts });
      order.push("repeated");
    });
    await project.runtime.queue.drained();
    expect(order[0]).toBe("repeated");
  });
});
