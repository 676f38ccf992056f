import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tables whose rows have a page of their own. */
export const vListed = v.union(
  v.literal("artworks"),
  v.literal("profiles"),
  v.literal("collections"),
  v.literal("studios"),
);

export const sitemapTables = {
  // Where each page of the sitemap begins. The first page of a table begins at its first row, without
  // a row here. Written by sitemap/pages. Never deleted: a row's time of creation does not change.
  sitemapPages: defineTable({
    table: vListed,
    /** From 2 on, without gaps. */
    page: v.number(),
    /** The time of creation of its first row. */
    from: v.number(),
  }).index("by_table_and_page", ["table", "page"]),
};
