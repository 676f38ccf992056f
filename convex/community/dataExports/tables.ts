import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vPosition } from "./contents";

/** Why an export failed: its action died or threw too often, or it needs too many parts. */
export const vFailure = v.union(v.literal("stopped"), v.literal("too_large"));

/** The part that is being written. */
export const vWriting = v.object({
  /** Number of the action that may write it. An action presumed dead has an earlier number. */
  run: v.number(),
  /** How often the export was tried, over all parts. */
  attempts: v.number(),
  number: v.number(),
  /** Files in earlier parts. */
  filesDone: v.number(),
  from: vPosition,
});

export const dataExportsTables = {
  // Copies of everything that a member has here, made at their request. At most one a member.
  // Written and deleted by dataExports; deleted with the account, too.
  dataExports: defineTable({
    profileId: v.id("profiles"),
    state: v.union(v.literal("running"), v.literal("done"), v.literal("failed")),
    /** Files that are in finished or unfinished parts, and files in all. */
    filesDone: v.number(),
    files: v.number(),
    /** When its action last sent a heartbeat. */
    activeAt: v.number(),
    expiresAt: v.number(),
    /** Absent: the export is done or has failed. */
    writing: v.optional(vWriting),
    failure: v.optional(vFailure),
  })
    .index("by_profileId", ["profileId"])
    .index("by_expiresAt", ["expiresAt"]),

  // The ZIP files of an export, in order. Written and deleted by dataExports.
  dataExportParts: defineTable({
    exportId: v.id("dataExports"),
    number: v.number(),
    storageId: v.id("_storage"),
    bytes: v.number(),
  })
    .index("by_exportId_and_number", ["exportId", "number"])
    .index("by_storageId", ["storageId"]),
};
