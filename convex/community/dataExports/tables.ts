import { defineTable } from "convex/server";
import { v } from "convex/values";

export const dataExportsTables = {
  // Copies of everything that a member has here, made at their request. At most one a member.
  // Written and deleted by dataExports; deleted with the account, too.
  dataExports: defineTable({
    profileId: v.id("profiles"),
    state: v.union(v.literal("running"), v.literal("done"), v.literal("failed")),
    /** Files that are in finished or unfinished parts, and files in all. */
    filesDone: v.number(),
    files: v.number(),
    /** When it last went on. One that rests for long has failed. */
    activeAt: v.number(),
    expiresAt: v.number(),
  })
    .index("by_profileId", ["profileId"])
    .index("by_state_and_activeAt", ["state", "activeAt"])
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
