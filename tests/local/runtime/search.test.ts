import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JSONValue } from "convex/values";
import type { Project } from "./fixture";
import { openProject } from "./fixture";

const FILES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      works: defineTable({ title: v.string(), medium: v.string() })
        .searchIndex("by_title", { searchField: "title", filterFields: ["medium"] }),
    });`,
  "works.ts": `
    import { mutation, query } from "./_generated/server";
    import { v } from "convex/values";
    const found = (ctx, { text, medium, index = "by_title", field = "title", filter = "medium" }) =>
      ctx.db.query("works").withSearchIndex(index, (q) => {
        const search = q.search(field, text);
        return medium === undefined ? search : search.eq(filter, medium);
      });
    const args = { text: v.string(), medium: v.optional(v.string()), index: v.optional(v.string()),
      field: v.optional(v.string()), filter: v.optional(v.string()) };
    export const add = mutation({ args: { title: v.string(), medium: v.string() },
      handler: (ctx, work) => ctx.db.insert("works", work) });
    export const rename = mutation({ args: { id: v.id("works"), title: v.string() },
      handler: (ctx, { id, title }) => ctx.db.patch(id, { title }) });
    export const titles = query({ args, handler: async (ctx, asked) =>
      (await found(ctx, asked).collect()).map(({ title }) => title) });
    export const without = query({ args: {}, handler: (ctx) =>
      ctx.db.query("works").withSearchIndex("by_title", (q) => q.eq("medium", "paint")).collect() });
    export const twice = query({ args: {}, handler: (ctx) =>
      ctx.db.query("works").withSearchIndex("by_title", (q) => q.search("title", "a").search("title", "b")).collect() });
    export const media = query({ args: { text: v.string() }, handler: async (ctx, asked) =>
      (await found(ctx, asked).collect()).map(({ medium }) => medium) });
    export const remove = mutation({ args: { id: v.id("works") }, handler: async (ctx, { id }) => { await ctx.db.delete(id); } });
    export const first = query({ args, handler: async (ctx, asked) =>
      (await found(ctx, asked).take(2)).map(({ title }) => title) });
    export const page = query({ args: { text: v.string(), paginationOpts: v.any() },
      handler: async (ctx, { text, paginationOpts }) => {
        const { page, ...rest } = await found(ctx, { text }).paginate(paginationOpts);
        return { ...rest, page: page.map(({ title }) => title) };
      } });`,
};

let project: Project;

beforeAll(async () => {
  project = await openProject(FILES);
  await project.runtime.deploy();
  for (const [title, medium] of [
    ["Harbour at night", "paint"],
    ["Night shift", "paint"],
    ["Night, night, goodnight", "photo"],
    ["The lighthouse keeper", "photo"],
    ["Überfahrt", "paint"],
  ])
    await project.call("works:add", { title: title ?? "", medium: medium ?? "" });
});
afterAll(() => project.close());

const titles = (asked: JSONValue) => project.call("works:titles", asked);

describe("a search index", () => {
  it.each([
    ["without", "Search query against works.by_title does not contain any search filters."],
    [
      "twice",
      "Search query against works.by_title contains multiple search filters against title.",
    ],
  ])("is searched for one text: %s", async (name, text) => {
    expect(await project.fail(`works:${name}`)).toContain(text);
  });

  it("ranks by the share of matching words, the newest first of equals", async () => {
    expect(await titles({ text: "night" })).toEqual([
      "Night, night, goodnight",
      "Night shift",
      "Harbour at night",
    ]);
  });

  it("puts the newest of equals first", async () => {
    const ids = [];
    for (const medium of ["ink", "oil", "lead"])
      ids.push(await project.call("works:add", { title: "Twins of twins", medium }));
    const found = await project.call("works:media", { text: "twins" });
    for (const id of ids) await project.call("works:remove", { id });
    expect(found).toEqual(["lead", "oil", "ink"]);
  });

  it("matches any of the words, and a prefix of the last", async () => {
    expect(await titles({ text: "night keep" })).toHaveLength(4);
    expect(await titles({ text: "keep night" })).not.toContain("The lighthouse keeper");
  });

  it("recognises letters of every alphabet, in either case", async () => {
    expect(await titles({ text: "ÜBER" })).toEqual(["Überfahrt"]);
  });

  it("finds nothing for a text without words", async () => {
    expect(await titles({ text: " - " })).toEqual([]);
  });

  it("applies its filters", async () => {
    expect(await titles({ text: "night", medium: "photo" })).toEqual(["Night, night, goodnight"]);
  });

  it("stops at a limit", async () => {
    expect(await project.call("works:first", { text: "night" })).toHaveLength(2);
  });

  it("returns its results page by page", async () => {
    const page = (cursor: string | null) =>
      project.call("works:page", { text: "night", paginationOpts: { numItems: 2, cursor } });
    const first = await page(null);
    expect(first).toMatchObject({
      isDone: false,
      page: ["Night, night, goodnight", "Night shift"],
    });
    const { continueCursor } = first as { continueCursor: string };
    expect(await page(continueCursor)).toMatchObject({ isDone: true, page: ["Harbour at night"] });
  });

  it("follows writes", async () => {
    const id = await project.call("works:add", { title: "Sketch", medium: "ink" });
    expect(await titles({ text: "sketch" })).toEqual(["Sketch"]);
    await project.call("works:rename", { id, title: "Study" });
    expect(await titles({ text: "sketch" })).toEqual([]);
    expect(await titles({ text: "study" })).toEqual(["Study"]);
  });

  it.each([
    [{ text: "a", index: "by_name" }, "Search index works.by_name not found."],
    [{ text: "a", field: "medium" }, "contains a Search on unknown field medium"],
    [{ text: "a", medium: "ink", filter: "title" }, "contains a Eq on unknown field title"],
  ])("refuses %j", async (asked, message) => {
    expect(await project.fail("works:titles", asked)).toContain(message);
  });
});
