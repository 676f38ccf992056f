import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Project } from "./fixture";
import { openProject } from "./fixture";

const FILES = {
  "schema.ts": `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ body: v.string() }).index("by_body", ["body"]) }, { schemaValidation: false });`,
  "m.ts": `
import { ConvexError } from "convex/values";
import { action, mutation, query } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
const chance = () => [Math.random(), Math.random()];
export const inQuery = query(chance);
export const inMutation = mutation(chance);
export const inAction = action(chance);
export const ids = mutation({ handler: async (ctx) => [await ctx.db.insert("notes", {}), crypto.randomUUID()] });
export const anything = mutation({ handler: (ctx) => ctx.db.insert("unknown", { body: 1 }) });
export const prints = mutation({ handler: async (ctx) => {
  console.log("a", 1, null, { b: ["c"] });
  console.info("b"); console.warn("c"); console.error(new RangeError("d").message); console.debug("e"); console.trace("f");
  await ctx.runQuery(ref("m:inner"), {});
} });
export const inner = query({ handler: () => console.log("inner") });
export const clock = action({ handler: () => [Date.now(), performance.now()] });
const THROWN = { nothing: undefined, text: "text", none: null, bare: Object.create(null), symbol: Symbol("s") };
export const throwsValue = query({ handler: (_, { what }) => { throw THROWN[what]; } });
export const throwsData = query({ handler: (_, { data }) => { throw new ConvexError(data); } });
export const passesOn = action({ handler: async (ctx, { data }) => {
  try { await ctx.runQuery(ref("m:throwsData"), { data }); } catch (error) { return [error instanceof ConvexError, error.data]; }
} });
export const tries = mutation({ handler: async (ctx, { data }) => {
  try { await ctx.runQuery(ref("m:throwsData"), { data }); } catch (error) { return [error instanceof ConvexError, error.data]; }
} });
export const nestedCrash = action({ handler: (ctx) => ctx.runQuery(ref("m:throwsValue"), { what: "text" }) });`,
};

let project: Project;
beforeAll(async () => {
  project = await openProject(FILES);
  await project.runtime.deploy();
});
afterAll(() => project.close());

describe("randomness", () => {
  it("differs in each run of a query, mutation or action", async () => {
    const drawn = [];
    for (const path of ["m:inQuery", "m:inQuery", "m:inMutation", "m:inMutation", "m:inAction"])
      drawn.push(...((await project.call(path)) as number[]));
    expect(new Set(drawn).size).toBe(10);
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  });

  it("produces other ids in each run", async () => {
    const [one, two] = [await project.call("m:ids"), await project.call("m:ids")];
    expect(new Set([one, two].flat()).size).toBe(4);
  });
});

describe("a schema without validation", () => {
  it("accepts any document in any table", async () => {
    expect(await project.call("m:anything")).toEqual(expect.any(String));
  });
});

describe("the output of functions", () => {
  it("is returned with its level, in order, including that of called functions", async () => {
    const { logLines } = await project.runtime.mutation({
      ...{ path: "m:prints", args: {}, caller: { kind: "nobody" } },
    });
    expect(logLines).toEqual([
      "[LOG] 'a' 1 null { b: [ 'c' ] }",
      ...["[INFO] 'b'", "[WARN] 'c'", "[ERROR] 'd'", "[DEBUG] 'e'", "[DEBUG] 'f'"],
      "[LOG] 'inner'",
    ]);
    expect(project.lines).toContain("m:prints [INFO] 'b'");
    expect(project.lines).toContain("m:inner [LOG] 'inner'");
  });
});

describe("an error of a function", () => {
  it.each([
    ["text", "Uncaught text"],
    ["nothing", "Uncaught undefined"],
    ["none", "Uncaught null"],
    ["bare", String.raw`Uncaught \[Object: null prototype\] \{\}`],
    ["symbol", String.raw`Uncaught Symbol\(s\)`],
  ])("(%s) is returned", async (what, message) => {
    expect(await project.fail("m:throwsValue", { what })).toMatch(
      new RegExp(`^\\[Request ID: [0-9a-f]{16}\\] Server Error\\n${message}$`),
    );
  });

  it.each([null, 0, "", false, [1], { code: "x" }, { $integer: "AQAAAAAAAAA=" }])(
    "(a ConvexError of %j) keeps its data through calls",
    async (data) => {
      const run = await project.runtime.query({
        ...{ path: "m:throwsData", args: { data }, caller: { kind: "nobody" } },
      });
      expect(run.outcome).toMatchObject({ success: false, data });
      for (const path of ["m:passesOn", "m:tries"])
        expect(await project.call(path, { data })).toEqual([true, data]);
    },
  );

  it("in an action has only one request id", async () => {
    const message = await project.fail("m:nestedCrash");
    expect(message.match(/Request ID/g)).toHaveLength(1);
    expect(message).toContain("Uncaught text");
  });
});

describe("an action's clock", () => {
  it("advances", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 5 });
    expect(await project.call("m:clock")).toEqual([5, 5]);
  });
});
