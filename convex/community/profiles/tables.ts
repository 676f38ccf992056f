import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMadeHow } from "../../contract/works";

/** How works with sensitive content are shown to someone. */
export const vSensitiveChoice = v.union(v.literal("show"), v.literal("blur"), v.literal("hide"));

export const vNotificationKind = v.union(
  v.literal("like"),
  v.literal("comment"),
  v.literal("reply"),
  v.literal("mention"),
  v.literal("follow"),
  v.literal("invite"),
  v.literal("offer"),
);

export const peopleTables = {
  // Artists. Written by profiles on a person's first visit, and by gallery for
  // the works that the site opens with. Read by every screen. Deleted with the account.
  profiles: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. */
    tokenIdentifier: v.string(),
    username: v.string(),
    /** The username as it is compared. Unique. */
    usernameKey: v.string(),
    name: v.string(),
    bio: v.string(),
    /** Addresses elsewhere, in order. */
    links: v.array(v.string()),
    avatarId: v.union(v.id("_storage"), v.null()),
    coverId: v.union(v.id("_storage"), v.null()),
    /** Works at the top of the profile, in order. */
    pinned: v.array(v.id("artworks")),
    /** Where `profileCounts` has no row yet: as of before there were such rows. */
    followers: v.optional(v.number()),
    followed: v.optional(v.number()),
    /** What this person wants to see; nobody else's business. */
    settings: v.object({ sensitive: vSensitiveChoice, hiddenMadeHow: v.array(vMadeHow) }),
    searchText: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_usernameKey", ["usernameKey"])
    .index("by_avatarId", ["avatarId"])
    .index("by_coverId", ["coverId"])
    .searchIndex("search_text", { searchField: "searchText" }),

  // Who follows, blocks or mutes whom. Written by ties. Read by everything that shows people to people.
  ties: defineTable({
    kind: v.union(v.literal("follow"), v.literal("block"), v.literal("mute")),
    fromId: v.id("profiles"),
    toId: v.id("profiles"),
  })
    .index("by_fromId_and_kind_and_toId", ["fromId", "kind", "toId"])
    .index("by_toId_and_kind", ["toId", "kind"]),

  // One row for each work and each follower of its artist. Written by delivery.
  // Deleted with the work, with the tie, when the work no longer hangs, and of
  // each viewer but for the last 1,000 that came.
  feedEntries: defineTable({
    viewerId: v.id("profiles"),
    artistId: v.id("profiles"),
    artworkId: v.id("artworks"),
    publishedAt: v.number(),
    /** Numbers what came to one viewer. Absent in rows of before they were numbered. */
    position: v.optional(v.number()),
  })
    .index("by_viewerId_and_publishedAt", ["viewerId", "publishedAt"])
    .index("by_viewerId_and_position", ["viewerId", "position"])
    .index("by_viewerId_and_artistId", ["viewerId", "artistId"])
    .index("by_artworkId_and_viewerId", ["artworkId", "viewerId"]),

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
};
