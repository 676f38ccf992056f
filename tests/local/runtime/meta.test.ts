import { jsonToConvex, type JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../../packages/convex-local/src/runtime/types";
import type { Project } from "./fixture";
import { openProject, until } from "./fixture";

const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  work: defineTable({ name: v.string(), at: v.commitTs(), deep: v.optional(v.any()) }).index("by_at", ["at"]),
  notes: defineTable({ text: v.string() }),
});`;
const FUNCTIONS = `
import { query, mutation, action, internalMutation, internalQuery } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
import { v } from "convex/values";
const add = (ctx, name) => ctx.db.insert("work", { name, at: ctx.db.vars.commitTs });
const names = async (query) => (await query.collect()).map(({ name }) => name);
const pending = (ctx) => ctx.db.query("work").withIndex("by_at", (q) => q.eq("at", ctx.db.vars.commitTs));
export const enqueue = mutation({ args: { name: v.string() }, returns: v.commitTs(), handler: async (ctx, { name }) => {
  await add(ctx, name);
  return ctx.db.vars.commitTs;
} });
export const twice = mutation({ handler: async (ctx, { names }) => { for (const name of names) await add(ctx, name); } });
export const deep = mutation({ handler: async (ctx, { name }) => {
  const id = await ctx.db.insert("work", { name, at: 1n, deep: [{ x: ctx.db.vars.commitTs }] });
  await ctx.db.patch(id, { at: ctx.db.vars.commitTs });
  return { list: [ctx.db.vars.commitTs] };
} });
export const listPending = mutation({ handler: async (ctx) => {
  await add(ctx, "pending");
  const [first] = await pending(ctx).collect();
  return [await names(pending(ctx)), first.at === ctx.db.vars.commitTs, String(first.at),
    (await ctx.db.query("work").withIndex("by_at", (q) => q.lte("at", 2n ** 63n - 1n)).order("desc").first()).name,
    (await ctx.db.query("work").filter((q) => q.eq(q.field("at"), ctx.db.vars.commitTs)).collect()).length];
} });
export const passOn = mutation({ handler: (ctx) =>
  ctx.runMutation(ref("m:take"), { name: "passed", at: ctx.db.vars.commitTs }) });
export const take = internalMutation({ args: { name: v.string(), at: v.commitTs() }, returns: v.commitTs(), handler: async (ctx, args) => {
  await ctx.db.insert("work", args);
  return args.at;
} });
export const undo = mutation({ handler: async (ctx) => {
  await ctx.runMutation(ref("m:broken"), {}).catch(() => null);
  await add(ctx, "kept");
} });
export const broken = internalMutation({ handler: async (ctx) => { await add(ctx, "undone"); throw new Error("no"); } });
export const list = query({ handler: (ctx) => ctx.db.query("work").withIndex("by_at").collect() });
export const after = query({ handler: (ctx, { at }) => names(ctx.db.query("work").withIndex("by_at", (q) => q.gt("at", at))) });
export const echo = query({ handler: (_, { value }) => value });
export const queryEcho = mutation({ handler: async (ctx) => { await ctx.runQuery(ref("m:echo"), { value: ctx.db.vars.commitTs }); return "ok"; } });
export const later = mutation({ handler: (ctx) => ctx.scheduler.runAfter(0, ref("m:echo2"), { value: ctx.db.vars.commitTs }) });
export const echo2 = mutation({ handler: () => null });
export const snapshotTs = mutation({ handler: async (ctx) => {
  const before = ctx.meta.getSnapshotTs();
  await add(ctx, "later");
  return [before, await ctx.runQuery(ref("m:innerTs"), {}), ctx.db.vars.commitTs];
} });
export const innerTs = internalQuery({ handler: (ctx) => ctx.meta.getSnapshotTs() });

const count = ref("m:count");
export const count = internalQuery({ handler: async (ctx) => (await ctx.db.query("notes").collect()).length });
export const stale = mutation({ handler: async (ctx) => {
  await ctx.db.insert("notes", { text: "new" });
  return [await ctx.runQuery(ref("m:count"), {}), await ctx.runQuery(ref("m:count"), {}, { useStaleSnapshot: true }), await ctx.runQuery(ref("m:count"), {})];
} });
export const note = mutation({ handler: async (ctx, { count }) => { for (let i = 0; i < count; i += 1) await ctx.db.insert("notes", { text: "x" }); } });
export const readAll = internalQuery({ handler: async (ctx) => (await ctx.db.query("notes").collect()).length });
export const writeSome = internalMutation({ handler: async (ctx, { count, fail }) => {
  for (let i = 0; i < count; i += 1) await ctx.db.insert("notes", { text: "x" });
  if (fail) throw new Error("no");
  return ctx.meta.getTransactionMetrics();
} });
const tried = (promise) => promise.then(() => "ok", (error) => error.message);
export const limited = mutation({ handler: async (ctx, { count, transactionLimits, fail = false, stale = false }) => [
  await tried(stale
    ? ctx.runQuery(ref("m:readAll"), {}, { transactionLimits, useStaleSnapshot: true })
    : ctx.runMutation(ref("m:writeSome"), { count, fail }, { transactionLimits })),
  await ctx.meta.getTransactionMetrics(),
] });
export const inner = mutation({ handler: (ctx, { count, transactionLimits }) =>
  ctx.runMutation(ref("m:writeSome"), { count, fail: false }, { transactionLimits }) });

