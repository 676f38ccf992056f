import { defineTable } from "convex/server";
import { v } from "convex/values";

export const collectionTables = {
  // Walls that people put together. Written by collections. Deleted by their owner.
  collections: defineTable({
    profileId: v.id("profiles"),
    title: v.string(),
    description: v.string(),
    visibility: v.union(v.literal("public"), v.literal("private")),
    /** How many rows of `collectionItems` name it. */
    items: v.number(),
  })
    .index("by_profileId", ["profileId"])
    .index("by_visibility_and_profileId", ["visibility", "profileId"]),

  // What is in them, in order. Written by collectionItems. Deleted with either side.
  collectionItems: defineTable({
    collectionId: v.id("collections"),
    artworkId: v.id("artworks"),
    /** Sorts them. */
    position: v.number(),
  })
    .index("by_collectionId_and_position", ["collectionId", "position"])
    .index("by_collectionId_and_artworkId", ["collectionId", "artworkId"])
    .index("by_artworkId", ["artworkId"]),
};
