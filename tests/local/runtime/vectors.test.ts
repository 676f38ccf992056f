import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import { openProject, type Project } from "./fixture";

const FILES = {
  "schema.ts": `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  foods: defineTable({ name: v.string(), taste: v.optional(v.array(v.number())), kind: v.optional(v.string()), more: v.object({ cold: v.boolean() }) })
    .vectorIndex("by_taste", { vectorField: "taste", dimensions: 2, filterFields: ["kind", "more.cold"] }),
});`,
  "m.ts": `
import { mutation, action } from "./_generated/server";
import { v } from "convex/values";
export const add = mutation({ args: { foods: v.any() }, handler: async (ctx, { foods }) => {
  for (const food of foods) await ctx.db.insert("foods", { more: { cold: false }, ...food });
} });
export const remove = mutation({ args: {}, handler: async (ctx) => {
  await ctx.db.delete((await ctx.db.query("foods").first())._id);
} });
const MADE = {
  sweet: (q) => q.eq("kind", "sweet"),
  either: (q) => q.or(q.eq("kind", "sweet"), q.eq("more.cold", true)),
  none: (q) => q.eq("kind", undefined),
  name: (q) => q.eq("name", "a"),
  many: (q) => q.or(...Array.from({ length: 65 }, () => q.eq("kind", "sweet"))),
};
export const search = action({ args: { filter: v.optional(v.string()), rest: v.any(), index: v.optional(v.string()) }, handler: (ctx, { filter, rest, index }) =>
  ctx.vectorSearch("foods", index ?? "by_taste", { ...rest, ...(filter && { filter: MADE[filter] }) }) });`,
  "node.ts": `"use node";
import { action } from "./_generated/server";
export const search = action({ args: {}, handler: async (ctx) =>
  (await ctx.vectorSearch("foods", "by_taste", { vector: [1, 0], limit: 1 })).length });`,
};

const FOODS = [
  { name: "old", taste: [1, 0] },
  { name: "cake", taste: [2, 0], kind: "sweet" },
  { name: "pie", taste: [1, 1], kind: "sweet" },
  { name: "ice", taste: [0, 3], more: { cold: true } },
  { name: "soup", taste: [-1, 0] },
  { name: "short", taste: [1], kind: "sweet" },
  { name: "infinite", taste: [1, { $float: "AAAAAAAA8H8=" }], kind: "sweet" },
  { name: "bare", kind: "sweet" },
  { name: "water", taste: [0, 0] },
];

describe("a vector search", () => {
  let project: Project;
  beforeAll(async () => {
    project = await openProject(FILES);
    await project.runtime.deploy();
    await project.call("m:add", { foods: FOODS });
    await project.call("m:remove");
  });
  afterAll(() => project.close());

  const search = async (rest: JSONValue, filter?: string) => {
    const found = await project.call("m:search", { rest, ...(filter !== undefined && { filter }) });
    const tx = project.database.begin();
    return (found as { _id: string; _score: number }[]).map(({ _id, _score }) => [
      tx.get("foods", _id)?.name,
      Math.round(_score * 100) / 100,
    ]);
  };

  it("ranks the documents that have a vector by its angle", async () => {
    expect(await search({ vector: [3, 0] })).toEqual([
      ["cake", 1],
      ["pie", 0.71],
      ["ice", 0],
      ["water", 0],
      ["soup", -1],
    ]);
    expect(await search({ vector: [0, 1], limit: 1 })).toEqual([["ice", 1]]);
    expect(await project.call("node:search")).toBe(1);
  });

  it.each([
    ["sweet", ["cake", "pie"]],
    ["either", ["cake", "pie", "ice"]],
    ["none", ["ice", "water", "soup"]],
  ])("keeps the documents of the filter %s", async (filter, names) => {
    const found = await search({ vector: [1, 0] }, filter);
    expect(found.map(([name]) => name)).toEqual(names);
  });

  it.each([
    [{ vector: [1, 0], limit: 257 }, undefined, "a limit between 1 and 256. Received: 257"],
    [{ vector: [1, 0], limit: 0 }, undefined, "a limit between 1 and 256"],
    [{ vector: [1, 0, 0] }, undefined, "needs a vector of 2 finite numbers"],
    [{ vector: [1, { $float: "AAAAAAAA8H8=" }] }, undefined, "needs a vector of 2 finite numbers"],
    [{ vector: [1, 0] }, "name", "a filter on the unknown field name"],
    [{ vector: [1, 0] }, "many", "more than 64 conditions"],
  ])("refuses %j with the filter %s", async (rest, filter, message) => {
    const args = { rest, ...(filter !== undefined && { filter }) };
    expect(await project.fail("m:search", args)).toContain(message);
  });

  it("refuses an index that the schema lacks", async () => {
    const args = { rest: { vector: [1, 0] }, index: "by_name" };
    expect(await project.fail("m:search", args)).toContain("Vector index foods.by_name not found.");
  });
});
