import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JSONValue } from "convex/values";
import type { Project } from "./fixture";
import { ADMIN, NOBODY, openProject } from "./fixture";

const FILES = {
  "schema.ts": `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  notes: defineTable({ body: v.string(), rank: v.optional(v.any()), at: v.optional(v.any()) })
    .index("by_rank", ["rank"]).index("by_body_rank", ["body", "rank"]),
  people: defineTable({ name: v.string(), note: v.optional(v.id("notes")) }),
});`,
  "m.ts": `
import { action, mutation, query, internalQuery } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
import { v } from "convex/values";
const bodies = (docs) => docs.map(({ body }) => body).join("");
const FILTERS = {
  eq: (q) => q.eq(q.field("rank"), 2), neq: (q) => q.neq(q.field("rank"), 2),
  lt: (q) => q.lt(q.field("rank"), 2), lte: (q) => q.lte(q.field("rank"), 2),
  gt: (q) => q.gt(q.field("rank"), 2), gte: (q) => q.gte(q.field("rank"), 2),
  missing: (q) => q.eq(q.field("rank"), undefined), notMissing: (q) => q.neq(q.field("rank"), undefined),
  and: (q) => q.and(q.gt(q.field("rank"), 1), q.lt(q.field("rank"), 3)),
  or: (q) => q.or(q.eq(q.field("rank"), 1), q.eq(q.field("rank"), 3)),
  not: (q) => q.not(q.eq(q.field("rank"), 2)),
  path: (q) => q.eq(q.field("at.x"), 1), none: (q) => q.and(), any: (q) => q.or(),
  fields: (q) => q.eq(q.field("rank"), q.field("at.x")),
  noBoolean: (q) => q.field("rank"),
};
export const filtered = query({ handler: async (ctx, { name }) =>
  bodies(await ctx.db.query("notes").withIndex("by_body_rank").filter(FILTERS[name]).collect()) });
const RANGES = {
  twoLower: (q) => q.gt("body", "a").gte("body", "b"), twoUpper: (q) => q.lt("body", "a").lte("body", "b"),
  eqAfter: (q) => q.gt("body", "a").eq("rank", 1), eqSecond: (q) => q.eq("rank", 1),
  eqSame: (q) => q.gt("body", "a").eq("body", "b"), otherSide: (q) => q.gt("body", "a").lt("rank", 1), eqTwice: (q) => q.eq("body", "a").eq("body", "b"),
  tooMany: (q) => q.eq("body", "a").eq("rank", 1).eq("_creationTime", 1).eq("_id", "x").eq("body", "a"),
  missing: (q) => q.eq("body", "d").eq("rank", undefined), aboveMissing: (q) => q.eq("body", "d").gt("rank", undefined),
  both: (q) => q.eq("body", "b").gte("rank", 2).lt("rank", 3), created: (q) => q.eq("body", "a").eq("rank", 1).gt("_creationTime", 0),
};
export const ranged = query({ handler: async (ctx, { name, index = "by_body_rank" }) =>
  bodies(await ctx.db.query("notes").withIndex(index, RANGES[name]).collect()) });
export const limited = query({ handler: async (ctx, { take, filter = "any2", order = "asc" }) => {
  const all = ctx.db.query("notes").withIndex("by_body_rank").order(order);
  return [
    bodies(await all.take(take)),
    bodies(await ctx.db.query("notes").withIndex("by_body_rank").order(order).filter(FILTERS.notMissing).take(take)),
  ];
} });
export const one = query({ handler: async (ctx, { body }) => {
  const found = () => ctx.db.query("notes").withIndex("by_body_rank", (q) => q.eq("body", body));
  return [(await found().first())?.body ?? null, (await found().unique())?.body ?? null];
} });
export const stream = query({ handler: async (ctx, { stop }) => {
  let seen = "";
  for await (const { body } of ctx.db.query("notes").withIndex("by_body_rank")) {
    seen += body;
    if (body === stop) break;
  }
  return seen;
} });
export const two = query({ handler: async (ctx) => {
  const up = ctx.db.query("notes").withIndex("by_body_rank")[Symbol.asyncIterator]();
  const down = ctx.db.query("notes").withIndex("by_body_rank").order("desc")[Symbol.asyncIterator]();
  let seen = "";
  for (let i = 0; i < 3; i += 1) seen += (await up.next()).value.body + (await down.next()).value.body;
  return seen;
} });
export const table = query({ handler: async (ctx, { name }) => (await (name.startsWith("_") ? ctx.db.system : ctx.db).query(name).collect()).length });
export const get = query({ handler: (ctx, { id, table }) => table ? ctx.db.get(table, id) : ctx.db.get(id) });
export const systemGet = query({ handler: (ctx, { id }) => ctx.db.system.get(id) });
export const normalize = query({ handler: (ctx, { table, id }) => ctx.db.normalizeId(table, id) });
export const insert = mutation({ handler: (ctx, { table = "notes", value }) => ctx.db.insert(table, value) });
export const patch = mutation({ handler: async (ctx, { id, table, value }) => {
  await (table ? ctx.db.patch(table, id, value) : ctx.db.patch(id, value));
  return ctx.db.get(id);
} });
export const replace = mutation({ handler: async (ctx, { id, value }) => { await ctx.db.replace(id, value); return ctx.db.get(id); } });
export const remove = mutation({ handler: (ctx, { id }) => ctx.db.delete(id) });
export const runLater = mutation({ handler: (ctx, { path }) => ctx.scheduler.runAfter(3600000, ref(path), {}) });
export const scheduleMany = mutation({ handler: async (ctx, { count }) => {
  for (let i = 0; i < count; i += 1) await ctx.scheduler.runAfter(3600000, ref("m:insert"), {});
} });
export const big = mutation({ handler: (ctx, { bytes }) => ctx.db.insert("notes", { body: "x".repeat(bytes) }) });
export const bigAnswer = query({ handler: (ctx, { bytes }) => "x".repeat(bytes) });
export const hangs = query({ handler: () => new Promise(() => {}) });
export const writesInQuery = query({ handler: async (ctx, { id }) =>
  JSON.parse(await Convex.asyncSyscall("1.0/remove", JSON.stringify({ id }))) });
export const nested = internalQuery({ args: { depth: v.number() }, returns: v.any(), handler: async (ctx, { depth }) =>
  depth === 0 ? (await ctx.auth.getUserIdentity())?.name ?? null : ctx.runQuery(ref("m:nested"), { depth: depth - 1 }) });
export const callsMutation = query({ handler: (ctx) =>
  Convex.asyncSyscall("1.0/runUdf", JSON.stringify({ udfType: "mutation", name: "m:insert", args: {} })) });
export const callsInternal = query({ handler: (ctx) => ctx.runQuery(ref("m:nested"), { depth: 2 }) });
export const callsWrong = mutation({ handler: (ctx) => ctx.runQuery(ref("m:nested"), { depth: "x" }) });
export const actsFor = action({ handler: async (ctx) => [
  (await ctx.auth.getUserIdentity())?.name ?? null, await ctx.runQuery(ref("m:nested"), { depth: 1 }),
  await ctx.runMutation(ref("m:who"), {}), await ctx.runAction(ref("m:whoActs"), {}) ] });
const who_ = async (ctx) => (await ctx.auth.getUserIdentity())?.name ?? null;
export const who = mutation({ handler: who_ });
export const whoActs = action({ handler: who_ });
export const save = action({ handler: (ctx) => ctx.storage.store(new Blob(["x"])) });
export const drop = mutation({ handler: async (ctx, { file, fail }) => {
  await ctx.storage.delete(file);
  if (fail) throw new Error("kept");
} });
export const dropTwo = mutation({ handler: async (ctx, { lost, kept }) => {
  await ctx.runMutation(ref("m:drop"), { file: lost });
  await ctx.runMutation(ref("m:drop"), { file: kept, fail: true }).catch(() => null);
  return ctx.storage.getUrl(kept);
} });
export const asQuery = mutation({ handler: (ctx) => ctx.runQuery(ref("m:insert"), {}) });`,
};

