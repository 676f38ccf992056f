import { defineTable } from "convex/server";
import { v } from "convex/values";

/** Counts apart from what they count: a row that lists read must not change with each view or follow. */
export const countTables = {
  // What a work has now. Its own page reads it; lists read the merged counts of
  // `artworks`. Written by workCounts. A work without a row has the merged counts.
  workCounts: defineTable({
    artworkId: v.id("artworks"),
    /** How many rows of `likes` name it and are not withdrawn. */
    likes: v.number(),
    /** How many rows of `comments` name it. */
    comments: v.number(),
    /** How many rows of `views` ever named it. */
    views: v.number(),
    /** When the scheduled merge runs; null: `artworks` has the same counts. */
    mergeAt: v.union(v.number(), v.null()),
  }).index("by_artworkId", ["artworkId"]),

  // How many ties of kind `follow` lead to a profile, and how many start there.
  // Written by profileCounts. A profile without a row has the counts in its own row, or none.
  profileCounts: defineTable({
    profileId: v.id("profiles"),
    followers: v.number(),
    followed: v.number(),
  }).index("by_profileId", ["profileId"]),

  // How many notices a member has not read. Written by notices; read by the badge.
  // Of a member without a row they are counted when it is asked for.
  noticeCounts: defineTable({
    recipientId: v.id("profiles"),
    /** Notices that are unread, and not hidden. */
    unread: v.number(),
    /** Notices up to this creation time are read, whatever their own rows say. */
    readUntil: v.number(),
    /** How many there ever were since this is counted: the position of the last one. */
    made: v.number(),
  }).index("by_recipientId", ["recipientId"]),
};
