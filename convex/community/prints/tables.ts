import { defineTable } from "convex/server";
import { v } from "convex/values";

export const printsTables = {
  // Prints that artists ordered of their works. Written by prints, where
  // operators find what is to be sent. Deleted with the work.
  printOrders: defineTable({
    artworkId: v.id("artworks"),
    /** Where to; empty once it is on its way. */
    address: v.string(),
    state: v.union(v.literal("ordered"), v.literal("shipped")),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_state", ["state"]),
};
