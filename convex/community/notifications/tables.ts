import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vNotificationKind = v.union(
  v.literal("like"),
  v.literal("comment"),
  v.literal("reply"),
  v.literal("mention"),
  v.literal("follow"),
  v.literal("invite"),
  v.literal("offer"),
);

export const notificationsTables = {
  // What people are told. Written by notices. Deleted with what it is about, and
  // of each member but for the last 1,000.
  notifications: defineTable({
    recipientId: v.id("profiles"),
    actorId: v.id("profiles"),
    kind: vNotificationKind,
    /** Who did what to what: the same happening twice is told once. */
    key: v.string(),
    artworkId: v.union(v.id("artworks"), v.null()),
    commentId: v.union(v.id("comments"), v.null()),
    studioId: v.union(v.id("studios"), v.null()),
    /** Whether it was read alone; those that were read together are below `readUntil` of `noticeCounts`. */
    isRead: v.boolean(),
    /** Its reader is not told of it now, so it does not count: see told. Absent: they are. */
    isHidden: v.optional(v.boolean()),
    /** Numbers the notices of one member. Absent in rows of before they were numbered, which sort first. */
    position: v.optional(v.number()),
  })
    .index("by_recipientId_and_position", ["recipientId", "position"])
    .index("by_studioId", ["studioId"])
    .index("by_key_and_recipientId", ["key", "recipientId"])
    .index("by_actorId_and_recipientId", ["actorId", "recipientId"])
    .index("by_artworkId", ["artworkId"])
    .index("by_commentId", ["commentId"]),

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