let project: Project;
const ids: Record<string, string> = {};

beforeAll(async () => {
  project = await openProject(FILES);
  await project.runtime.deploy();
  for (const value of [
    { body: "c", rank: 3, at: { x: 1 } },
    { body: "a", rank: 1 },
    { body: "d" },
    { body: "b", rank: 2, at: { x: 2 } },
  ])
    ids[value.body] = (await project.call("m:insert", { value })) as string;
  ids["person"] = (await project.call("m:insert", {
    table: "people",
    value: { name: "Ada" },
  })) as string;
});
afterAll(() => project.close());

describe("a filter", () => {
  it.each([
    ["eq", "b"],
    ["neq", "acd"],
    ["lt", "ad"],
    ["lte", "abd"],
    ["gt", "c"],
    ["gte", "bc"],
    ["missing", "d"],
    ["notMissing", "abc"],
    ["and", "b"],
    ["or", "ac"],
    ["not", "acd"],
    ["path", "c"],
    ["none", "abcd"],
    ["any", ""],
    ["fields", "bd"],
  ])("%s accepts %j", async (name, expected) => {
    expect(await project.call("m:filtered", { name })).toBe(expected);
  });

  it.each([["noBoolean", "Filters must evaluate to a boolean."]])(
    "%s is refused",
    async (name, message) => {
      expect(await project.fail("m:filtered", { name })).toContain(message);
    },
  );
});

