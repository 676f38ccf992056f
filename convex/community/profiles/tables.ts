import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMadeHow } from "../../contract/works";

/** How works with sensitive content are shown to someone. */
export const vSensitiveChoice = v.union(v.literal("show"), v.literal("blur"), v.literal("hide"));

export const profilesTables = {
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
};
