import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMedium } from "../../contract/medium";
import { vMadeHow } from "../../contract/works";
import { keptFile, workLabel, workTerms } from "./metadata";

export const artworksTables = {
  // Works. Written by publishing, gallery and the screens of their artist; the
  // counts by workCounts. Read by every screen. Deleted by the artist, with all
  // that erasure lists.
  artworks: defineTable({
    profileId: v.id("profiles"),
    /** The studio that it was hung for, out of a seat there; null: none. */
    studioId: v.union(v.id("studios"), v.null()),
    /** One try to publish, named by the browser. Unique for a profile: a second try is the first. */
    clientUploadId: v.string(),
    ...workLabel,
    ...workTerms,
    ...keptFile,
    /** Only what is published hangs. Operators hide; the artist still sees it. */
    state: v.union(v.literal("draft"), v.literal("published"), v.literal("hidden")),
    /** When it was hung first; until then, when it was sent. */
    publishedAt: v.number(),
    /** Whether it ever hung: hung again, it does not come out on top again. */
    hasHung: v.boolean(),
    /** Null until the artist changes something that hangs. */
    editedAt: v.union(v.number(), v.null()),
    /** What `workCounts` had when it was merged last: at most every ten minutes. */
    likes: v.number(),
    comments: v.number(),
    views: v.number(),
    /** How often that was. Absent: never. */
    merges: v.optional(v.number()),
    /** Its place among the trending; see ranking. */
    trending: v.number(),
    /** Until when it is lifted; null when it is not. */
    boostedUntil: v.union(v.number(), v.null()),
    /** Its day in the spotlight: days since 1970, in UTC. Undefined: it had none. Written by spotlight. */
    litOn: v.optional(v.number()),
    searchText: v.string(),
  })
    .index("by_profileId_and_state_and_publishedAt", ["profileId", "state", "publishedAt"])
    .index("by_clientUploadId_and_profileId", ["clientUploadId", "profileId"])
    .index("by_storageId", ["storageId"])
    .index("by_preview", ["preview.storageId"])
    .index("by_poster", ["poster.storageId"])
    .index("by_payerId", ["payerId"])
    .index("by_studioId_and_state_and_publishedAt", ["studioId", "state", "publishedAt"])
    .index("by_state_and_publishedAt", ["state", "publishedAt"])
    .index("by_state_and_trending", ["state", "trending"])
    .index("by_litOn", ["litOn"])
    .index("by_state_and_medium_and_publishedAt", ["state", "medium", "publishedAt"])
    .index("by_state_and_madeHow_and_publishedAt", ["state", "madeHow", "publishedAt"])
    .index("by_state_and_medium_and_madeHow_and_publishedAt", [
      "state",
      "medium",
      "madeHow",
      "publishedAt",
    ])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["state", "medium", "madeHow"],
    }),

  // The tags of works that hang, with what else is looked for. Written by hanging.
  artworkTags: defineTable({
    tag: v.string(),
    artworkId: v.id("artworks"),
    medium: vMedium,
    madeHow: v.union(vMadeHow, v.null()),
    publishedAt: v.number(),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_tag_and_publishedAt", ["tag", "publishedAt"])
    .index("by_tag_and_medium_and_publishedAt", ["tag", "medium", "publishedAt"])
    .index("by_tag_and_madeHow_and_publishedAt", ["tag", "madeHow", "publishedAt"])
    .index("by_tag_and_medium_and_madeHow_and_publishedAt", [
      "tag",
      "medium",
      "madeHow",
      "publishedAt",
    ]),

  // Tags that hang somewhere. Written by hanging. Deleted with the last work.
  tags: defineTable({ tag: v.string(), works: v.number() })
    .index("by_tag", ["tag"])
    .index("by_works", ["works"])
    .searchIndex("search_tag", { searchField: "tag" }),

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

  // Who likes what. Written and deleted by likes. Read by the cards.
  likes: defineTable({
    profileId: v.id("profiles"),
    artworkId: v.id("artworks"),
    /** The work's `merges` when it was given. Absent in rows of before they were counted. */
    since: v.optional(v.number()),
    /** The work's `merges` when it was taken back: kept until the merged count is without it. Absent: it is a like. */
    withdrawn: v.optional(v.number()),
  })
    .index("by_profileId_and_artworkId", ["profileId", "artworkId"])
    .index("by_artworkId_and_withdrawn", ["artworkId", "withdrawn"]),

  // Who saw what on which day. Written by views. Deleted by its sweep two days later.
  views: defineTable({
    artworkId: v.id("artworks"),
    viewerId: v.id("profiles"),
    day: v.number(),
  })
    .index("by_artworkId_and_viewerId_and_day", ["artworkId", "viewerId", "day"])
    .index("by_viewerId", ["viewerId"])
    .index("by_day", ["day"]),
};
