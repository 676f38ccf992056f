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
  // Notifications of members. Written by notifications. Deleted with their subject, and beyond the
  // newest 1,000 of each member.
  notifications: defineTable({
    recipientId: v.id("profiles"),
    actorId: v.id("profiles"),
    kind: vNotificationKind,
    /** The actor, the kind and the subject: the same event notifies once. */
    key: v.string(),
    artworkId: v.union(v.id("artworks"), v.null()),
    commentId: v.union(v.id("comments"), v.null()),
    studioId: v.union(v.id("studios"), v.null()),
    /**
     * Whether it was marked as read by itself. Those that were marked together are at or before
     * `readUntil` of `notificationCounts`.
     */
    isRead: v.boolean(),
    /** The recipient can't see it at present, so it does not count. Absent: they can. */
    isHidden: v.optional(v.boolean()),
    /**
     * Numbers the notifications of one member. Absent in rows from before they were
     * numbered, which sort first.
     */
    position: v.optional(v.number()),
  })
    .index("by_recipientId_and_position", ["recipientId", "position"])
    .index("by_recipientId_and_kind_and_position", ["recipientId", "kind", "position"])
    .index("by_studioId", ["studioId"])
    .index("by_key_and_recipientId", ["key", "recipientId"])
    .index("by_actorId_and_recipientId", ["actorId", "recipientId"])
    .index("by_artworkId", ["artworkId"])
    .index("by_commentId", ["commentId"]),

  // How many notifications a member has not read. Written by notifications; read by the badge.
  // Without a row, they are counted on demand.
  notificationCounts: defineTable({
    recipientId: v.id("profiles"),
    /** Notifications that are unread and not hidden. */
    unread: v.number(),
    /** Notifications up to this creation time are read, whatever their own rows say. */
    readUntil: v.number(),
    /**
     * The number of all notifications since counting began, which is the position of the newest
     * one.
     */
    made: v.number(),
  }).index("by_recipientId", ["recipientId"]),

  // Where a member wants which notifications. Written by notifications/settings and
  // notifications/digests. Without a row: all on the site, none by mail. Deleted with the account.
  notificationChoices: defineTable({
    profileId: v.id("profiles"),
    /** Kinds that are not stored for them. */
    hidden: v.array(vNotificationKind),
    /** Kinds that are also mailed. */
    mailed: v.array(vNotificationKind),
    /** When the next mail is due; null if none is scheduled. */
    digestAt: v.union(v.number(), v.null()),
    /** When the last mail was queued. */
    digestedAt: v.number(),
    /** The position of the newest notification in a mail so far. */
    mailedUntil: v.number(),
    /** The secret in the unsubscribe link. It allows nothing else. */
    stopToken: v.string(),
  })
    .index("by_profileId", ["profileId"])
    .index("by_stopToken", ["stopToken"]),
};