describe("an index range", () => {
  it.each([
    ["missing", "d"],
    ["aboveMissing", ""],
    ["both", "b"],
    ["created", "a"],
  ])("of %s returns %j", async (name, expected) => {
    expect(await project.call("m:ranged", { name })).toBe(expected);
  });

  const ORDER = "didn't use the index fields in order";
  it.each([
    ["twoLower", "Already defined lower bound in index range."],
    ["twoUpper", "Already defined upper bound in index range."],
    ["eqAfter", ORDER],
    ["eqSame", "First incorrect field: body."],
    ["eqSecond", "Index fields: [body, rank, _creationTime]. First incorrect field: rank."],
    ["otherSide", ORDER],
    ["eqTwice", ORDER],
    ["tooMany", "First incorrect field: body."],
  ])("of %s is refused", async (name, message) => {
    expect(await project.fail("m:ranged", { name })).toContain(message);
  });

  it("of an unknown index is refused by name", async () => {
    expect(await project.fail("m:ranged", { name: "missing", index: "by_x" })).toContain(
      "Index notes.by_x not found.",
    );
  });
});

describe("a query", () => {
  it.each([
    [0, "asc", ["", ""]],
    [1, "asc", ["a", "a"]],
    [2, "desc", ["dc", "cb"]],
    [4, "asc", ["abcd", "abc"]],
    [9, "desc", ["dcba", "cba"]],
  ])("takes %i, %s, after its filter", async (take, order, expected) => {
    expect(await project.call("m:limited", { take, order })).toEqual(expected);
  });

  it("returns the first, the only, or none", async () => {
    expect(await project.call("m:one", { body: "a" })).toEqual(["a", "a"]);
    expect(await project.call("m:one", { body: "z" })).toEqual([null, null]);
    const id = await project.call("m:insert", { value: { body: "a" } });
    expect(await project.fail("m:one", { body: "a" })).toContain("unique() query returned more");
    await project.call("m:remove", { id });
  });

  it("can be stopped early, and iterated beside another", async () => {
    expect(await project.call("m:stream", { stop: "b" })).toBe("ab");
    expect(await project.call("m:stream", {})).toBe("abcd");
    expect(await project.call("m:two")).toBe("adbccb");
  });

  it("of a table without documents is empty, and of a hidden one refused", async () => {
    expect(await project.call("m:table", { name: "ghosts" })).toBe(0);
    for (const name of ["_crons", "_anything"])
      expect(await project.fail("m:table", { name })).toContain(`Table ${name} does not exist.`);
  });
});

