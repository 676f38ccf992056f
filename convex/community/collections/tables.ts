import { defineTable } from "convex/server";
import { v } from "convex/values";

export const collectionTables = {
  // Ordered lists of works that members made. Written by collections. Deleted by their owner.
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

  // The works in a collection, in order. Written by collections/items. Deleted with either side.
  collectionItems: defineTable({
    collectionId: v.id("collections"),
    artworkId: v.id("artworks"),
    /** The position in the collection. */
    position: v.number(),
  })
    .index("by_collectionId_and_position", ["collectionId", "position"])
    .index("by_collectionId_and_artworkId", ["collectionId", "artworkId"])
    .index("by_artworkId", ["artworkId"]),
};
