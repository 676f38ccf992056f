import { defineTable } from "convex/server";
import { v } from "convex/values";
import { keptFile } from "../artworks/metadata";

export const filesTables = {
  // The other files of a work: more pictures, process steps, and what a
  // replaced file was. Written by workFiles. Deleted with the work.
  workFiles: defineTable({
    artworkId: v.id("artworks"),
    role: v.union(v.literal("page"), v.literal("step"), v.literal("replaced")),
    /** Sorts the files of one role. */
    position: v.number(),
    /** What is told of a page to who can't see it, or said beside a step. */
    caption: v.string(),
    ...keptFile,
  })
    .index("by_artworkId_and_role_and_position", ["artworkId", "role", "position"])
    .index("by_storageId", ["storageId"])
    .index("by_preview", ["preview.storageId"])
    .index("by_poster", ["poster.storageId"])
    .index("by_payerId", ["payerId"]),
};
