import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tables whose rows have their own page on the site. */
export const vListed = v.union(
  v.literal("artworks"),
  v.literal("profiles"),
  v.literal("collections"),
  v.literal("studios"),
);

export const sitemapTables = {
  // Where each page of the sitemap begins. A table's first page begins at its first row, and has no
  // row here. Written by sitemap/pages. Never deleted, because a row's creation time does not
  // change.
  sitemapPages: defineTable({
    table: vListed,
    /** From 2 on, without gaps. */
    page: v.number(),
    /** The time of creation of its first row. */
    from: v.number(),
  }).index("by_table_and_page", ["table", "page"]),
};