const about = async (ctx) => ({ function: await ctx.meta.getFunctionMetadata(), deployment: await ctx.meta.getDeploymentMetadata() });
export const aboutQuery = query({ handler: about });
export const aboutMutation = mutation({ handler: about });
export const aboutAction = action({ handler: async (ctx) => ({ ...await about(ctx), called: await ctx.runQuery(ref("m:aboutQuery"), {}) }) });
export const request = mutation({ handler: async (ctx) => [await ctx.meta.getRequestMetadata(), await ctx.runMutation(ref("m:innerRequest"), {})] });
export const innerRequest = internalMutation({ handler: (ctx) => ctx.meta.getRequestMetadata() });
export const requestOfAction = action({ handler: async (ctx) => [await ctx.meta.getRequestMetadata(), await ctx.runMutation(ref("m:innerRequest"), {})] });
export const scheduled = mutation({ handler: (ctx) => ctx.scheduler.runAfter(0, ref("m:keepRequest"), {}) });
export const keepRequest = internalMutation({ handler: async (ctx) => { await ctx.db.insert("notes", { text: JSON.stringify(await ctx.meta.getRequestMetadata()) }); } });
export const texts = query({ handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text) });
`.replace('const count = ref("m:count");\n', "");

let project: Project;
beforeAll(async () => {
  project = await openProject({ "schema.ts": SCHEMA, "m.ts": FUNCTIONS });
  await project.runtime.deploy();
  project.runtime.start();
});
afterAll(() => project.close());

const call = async (path: string, args: JSONValue = {}) =>
  jsonToConvex(await project.call(path, args));
type Work = { name: string; at: bigint; deep?: { x: bigint }[] };
const works = async () => (await call("m:list")) as unknown as Work[];
const named = async (name: string) => (await works()).filter((work) => work.name === name);

describe("the timestamp of a commit", () => {
  it("is in the documents and in the answer, and grows from commit to commit", async () => {
    const first = (await call("m:enqueue", { name: "a" })) as bigint;
    const second = (await call("m:enqueue", { name: "b" })) as bigint;
    expect(second).toBeGreaterThan(first);
    expect(await works()).toMatchObject([
      { name: "a", at: first },
      { name: "b", at: second },
    ]);
    expect(first).toBeGreaterThan(BigInt(Date.now() - 60_000) * 1_000_000n);
    expect(await project.call("m:after", { at: { $integer: encode(first) } })).toEqual(["b"]);
  });

  it("is the same in all documents of a mutation, wherever they hold it", async () => {
    await call("m:twice", { names: ["t", "t"] });
    const [one, other] = await named("t");
    expect(one?.at).toBe(other?.at);
    const answer = (await call("m:deep", { name: "deep" })) as { list: bigint[] };
    const [deep] = await named("deep");
    expect(deep).toMatchObject({ at: answer.list[0], deep: [{ x: answer.list[0] }] });
  });

  it("is a placeholder until the commit, sorted at the end of an index", async () => {
    expect(await call("m:listPending")).toEqual([
      ["pending"],
      true,
      "[unresolved commit timestamp]",
      "pending",
      1,
    ]);
  });

  it("passes through nested mutations, and nothing remains of failed ones", async () => {
    const at = await call("m:passOn");
    expect(await named("passed")).toMatchObject([{ at }]);
    await call("m:undo");
    expect((await works()).map(({ name }) => name)).not.toContain("undone");
    expect(await named("kept")).toMatchObject([{ at: expect.any(BigInt) as unknown }]);
  });

  it("is unchanged after a restart", async () => {
    const before = await works();
    await project.restart();
    expect(await works()).toEqual(before);
  });

  it("is later than the snapshot's, which nested queries share", async () => {
    const [before, inner, commit] = (await call("m:snapshotTs")) as bigint[];
    expect(inner).toBe(before);
    expect(commit).toBeGreaterThan(before ?? 0n);
  });

  it.each<[string, JSONValue, string]>([
    ["m:later", {}, "a scheduled function cannot take an unresolved placeholder value."],
    ["m:echo", { value: { $commitTs: null } }, "can only be passed to a query or mutation called"],
    ["m:echo2", { value: { $commitTs: null } }, "can only be passed to a query or mutation called"],
  ])("is refused without a commit: %s %j", async (path, args, message) => {
    expect(await project.fail(path, args)).toContain(message);
  });

  it("may be passed to a query of the mutation", async () => {
    expect(await call("m:queryEcho")).toBe("ok");
  });
});

const encode = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes.toString("base64");
};

type Metrics = Record<string, { used: number; remaining: number }>;

describe("a transaction", () => {
  it("may read what was committed before it, whatever it wrote since", async () => {
    const [first, stale, again] = (await call("m:stale")) as number[];
    expect([stale, again]).toEqual([Number(first) - 1, first]);
  });

  it("reports used and remaining limits; a failed part has written nothing", async () => {
    const [message, metrics] = (await call("m:limited", { count: 3, fail: true })) as unknown as [
      string,
      Metrics,
    ];
    expect(message).toBe("Uncaught Error: no");
    expect(metrics).toMatchObject({
      documentsWritten: { used: 0, remaining: 16_000 },
      bytesWritten: { used: 0 },
      filesWritten: { used: 0 },
    });
    const [, written] = (await call("m:limited", { count: 3 })) as unknown as [string, Metrics];
    expect(written).toMatchObject({ documentsWritten: { used: 3, remaining: 15_997 } });
    expect(Object.keys(written)).toHaveLength(11);
  });

  it.each<[what: string, args: JSONValue, message: string]>([
    ["within", { count: 2, transactionLimits: { documentsWritten: 2 } }, "ok"],
    [
      "beyond",
      { count: 3, transactionLimits: { documentsWritten: 2 } },
      "Too many documents written in a single function execution (limit: 2)",
    ],
    ["beyond all limits", { count: 3, transactionLimits: { documentsWritten: 1e9 } }, "ok"],
    [
      "for reads on a snapshot",
      { stale: true, transactionLimits: { documentsRead: 1 } },
      "Too many documents read in a single function execution (limit: 1)",
    ],
  ])("may lower the limits of a nested one: %s", async (_, args, message) => {
    await call("m:note", { count: 2 });
    expect(((await call("m:limited", args)) as string[])[0]).toContain(message);
  });

  it("never raises them, and its own apply again afterwards", async () => {
    const args = { count: 1, transactionLimits: { documentsWritten: 1e9 } };
    const inner = (await call("m:inner", args)) as unknown as Metrics;
    expect(inner["documentsWritten"]).toEqual({ used: 1, remaining: 15_999 });
    const lowered = { count: 1, transactionLimits: { documentsWritten: 5 } };
    const [, outer] = (await call("m:limited", lowered)) as unknown as [string, Metrics];
    expect(outer["documentsWritten"]).toEqual({ used: 1, remaining: 15_999 });
  });
});

describe("a function", () => {
  const DEPLOYMENT = { name: "local", region: null, class: "s16" };
  it.each(["Query", "Mutation", "Action"])(
    "knows its name and where it runs (%s)",
    async (type) => {
      const told = { type: type.toLowerCase(), visibility: "public", componentPath: "" };
      expect(await call(`m:about${type}`)).toMatchObject({
        function: { ...told, name: `m:about${type}` },
        deployment: DEPLOYMENT,
      });
    },
  );

  const ADA: Caller = { kind: "user", identity: { subject: "ada" }, token: "the token" };
  const request = { ip: "1.2.3.4", userAgent: "browser" };
  const ask = async (path: string, more: object) => {
    const { outcome } = await project.runtime.run({ path, args: {}, caller: ADA, ...more });
    return outcome.success ? outcome.value : outcome.message;
  };

  it.each(["m:request", "m:requestOfAction"])(
    "knows the request that started it, as do the functions that it calls: %s",
    async (path) => {
      const told = {
        ...request,
        requestId: expect.stringMatching(/./) as unknown,
        scheduledFunctionId: null,
        authToken: "the token",
      };
      const [own, inner] = (await ask(path, { request })) as JSONValue[];
      expect(own).toEqual(told);
      expect(inner).toEqual(own);
      const [again] = (await ask(path, { request })) as { requestId: string }[];
      expect(again?.requestId).not.toBe((own as { requestId: string }).requestId);
    },
  );

  it("knows the id of its scheduled function, which has no client", async () => {
    const id = (await project.call("m:scheduled")) as string;
    const kept = async () => (await project.call("m:texts")) as string[];
    await until(async () => (await kept()).some((text) => text.includes(id)));
    const text = (await kept()).find((each) => each.includes(id)) ?? "";
    expect(JSON.parse(text)).toMatchObject({
      ...{ ip: null, userAgent: null, authToken: null },
      scheduledFunctionId: id,
    });
  });
});
