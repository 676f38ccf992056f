import { v } from "convex/values";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { vListed } from "./tables";

export type Listed = Infer<typeof vListed>;
const TABLES = vListed.members.map(({ value }) => value);

/**
 * Rows per page, listed or not. Search engines accept 50,000 URLs, but a query reads fewer rows.
 */
const ROWS = 1_000;
/**
 * The maximum number of pages per table in the sitemap index: search engines accept 50,000 in
 * total.
 */
const MOST_PAGES = 5_000;
/** The number of tags in the sitemap, those with the most works. */
const MOST_TAGS = 500;

const vAddress = v.object({
  path: v.string(),
  /** In milliseconds since 1970; null if unknown. */
  changedAt: v.union(v.number(), v.null()),
});
type Address = typeof vAddress.type;

/** The number of pages of each table. */
export const index = internalQuery({
  args: {},
  returns: v.array(v.object({ table: vListed, pages: v.number() })),
  handler: async (ctx): Promise<{ table: Listed; pages: number }[]> =>
    await Promise.all(
      TABLES.map(async (table) => {
        const last = (await lastPage(ctx, table))?.page ?? 1;
        if (last > MOST_PAGES)
          throw new Error(`The sitemap of ${table} has over ${MOST_PAGES} pages`);
        return { table, pages: last };
      }),
    ),
});

/** The URLs of one page, as a visitor may see them; null if there is no such page. */
export const list = internalQuery({
  args: { table: vListed, page: v.number() },
  returns: v.union(v.array(vAddress), v.null()),
  handler: async (ctx, { table, page }): Promise<Address[] | null> => {
    const from = page === 1 ? 0 : (await pageAt(ctx, table, page))?.from;
    if (from === undefined) return null;
    const to = (await pageAt(ctx, table, page + 1))?.from ?? Infinity;
    const rows = await ctx.db
      .query(table)
      .withIndex("by_creation_time", (q) => q.gte("_creationTime", from).lt("_creationTime", to))
      // Works newer than a full last page are added with the next page, within the hour.
      .take(ROWS + 1);
    return rows.flatMap((row) => addressOf(table, row) ?? []);
  },
});

/** The tags with the most works. */
export const tags = internalQuery({
  args: {},
  returns: v.array(vAddress),
  handler: async (ctx): Promise<Address[]> => {
    const rows = await ctx.db.query("tags").withIndex("by_works").order("desc").take(MOST_TAGS);
    return rows.map(({ tag }) => {
      return { path: `/explore?tag=${encodeURIComponent(tag)}`, changedAt: null };
    });
  },
});

/** Begins a new page for each table whose last page is full, one page per table and run. */
export const extend = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    let isAnyNew = false;
    for (const table of TABLES) {
      const last = await lastPage(ctx, table);
      const rows = await ctx.db
        .query(table)
        .withIndex("by_creation_time", (q) => q.gte("_creationTime", last?.from ?? 0))
        .take(ROWS + 1);
      const next = rows[ROWS];
      if (!next) continue;
      const page = (last?.page ?? 1) + 1;
      await ctx.db.insert("sitemapPages", { table, page, from: next._creationTime });
      isAnyNew = true;
    }
    if (isAnyNew) await ctx.scheduler.runAfter(0, internal.community.sitemap.pages.extend, {});
    return null;
  },
});

async function lastPage(ctx: QueryCtx, table: Listed) {
  return await ctx.db
    .query("sitemapPages")
    .withIndex("by_table_and_page", (q) => q.eq("table", table))
    .order("desc")
    .first();
}

async function pageAt(ctx: QueryCtx, table: Listed, page: number) {
  return await ctx.db
    .query("sitemapPages")
    .withIndex("by_table_and_page", (q) => q.eq("table", table).eq("page", page))
    .unique();
}

/** Null if search engines may not list it. */
function addressOf(table: Listed, row: Doc<Listed>): Address | null {
  switch (table) {
    case "artworks":
      return addressOfWork(row as Doc<"artworks">);
    case "profiles":
      return addressOfArtist(row as Doc<"profiles">);
    case "collections": {
      const { _id, visibility } = row as Doc<"collections">;
      return visibility === "public" ? { path: `/collections/${_id}`, changedAt: null } : null;
    }
    case "studios":
      return { path: `/studio/${(row as Doc<"studios">).slug}`, changedAt: null };
  }
}

function addressOfWork(work: Doc<"artworks">): Address | null {
  if (work.state !== "published" || work.sensitive) return null;
  return { path: `/a/${work._id}`, changedAt: work.editedAt ?? work.publishedAt };
}

/** A closed account has a profile without search text until its rows are deleted. */
function addressOfArtist({ username, searchText }: Doc<"profiles">): Address | null {
  if (searchText === "") return null;
  return { path: `/u/${encodeURIComponent(username)}`, changedAt: null };
}
