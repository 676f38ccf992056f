import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMediaType } from "../contract/files/sniff";
import { vMedium } from "../contract/medium";
import { vMadeHow } from "../contract/works";
import { collectionTables } from "./collections/tables";
import { countTables } from "./artworks/countTables";
import { peopleTables } from "./profiles/tables";
import { studioTables } from "./studios/tables";
import { keptFile, storedFile, vMeasured, workLabel, workTerms } from "./artworks/fields";

const workTables = {
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

  // The other files of a work: more pictures, process steps, and what a
  // replaced file was. Written by workFiles. Deleted with the work.
  workFiles: defineTable({
    artworkId: v.id("artworks"),
    role: v.union(v.literal("page"), v.literal("step"), v.literal("replaced")),
    /** Sorts the files of one role. */
    position: v.number(),
    /** What is told of a page to who can't see it, or said beside a step. */
    caption: v.string(),
    ...keptFile,
  })
    .index("by_artworkId_and_role_and_position", ["artworkId", "role", "position"])
    .index("by_storageId", ["storageId"])
    .index("by_preview", ["preview.storageId"])
    .index("by_poster", ["poster.storageId"])
    .index("by_payerId", ["payerId"]),

  // Prints that artists ordered of their works. Written by prints, where
  // operators find what is to be sent. Deleted with the work.
  printOrders: defineTable({
    artworkId: v.id("artworks"),
    /** Where to; empty once it is on its way. */
    address: v.string(),
    state: v.union(v.literal("ordered"), v.literal("shipped")),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_state", ["state"]),

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

  // What happened to an artist's works on one day. Written by counters.
  dailyCounts: defineTable({
    profileId: v.id("profiles"),
    /** Days since 1970, in UTC. */
    day: v.number(),
    views: v.number(),
    likes: v.number(),
    comments: v.number(),
    follows: v.number(),
  }).index("by_profileId_and_day", ["profileId", "day"]),

  // One row: the day that it is, for queries, which have no clock. Written by counters.
  currentDay: defineTable({ day: v.number() }),

  // What people say is not in order. Written by reports; closed by operators.
  reports: defineTable({
    reporterId: v.id("profiles"),
    subject: v.union(
      v.object({ kind: v.literal("artwork"), id: v.id("artworks") }),
      v.object({ kind: v.literal("comment"), id: v.id("comments") }),
      v.object({ kind: v.literal("profile"), id: v.id("profiles") }),
    ),
    /** The id of the subject, whatever it is. */
    subjectId: v.string(),
    reason: v.union(
      v.literal("stolen"),
      v.literal("mislabelled"),
      v.literal("harassment"),
      v.literal("sexual"),
      v.literal("violence"),
      v.literal("spam"),
      v.literal("other"),
    ),
    note: v.string(),
    state: v.union(v.literal("open"), v.literal("upheld"), v.literal("dismissed")),
  })
    .index("by_reporterId_and_subjectId", ["reporterId", "subjectId"])
    .index("by_subjectId_and_state", ["subjectId", "state"])
    .index("by_state", ["state"]),

  // Files that were sent and do not hang yet, each bound to who sent it.
  // Written by uploads. Deleted when used or refused, and by its sweep after a day.
  pendingUploads: defineTable({
    profileId: v.id("profiles"),
    storageId: v.id("_storage"),
    /** What the file weighs. Absent in rows of before it was counted: they are a day old at most. */
    bytes: v.optional(v.number()),
    /** Whose storage quota it counts against until it is used; absent: nobody's. */
    payerId: v.optional(v.string()),
    /** The upload that it is a part of; absent: it will be no work of its own. */
    clientUploadId: v.optional(v.string()),
    /** What its bytes told when it arrived. Absent in rows of before it was measured. */
    measured: v.optional(vMeasured),
    /** What is kept of it, its preview and its poster, once it was prepared. */
    media: v.optional(v.object(storedFile)),
  })
    .index("by_storageId", ["storageId"])
    .index("by_profileId", ["profileId"]),

  // URLs to send one file to, each for one member, type and size. Written by
  // uploadTickets. Deleted when the file is here or will not come, and by the
  // sweep of uploads.
  uploadTickets: defineTable({
    profileId: v.id("profiles"),
    token: v.string(),
    mediaType: vMediaType,
    bytes: v.number(),
    payerId: v.optional(v.string()),
    clientUploadId: v.optional(v.string()),
    /** Whether the file may tell where it was taken. Default no. */
    keepsPlace: v.optional(v.boolean()),
    /** Whether a file is on its way to it. */
    isUsed: v.boolean(),
  })
    .index("by_token", ["token"])
    .index("by_profileId", ["profileId"]),

  // Files on their way, before any byte is sent: what their plan must still have
  // when they arrive. Written by reservations. Deleted when the work hangs or the
  // browser gives up, and by the sweep of uploads.
  reservations: defineTable({
    profileId: v.id("profiles"),
    clientUploadId: v.string(),
    /** The studio whose seat is to pay; null: the artist's own plan. */
    studio: v.union(v.string(), v.null()),
    bytes: v.number(),
    /** A draft is no upload. Absent: not one. */
    draft: v.optional(v.boolean()),
  }).index("by_profileId_and_clientUploadId", ["profileId", "clientUploadId"]),

  // The files of works that operators hid, by what their bytes are: the same
  // can't be sent again. Written by takedowns. Outlives the work and its artist.
  takedowns: defineTable({
    artworkId: v.id("artworks"),
    /** As the work names it. The file is gone once it was moved. */
    storageId: v.id("_storage"),
    sha256: v.string(),
    /** Where the file is since it was moved; null: not moved yet, or the work is deleted. */
    copyId: v.union(v.id("_storage"), v.null()),
    isMoved: v.boolean(),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_sha256", ["sha256"])
    .index("by_copyId", ["copyId"])
    .index("by_isMoved", ["isMoved"]),

  // One row: up to when stored files were looked at, whether anybody has them.
  // Written by strays.
  strayMarks: defineTable({ lookedUntil: v.number() }),

  // How much somebody's files weigh, so that billing can be told anew what is in
  // use. Written by room. Deleted with the last file.
  storedBytes: defineTable({ customerId: v.string(), bytes: v.number() }).index("by_customerId", [
    "customerId",
  ]),
};

export const communityTables = {
  ...peopleTables,
  ...workTables,
  ...collectionTables,
  ...countTables,
  ...studioTables,
};
