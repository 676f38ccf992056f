import { defineTable } from "convex/server";
import { v } from "convex/values";

export const relationshipsTables = {
  // Follows, blocks and mutes. Written by relationships. Read by everything that shows members to
  // members.
  relationships: defineTable({
    kind: v.union(v.literal("follow"), v.literal("block"), v.literal("mute")),
    fromId: v.id("profiles"),
    toId: v.id("profiles"),
  })
    .index("by_fromId_and_kind_and_toId", ["fromId", "kind", "toId"])
    .index("by_toId_and_kind", ["toId", "kind"]),

  // The number of a profile's followers, and of profiles it follows. Written by
  // relationships/followCounts. Without a row, the counts are in the profile's own row, or zero.
  profileCounts: defineTable({
    profileId: v.id("profiles"),
    followers: v.number(),
    followed: v.number(),
  }).index("by_profileId", ["profileId"]),
};
