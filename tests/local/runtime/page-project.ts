import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { JSONValue } from "convex/values";
import { openProject, type Project } from "./fixture";

export const FILES = {
  "schema.ts": `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  notes: defineTable({ body: v.string(), group: v.string(), rank: v.optional(v.number()) })
    .index("by_rank", ["rank"]).index("by_group_rank", ["group", "rank"]),
});`,
  "notes.ts": `
import { mutation, query } from "./_generated/server";
import { makeFunctionReference as ref } from "convex/server";
const read = (ctx, { index, order, from, body }) => {
  const table = ctx.db.query("notes");
  const range = (q) => index === "by_group_rank" ? q.eq("group", "a") : from === undefined ? q : q.gte("rank", from);
  const ordered = (index === null ? table : table.withIndex(index, range)).order(order);
  return body === undefined ? ordered : ordered.filter((q) => q.neq(q.field("body"), body));
};
const bodies = (docs) => docs.map(({ body }) => body);
export const all = query({ handler: async (ctx, args) => bodies(await read(ctx, args).collect()) });
export const page = query({ handler: async (ctx, { paginationOpts, ...args }) => {
  const { page, ...rest } = await read(ctx, args).paginate(paginationOpts);
  return { ...rest, page: bodies(page) };
} });
export const sameRange = query({ handler: async (ctx, args) => bodies((await read(ctx, args).paginate(args.paginationOpts)).page) });
export const own = query({ handler: async (ctx, { start, note, range }) => {
  const { page, continueCursor } = await read(ctx, range).paginate({ numItems: 2, cursor: start });
  return { page: bodies(page), continueCursor };
} });
export const begun = query({ handler: (ctx, args) => ctx.runQuery(ref("notes:own"), args) });
export const nested = query({ handler: (ctx, args) => ctx.runQuery(ref("notes:page"), args) });
export const within = query({ handler: (ctx, { documentsRead, page }) =>
  ctx.runQuery(ref("notes:page"), page, { transactionLimits: { documentsRead } }) });
export const caught = query({ handler: async (ctx, args) => {
  try { return await ctx.runQuery(ref("notes:page"), args); } catch (error) { return error.data; }
} });
export const pageTwice = query({ handler: async (ctx, args) => {
  await read(ctx, args).paginate({ numItems: 1, cursor: null });
  await read(ctx, args).paginate({ numItems: 1, cursor: null });
} });
export const pageOwn = mutation({ handler: async (ctx, args) => {
  await ctx.db.insert("notes", { body: "own", group: "a", rank: 2.5 });
  return bodies((await read(ctx, args).paginate({ numItems: 20, cursor: null })).page);
} });
const find = (ctx, body) => ctx.db.query("notes").filter((q) => q.eq(q.field("body"), body)).unique();
export const add = mutation({ handler: (ctx, note) => ctx.db.insert("notes", note) });
export const remove = mutation({ handler: async (ctx, { body }) => ctx.db.delete((await find(ctx, body))._id) });
export const move = mutation({ handler: async (ctx, { body, rank }) => ctx.db.patch((await find(ctx, body))._id, { rank }) });
export const reset = mutation({ handler: async (ctx, { notes }) => {
  for (const { _id } of await ctx.db.query("notes").collect()) await ctx.db.delete(_id);
  for (const note of notes) await ctx.db.insert("notes", note);
} });`,
};

/** An alias, to which JSON can be narrowed. */
export type Page = {
  page: string[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: string | null;
};
export interface Options {
  numItems?: number;
  cursor?: string | null;
  endCursor?: string | null;
  maximumRowsRead?: number;
  maximumBytesRead?: number;
}
export interface Range {
  index?: string | null;
  order?: "asc" | "desc";
  from?: number;
  body?: string;
}

/** Three of rank 2, so that a page may end between equals; "h" is in another group. */
const NOTES = [
  ["d", "a", 3],
  ["b1", "a", 2],
  ["a", "a", 1],
  ["b2", "a", 2],
  ["e", "a", 4],
  ["b3", "a", 2],
  ["h", "b", 2],
].map(([body, group, rank]) => ({ body, group, rank }) as Record<string, JSONValue>);

export const RANKED: Required<Pick<Range, "index" | "order">> = {
  index: "by_group_rank",
  order: "asc",
};
export const argsOf = (range: Range, { numItems = 2, cursor = null, ...options }: Options) => ({
  ...RANKED,
  ...range,
  paginationOpts: { numItems, cursor, ...options },
});
export const join = (pages: readonly Page[]) => pages.flatMap(({ page }) => page);

/** A project with the notes, the same before each test of the file. */
export function usePages() {
  const opened: { project?: Project } = {};
  const project = (): Project => {
    if (!opened.project) throw new Error("not open yet");
    return opened.project;
  };
  beforeAll(async () => {
    opened.project = await openProject(FILES);
    await project().runtime.deploy();
  });
  beforeEach(() =>
    project().call("notes:reset", { notes: [...NOTES, { body: "none", group: "a" }] }),
  );
  afterAll(() => project().close());

  const read = async (range: Range, options: Options = {}) =>
    (await project().call("notes:page", argsOf(range, options))) as Page;
  const all = async (range: Range) =>
    (await project().call("notes:all", { ...RANKED, ...range })) as string[];
  const walk = async (
    range: Range,
    options: Options,
    from: string | null = null,
  ): Promise<Page[]> => {
    const pages = [await read(range, { ...options, cursor: from })];
    for (let last = pages[0]; last && !last.isDone; last = pages.at(-1)) {
      expect(pages.length).toBeLessThan(20);
      pages.push(await read(range, { ...options, cursor: last.continueCursor }));
    }
    return pages;
  };
  return { project, read, all, walk };
}
