import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vPosition } from "./contents";

/** Why an export failed: its action died or threw too often, or it needs too many parts. */
export const vFailure = v.union(v.literal("stopped"), v.literal("too_large"));

/** The part in progress. */
export const vWriting = v.object({
  /** Number of the action that may write it. An action presumed dead has an earlier number. */
  run: v.number(),
  /** The number of attempts, over all parts. */
  attempts: v.number(),
  number: v.number(),
  /** Files in earlier parts. */
  filesDone: v.number(),
  from: vPosition,
});

export const dataExportsTables = {
  // Exports of a member's data, made at their request. At most one per member. Written and deleted
  // by dataExports; also deleted with the account.
  dataExports: defineTable({
    profileId: v.id("profiles"),
    state: v.union(v.literal("running"), v.literal("done"), v.literal("failed")),
    /** The number of files in all parts so far, and in total. */
    filesDone: v.number(),
    files: v.number(),
    /** When its action last sent a heartbeat. */
    activeAt: v.number(),
    expiresAt: v.number(),
    /** Absent if the export is complete or has failed. */
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
