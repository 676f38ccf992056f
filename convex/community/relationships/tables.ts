import { defineTable } from "convex/server";
import { v } from "convex/values";

export const relationshipsTables = {
  // Who follows, blocks or mutes whom. Written by ties. Read by everything that shows people to people.
  ties: defineTable({
    kind: v.union(v.literal("follow"), v.literal("block"), v.literal("mute")),
    fromId: v.id("profiles"),
    toId: v.id("profiles"),
  })
    .index("by_fromId_and_kind_and_toId", ["fromId", "kind", "toId"])
    .index("by_toId_and_kind", ["toId", "kind"]),

  // How many ties of kind `follow` lead to a profile, and how many start there.
  // Written by profileCounts. A profile without a row has the counts in its own row, or none.
  profileCounts: defineTable({
    profileId: v.id("profiles"),
    followers: v.number(),
    followed: v.number(),
  }).index("by_profileId", ["profileId"]),
};
