import { defineTable } from "convex/server";
import { v } from "convex/values";
import { artworkFile } from "../artworks/metadata";

export const filesTables = {
  // The other files of a work: more pictures, process steps, and replaced pictures. Written by
  // files. Deleted with the work.
  workFiles: defineTable({
    artworkId: v.id("artworks"),
    role: v.union(v.literal("page"), v.literal("step"), v.literal("replaced")),
    /** The position within its role. */
    position: v.number(),
    /** The alternative text of a picture, or the text next to a step. */
    caption: v.string(),
    ...artworkFile,
  })
    .index("by_artworkId_and_role_and_position", ["artworkId", "role", "position"])
    .index("by_storageId", ["storageId"])
    .index("by_preview", ["preview.storageId"])
    .index("by_poster", ["poster.storageId"])
    .index("by_payerId", ["payerId"]),
};