describe("an id", () => {
  it("finds its document, in its table alone", async () => {
    const id = ids["a"] ?? "";
    expect(await project.call("m:get", { id })).toMatchObject({ body: "a" });
    expect(await project.call("m:get", { id, table: "notes" })).toMatchObject({
      body: "a",
    });
    const wrong = "The table name in the ID is `notes` but `people` was given.";
    expect(await project.fail("m:get", { id, table: "people" })).toContain(wrong);
    expect(await project.fail("m:patch", { id, table: "people", value: {} })).toContain(wrong);
    expect(await project.fail("m:systemGet", { id })).toContain("User tables can only be");
  });

  it("of a system table is read there alone, and written nowhere", async () => {
    const id = await project.call("m:runLater", { path: "m:insert" });
    expect(await project.call("m:systemGet", { id })).toMatchObject({
      name: "m:insert",
    });
    expect(await project.fail("m:get", { id })).toContain("System tables can only be accessed");
    const readOnly = "System tables (prefixed with `_`) are read-only.";
    expect(await project.fail("m:patch", { id, value: {} })).toContain(readOnly);
    expect(await project.fail("m:replace", { id, value: {} })).toContain(readOnly);
    expect(await project.fail("m:remove", { id })).toContain(readOnly);
  });

  it("is recognised by its table", async () => {
    const id = ids["a"] ?? "";
    const normalize = (table: string, text: string) =>
      project.call("m:normalize", { table, id: text });
    expect(await normalize("notes", id)).toBe(id);
    expect(await normalize("people", id)).toBeNull();
    expect(await normalize("notes", "nonsense")).toBeNull();
  });

  it("in a document must be of the table that the schema names", async () => {
    const add = (note: string) => ({
      table: "people",
      value: { name: "x", note },
    });
    expect(await project.call("m:insert", add(ids["a"] ?? ""))).toEqual(expect.any(String));
    expect(await project.fail("m:insert", add(ids["person"] ?? ""))).toContain(
      "from table `people`",
    );
  });
});

describe("a write", () => {
  it.each<[string, Record<string, JSONValue>, string]>([
    ["insert", { value: { body: "x", _id: "1" } }, "Provided `_id` field"],
    ["insert", { value: { body: "x", _creationTime: 1 } }, "Provided `_creationTime` field"],
    ["insert", { value: { body: "x", _other: 1 } }, "can't start with an underscore: `_other`"],
    ["insert", { value: [] }, "Value must be an Object"],
    ["insert", { value: { body: "x" }, table: "1notes" }, "Invalid table name: 1notes"],
    ["insert", { value: { body: "x" }, table: "no-tes" }, "Invalid table name: no-tes"],
  ])("by %s of %j is refused", async (name, args, message) => {
    expect(await project.fail(`m:${name}`, args)).toContain(message);
  });

  it("may repeat system fields, and not change them", async () => {
    const id = await project.call("m:insert", {
      value: { body: "x", rank: 1 },
    });
    const stored = (await project.call("m:get", { id })) as Record<string, JSONValue>;
    for (const name of ["patch", "replace"]) {
      expect(await project.call(`m:${name}`, { id, value: stored })).toEqual(stored);
      const other = { ...stored, _creationTime: 1 };
      expect(await project.fail(`m:${name}`, { id, value: other })).toContain(
        "Provided value 1 doesn't match '_creationTime' field",
      );
      const value = { ...stored, _id: ids["a"] ?? "" };
      expect(await project.fail(`m:${name}`, { id, value })).toContain("doesn't match '_id' field");
    }
    await project.call("m:remove", { id });
  });

  it("patches named fields, and replaces all", async () => {
    const id = await project.call("m:insert", {
      value: { body: "x", rank: 1 },
    });
    expect(await project.call("m:patch", { id, value: { at: 1 } })).toMatchObject({
      ...{ body: "x", rank: 1, at: 1 },
    });
    const replaced = await project.call("m:replace", {
      id,
      value: { body: "y" },
    });
    expect(Object.keys(replaced as object).sort()).toEqual(["_creationTime", "_id", "body"]);
    await project.call("m:remove", { id });
    for (const [name, verb] of [
      ["patch", "Update"],
      ["replace", "Replace"],
      ["remove", "Delete"],
    ] as const)
      expect(await project.fail(`m:${name}`, { id, value: { body: "z" } })).toContain(
        `${verb} on nonexistent document ID ${id as string}`,
      );
  });

  it("is refused in queries, even when they bypass the types", async () => {
    expect(await project.fail("m:writesInQuery", { id: ids["a"] ?? "" })).toContain(
      "Queries cannot write to the database.",
    );
    expect(await project.fail("m:callsMutation")).toContain("Queries cannot run mutations.");
  });
});

