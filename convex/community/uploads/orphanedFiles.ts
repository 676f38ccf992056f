import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { findOwner } from "../files/owners";

/** By then whoever sent a file has said what it is for, or will not. */
const GRACE_MS = 24 * 60 * 60 * 1000;
const BATCH = 100;

/**
 * Deletes files that arrived a day ago and that nobody named since: the page was
 * closed in between. Each file is looked at once, a batch at a time.
 *
 * @returns How many of its batch it deleted.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const mark = await ctx.db.query("strayMarks").first();
    const files = await ctx.db.system
      .query("_storage")
      .withIndex("by_creation_time", (q) =>
        q.gt("_creationTime", mark?.lookedUntil ?? 0).lt("_creationTime", Date.now() - GRACE_MS),
      )
      .take(BATCH);
    let deleted = 0;
    for (const { _id } of files) {
      if (await findOwner(ctx, _id)) continue;
      await deleteFile(ctx, _id);
      deleted += 1;
    }
    const lookedUntil = files.at(-1)?._creationTime;
    if (lookedUntil === undefined) return deleted;
    if (mark) await ctx.db.patch("strayMarks", mark._id, { lookedUntil });
    else await ctx.db.insert("strayMarks", { lookedUntil });
    if (files.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.uploads.orphanedFiles.sweep, {});
    }
    return deleted;
  },
});
