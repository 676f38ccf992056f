import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMediaType } from "../../contract/files/sniff";
import { storedFile, vMeasured } from "../artworks/metadata";

export const uploadsTables = {
  // Uploaded files that are not used yet, each with its sender. Written by uploads. Deleted when
  // used or refused, and after a day.
  pendingUploads: defineTable({
    profileId: v.id("profiles"),
    storageId: v.id("_storage"),
    /** The file's size. Absent in rows from before it was counted: they are a day old at most. */
    bytes: v.optional(v.number()),
    /** The customer whose storage quota it counts against until it is used; absent: no one's. */
    payerId: v.optional(v.string()),
    /** The upload that it belongs to; absent if it does not become a work of its own. */
    clientUploadId: v.optional(v.string()),
    /** The measurements from its arrival. Absent in older rows. */
    measured: v.optional(vMeasured),
    /** The stored file, its preview and its poster, once it was prepared. */
    media: v.optional(v.object(storedFile)),
  })
    .index("by_storageId", ["storageId"])
    .index("by_profileId", ["profileId"]),

  // URLs for one file each, for one member, type and size. Written by uploads/tickets. Deleted when
  // the file has arrived or will not, and when they expire.
  uploadTickets: defineTable({
    profileId: v.id("profiles"),
    token: v.string(),
    mediaType: vMediaType,
    bytes: v.number(),
    payerId: v.optional(v.string()),
    clientUploadId: v.optional(v.string()),
    /** Whether the file keeps its location. Default false. */
    keepsPlace: v.optional(v.boolean()),
    /** Whether a file is being sent to it. */
    isUsed: v.boolean(),
  })
    .index("by_token", ["token"])
    .index("by_profileId", ["profileId"]),

  // Files that are about to be sent, with the quota that they reserve in their plan. Written by
  // uploads/reservations. Deleted when the work is published or the browser gives up, and when
  // they expire.
  reservations: defineTable({
    profileId: v.id("profiles"),
    clientUploadId: v.string(),
    /** The studio whose seat pays; null: the artist's own plan. */
    studio: v.union(v.string(), v.null()),
    bytes: v.number(),
    /** Whether it becomes a draft, which uses no unit of `uploads`. Absent: false. */
    draft: v.optional(v.boolean()),
    /** The page that sends the file. Absent: unknown, so no other page takes it over. */
    pageId: v.optional(v.string()),
    /** Whether the member has asked to publish the file. Absent: false. */
    publishing: v.optional(v.boolean()),
  }).index("by_profileId_and_clientUploadId", ["profileId", "clientUploadId"]),

  // One row: the creation time up to which stored files were checked for owners. Written by
  // uploads/orphanedFiles.
  orphanedFileScans: defineTable({ cursor: v.number() }),
};