describe("a call within a transaction", () => {
  it("has the caller's identity, is validated, and reaches internal functions", async () => {
    const ada = { kind: "user", identity: { name: "Ada" } } as const;
    expect(await project.call("m:callsInternal", {}, ada)).toBe("Ada");
    expect(await project.fail("m:callsWrong")).toContain("ArgumentValidationError");
    expect(await project.fail("m:asQuery")).toContain(
      "Trying to execute m:insert as Query, but it is defined as Mutation.",
    );
    expect(await project.fail("m:runLater", { path: "m:nothing" })).toContain(
      "Could not find function for 'm:nothing'",
    );
  });
});

describe("an internal function", () => {
  it("cannot be called except by functions and the admin", async () => {
    const ada = { kind: "user", identity: { name: "Ada" } } as const;
    for (const caller of [NOBODY, ada])
      expect(await project.fail("m:nested", { depth: 0 }, caller)).toContain(
        "Could not find public function for 'm:nested'.",
      );
    expect(await project.call("m:nested", { depth: 0 }, ADMIN)).toBeNull();
  });
});

describe("an action", () => {
  it("has its caller's identity in all calls", async () => {
    const ada = { kind: "user", identity: { name: "Ada" } } as const;
    expect(await project.call("m:actsFor", {}, ada)).toEqual(["Ada", "Ada", "Ada", "Ada"]);
    expect(await project.call("m:actsFor")).toEqual([null, null, null, null]);
  });
});

describe("a file that is deleted", () => {
  it("keeps its bytes when the deletion is rolled back, but not after a deletion by another part", async () => {
    const names = [await project.call("m:save"), await project.call("m:save")].map((id) =>
      typeof id === "string" ? id : "",
    );
    const [lost = "", kept = ""] = names;
    await project.fail("m:drop", { file: lost, fail: true });
    expect(names.map((name) => project.bytes.has(name))).toEqual([true, true]);
    expect(await project.call("m:dropTwo", { lost, kept })).toBe(`http://files/${kept}`);
    expect(names.map((name) => project.bytes.has(name))).toEqual([false, true]);
  });
});

describe("limits", () => {
  const MIB = 1024 * 1024;
  it.each<[string, Record<string, number>, string]>([
    ["m:scheduleMany", { count: 1001 }, "Too many functions scheduled in a single function"],
    ["m:big", { bytes: MIB }, "Value is too large (1.00 MiB > maximum size 1 MiB)"],
    [
      "m:bigAnswer",
      { bytes: 16 * MIB },
      "Function m.js:bigAnswer return value is too large (actual: 16.00 MiB, limit: 16 MiB)",
    ],
  ])("%s with %j exceeds one, and stores nothing", async (path, args, message) => {
    const before = project.database.head.ts;
    expect(await project.fail(path, args)).toContain(message);
    expect(project.database.head.ts).toBe(before);
  });

  it("end a query that waits for ever, after ten times its CPU time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let failure: string | null = null;
    const failing = project.fail("m:hangs").then((message) => (failure = message));
    await vi.advanceTimersByTimeAsync(99_999);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failing).toContain("Function execution timed out");
  });

  it("allow what is just within them", async () => {
    expect(await project.call("m:bigAnswer", { bytes: 16 * MIB - 2 })).toHaveLength(16 * MIB - 2);
    const args = { bytes: "x".repeat(16 * MIB) };
    expect(await project.fail("m:bigAnswer", args)).toContain(
      "Arguments for m.js:bigAnswer are too large (actual: 16.00 MiB, limit: 16 MiB)",
    );
  });
});
