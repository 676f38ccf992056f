import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { findOwner } from "../files/owners";
import { DAY_MS } from "../../../packages/billing/src/contract";

/** After this time, a row refers to every file that is still needed. */
const GRACE_MS = DAY_MS;
const BATCH = 100;

/**
 * Deletes orphaned files: they arrived a day ago and no row refers to them, for example because the
 * page was closed during the upload. Checks each file once, in batches.
 *
 * @returns How many files of its batch it deleted.
 */
export const deleteOrphaned = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const mark = await ctx.db.query("orphanedFileScans").first();
    const files = await ctx.db.system
      .query("_storage")
      .withIndex("by_creation_time", (q) =>
        q.gt("_creationTime", mark?.cursor ?? 0).lt("_creationTime", Date.now() - GRACE_MS),
      )
      .take(BATCH);
    let deleted = 0;
    for (const { _id } of files) {
      if (await findOwner(ctx, _id)) continue;
      await deleteFile(ctx, _id);
      deleted += 1;
    }
    const cursor = files.at(-1)?._creationTime;
    if (cursor === undefined) return deleted;
    if (mark) await ctx.db.patch("orphanedFileScans", mark._id, { cursor });
    else await ctx.db.insert("orphanedFileScans", { cursor });
    if (files.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.uploads.orphanedFiles.deleteOrphaned, {});
    }
    return deleted;
  },
});
