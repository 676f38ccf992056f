import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMedium } from "../../contract/medium";
import { vViewSource } from "../../contract/viewSource";
import { vFocus, vMadeHow, vVisibility } from "../../contract/works";
import { artworkFile, requiredMetadata, optionalMetadata } from "./metadata";

export const artworksTables = {
  // Works: published, unlisted, drafts and hidden ones. Written by uploads, demo and artworks; the
  // counts by artworks/counts. Read by every screen. Deleted by the artist, with all rows that
  // artworks/deletion lists.
  artworks: defineTable({
    profileId: v.id("profiles"),
    /** The studio that it was published with, through a seat there; null: none. */
    studioId: v.union(v.id("studios"), v.null()),
    /**
     * The browser's id of one attempt to publish. Unique per profile: a repeated attempt gets the
     * first work.
     */
    clientUploadId: v.string(),
    ...requiredMetadata,
    ...optionalMetadata,
    ...artworkFile,
    /** The artist's crop for grids. Absent or null: the whole picture. */
    focus: v.optional(v.union(vFocus, v.null())),
    /** Operators hide a work; its artist still sees it. */
    state: v.union(...vVisibility.members, v.literal("hidden")),
    /** The state before a work was hidden. Absent in older rows: published. */
    stateBefore: v.optional(vVisibility),
    /** When it was first published; before that, when it was sent. */
    publishedAt: v.number(),
    /** Whether it was ever listed. If it is published again, it keeps its place in the feed. */
    wasPublished: v.boolean(),
    /** Whether its upload was counted while it was unlisted. Absent: only if it was listed. */
    isUploadCounted: v.optional(v.boolean()),
    /** Null until the artist changes the published work. */
    editedAt: v.union(v.number(), v.null()),
    /** The counts of `workCounts` at the last merge, which happens at most every ten minutes. */
    likes: v.number(),
    comments: v.number(),
    views: v.number(),
    /** The first generation of changes that the counts do not include. Absent: 0. */
    merges: v.optional(v.number()),
    /** Its trending score; see ranking. */
    trending: v.number(),
    /** When its boost ends; null if it is not boosted. */
    boostedUntil: v.union(v.number(), v.null()),
    /** The day it is featured: days since 1970, in UTC. Undefined: never. Written by featured. */
    featuredOn: v.optional(v.number()),
    searchText: v.string(),
  })
    .index("by_profileId_and_state_and_publishedAt", ["profileId", "state", "publishedAt"])
    // Exports read pages of it for minutes: a work keeps its place when its state changes.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- they sort by creation
    .index("by_profileId", ["profileId"])
    .index("by_profileId_and_state_and_medium", ["profileId", "state", "medium"])
    .index("by_clientUploadId_and_profileId", ["clientUploadId", "profileId"])
    .index("by_storageId", ["storageId"])
    .index("by_preview", ["preview.storageId"])
    .index("by_poster", ["poster.storageId"])
    .index("by_payerId", ["payerId"])
    .index("by_studioId_and_state_and_publishedAt", ["studioId", "state", "publishedAt"])
    .index("by_state_and_publishedAt", ["state", "publishedAt"])
    .index("by_state_and_trending", ["state", "trending"])
    .index("by_featuredOn", ["featuredOn"])
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

  // The tags of published works, with the fields to filter by. Written by artworks/searchIndex.
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

  // Tags of published works. Written by artworks/searchIndex. Deleted with the last work.
  tags: defineTable({ tag: v.string(), works: v.number() })
    .index("by_tag", ["tag"])
    .index("by_works", ["works"])
    .searchIndex("search_tag", { searchField: "tag" }),

  // A work's counts up to the last fold. Its own page reads them and the later changes; lists read
  // the merged counts of `artworks`. Written by artworks/counts. A work without a row has the
  // merged counts.
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
    /** When the changes since the last fold are sealed. Null or absent: there are none. */
    foldAt: v.optional(v.union(v.number(), v.null())),
    /** The generation that new changes belong to. Absent: the work's `merges`. */
    generation: v.optional(v.number()),
    /** The first generation that is not counted here. Absent: the current one. */
    counted: v.optional(v.number()),
  }).index("by_artworkId", ["artworkId"]),

  // Changes of counts: one row each, so that writers don't conflict. Written by artworks/counts,
  // which counts and deletes them seconds later.
  workChanges: defineTable({
    artworkId: v.id("artworks"),
    /** All changes of one generation are counted before any of the next. */
    generation: v.number(),
    what: v.union(v.literal("likes"), v.literal("comments"), v.literal("views")),
    by: v.number(),
    /** The day, and the change of the artist's count on it. */
    day: v.number(),
    ofDay: v.number(),
    /** The source of a view. */
    source: v.optional(vViewSource),
    /** The member who gave the like, for the artist's notification. */
    likedBy: v.optional(v.id("profiles")),
  }).index("by_artworkId_and_generation", ["artworkId", "generation"]),

  // Likes of works. Written and deleted by likes. Read by cards.
  likes: defineTable({
    profileId: v.id("profiles"),
    artworkId: v.id("artworks"),
    /**
     * The generation of changes in which the like was given. Absent in rows from before
     * generations existed.
     */
    since: v.optional(v.number()),
    /**
     * The generation in which it was withdrawn. The row stays until the merged count is corrected.
     * Absent: the like counts.
     */
    withdrawn: v.optional(v.number()),
    /** Unmerged earlier generations, in pairs of given and withdrawn. */
    earlier: v.optional(v.array(v.number())),
  })
    .index("by_profileId_and_artworkId", ["profileId", "artworkId"])
    .index("by_artworkId_and_withdrawn", ["artworkId", "withdrawn"]),

  // Which member saw which work on which day. Written by views, which deletes it two days later.
  views: defineTable({
    artworkId: v.id("artworks"),
    viewerId: v.id("profiles"),
    day: v.number(),
  })
    .index("by_artworkId_and_viewerId_and_day", ["artworkId", "viewerId", "day"])
    .index("by_viewerId", ["viewerId"])
    .index("by_day", ["day"]),
};
