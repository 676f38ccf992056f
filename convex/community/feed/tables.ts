import { defineTable } from "convex/server";
import { v } from "convex/values";

export const feedTables = {
  // One row for each work and each follower of its artist. Written by feed/fanOut. Deleted with the
  // work, with the follow, when the work is unpublished, and beyond the newest 1,000 of each
  // viewer.
  feedEntries: defineTable({
    viewerId: v.id("profiles"),
    artistId: v.id("profiles"),
    artworkId: v.id("artworks"),
    publishedAt: v.number(),
    /** Numbers the entries of one viewer. Absent in rows from before they were numbered. */
    position: v.optional(v.number()),
  })
    .index("by_viewerId_and_publishedAt", ["viewerId", "publishedAt"])
    .index("by_viewerId_and_position", ["viewerId", "position"])
    .index("by_viewerId_and_artistId", ["viewerId", "artistId"])
    .index("by_artworkId_and_viewerId", ["artworkId", "viewerId"]),
};
