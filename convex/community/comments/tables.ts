import { defineTable } from "convex/server";
import { v } from "convex/values";

export const commentsTables = {
  // Comments on works, and replies to comments. Written by comments.
  comments: defineTable({
    artworkId: v.id("artworks"),
    authorId: v.id("profiles"),
    /**
     * The comment that it replies to; null for a top-level comment. A reply has no replies of its
     * own.
     */
    parentId: v.union(v.id("comments"), v.null()),
    text: v.string(),
    /** Mentioned members who accept mentions by the author. */
    mentions: v.array(v.id("profiles")),
    /** The number of replies. */
    replies: v.number(),
    /** How many rows of `commentLikes` name it. Absent: none. */
    likes: v.optional(v.number()),
    /** When its author last changed the text. Absent: never. */
    editedAt: v.optional(v.number()),
  })
    .index("by_artworkId_and_parentId", ["artworkId", "parentId"])
    .index("by_parentId", ["parentId"])
    .index("by_authorId", ["authorId"]),

  // Likes of comments. Written by comments/likes. Deleted with the comment, and with either
  // account.
  commentLikes: defineTable({
    commentId: v.id("comments"),
    profileId: v.id("profiles"),
  })
    .index("by_commentId_and_profileId", ["commentId", "profileId"])
    .index("by_profileId", ["profileId"]),
};
