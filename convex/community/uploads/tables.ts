import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMediaType } from "../../contract/files/sniff";
import { storedFile, vMeasured } from "../artworks/metadata";

export const uploadsTables = {
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

  // One row: up to when stored files were looked at, whether anybody has them.
  // Written by strays.
  strayMarks: defineTable({ lookedUntil: v.number() }),
};
