import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMadeHow } from "../../contract/works";

/** How works with sensitive content are shown. */
export const vSensitiveChoice = v.union(v.literal("show"), v.literal("blur"), v.literal("hide"));

export const profilesTables = {
  // Profiles of members. Written by profiles on a member's first visit, and by demo. Read by every
  // screen. Deleted with the account.
  profiles: defineTable({
    /** Issuer and subject, joined as in Convex's `tokenIdentifier`. Unique. */
    tokenIdentifier: v.string(),
    username: v.string(),
    /** The normalised username, for lookups. Unique. */
    usernameKey: v.string(),
    /** The form that lookalikes share. Absent: the row waits for its migration. */
    usernameSkeleton: v.optional(v.string()),
    name: v.string(),
    bio: v.string(),
    /** Links to other sites, in order. */
    links: v.array(v.string()),
    avatarId: v.union(v.id("_storage"), v.null()),
    coverId: v.union(v.id("_storage"), v.null()),
    /** Pinned works, in order. */
    pinned: v.array(v.id("artworks")),
    /** Used if `profileCounts` has no row: the counts from before that table. */
    followers: v.optional(v.number()),
    followed: v.optional(v.number()),
    /** The member's private settings for what they see. */
    settings: v.object({ sensitive: vSensitiveChoice, hiddenMadeHow: v.array(vMadeHow) }),
    searchText: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_usernameKey", ["usernameKey"])
    .index("by_usernameSkeleton", ["usernameSkeleton"])
    .index("by_avatarId", ["avatarId"])
    .index("by_coverId", ["coverId"])
    .searchIndex("search_text", { searchField: "searchText" }),

  // Former usernames of members. Written by profiles/usernames. They redirect to the member's page,
  // and are reserved. Deleted with the account.
  formerUsernames: defineTable({
    usernameKey: v.string(),
    /** The same as in `profiles`. */
    usernameSkeleton: v.optional(v.string()),
    profileId: v.id("profiles"),
    /** When the member changed to another name. */
    at: v.number(),
  })
    .index("by_usernameKey", ["usernameKey"])
    .index("by_usernameSkeleton", ["usernameSkeleton"])
    .index("by_profileId_and_at", ["profileId", "at"]),
};
