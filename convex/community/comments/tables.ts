import { defineTable } from "convex/server";
import { v } from "convex/values";

export const commentsTables = {
  // What people say under works, and answers to it. Written by comments.
  comments: defineTable({
    artworkId: v.id("artworks"),
    authorId: v.id("profiles"),
    /** What it answers; null: it stands by itself. Answers are not answered. */
    parentId: v.union(v.id("comments"), v.null()),
    text: v.string(),
    /** People whom the text names, and who may be named by the author. */
    mentions: v.array(v.id("profiles")),
    /** How many comments answer it. */
    replies: v.number(),
  })
    .index("by_artworkId_and_parentId", ["artworkId", "parentId"])
    .index("by_parentId", ["parentId"])
    .index("by_authorId", ["authorId"]),
};
