import { defineTable } from "convex/server";
import { v } from "convex/values";

export const vReportReason = v.union(
  v.literal("stolen"),
  v.literal("mislabelled"),
  v.literal("harassment"),
  v.literal("sexual"),
  v.literal("violence"),
  v.literal("spam"),
  v.literal("other"),
);

export const moderationTables = {
  // Member reports. Written by reports; closed by operators.
  reports: defineTable({
    reporterId: v.id("profiles"),
    subject: v.union(
      v.object({ kind: v.literal("artwork"), id: v.id("artworks") }),
      v.object({ kind: v.literal("comment"), id: v.id("comments") }),
      v.object({ kind: v.literal("profile"), id: v.id("profiles") }),
    ),
    /** The id of the subject, of any kind. */
    subjectId: v.string(),
    reason: vReportReason,
    note: v.string(),
    state: v.union(v.literal("open"), v.literal("upheld"), v.literal("dismissed")),
    /** Who closed it, and why. Absent if open, or closed from the command line. */
    closed: v.optional(v.object({ operator: v.string(), reason: v.string(), at: v.number() })),
  })
    .index("by_reporterId_and_subjectId", ["reporterId", "subjectId"])
    .index("by_subjectId_and_state", ["subjectId", "state"])
    .index("by_state", ["state"]),

  // The files of works that operators hid, by content hash: the same file can't be sent again.
  // Written by takedowns. Outlives the work and its artist.
  takedowns: defineTable({
    artworkId: v.id("artworks"),
    /** The file id in the work. The file is deleted once it is moved. */
    storageId: v.id("_storage"),
    sha256: v.string(),
    /** The copy of the file; null if not moved yet, or if the work is deleted. */
    copyId: v.union(v.id("_storage"), v.null()),
    isMoved: v.boolean(),
  })
    .index("by_artworkId", ["artworkId"])
    .index("by_sha256", ["sha256"])
    .index("by_copyId", ["copyId"])
    .index("by_isMoved", ["isMoved"]),
};
