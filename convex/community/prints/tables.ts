import { defineTable } from "convex/server";
import { v } from "convex/values";

export const printsTables = {
  // Print orders of artists for their own works. Written by prints. Operators list and ship them.
  // Deleted with the work.
  printOrders: defineTable({
    artworkId: v.id("artworks"),
    /** The shipping address; empty once it is shipped. */
    address: v.string(),
    state: v.union(v.literal("ordered"), v.literal("shipped")),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_state", ["state"]),
};
