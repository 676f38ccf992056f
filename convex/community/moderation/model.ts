import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** More files than a work can have, renditions included. */
const MOST_FILES = 300;

/** The taken-down files of a hidden work. */
export async function takedownsOf(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
): Promise<Doc<"takedowns">[]> {
  const rows = await ctx.db
    .query("takedowns")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .take(MOST_FILES + 1);
  if (rows.length > MOST_FILES) throw new Error(`${artworkId} has more than ${MOST_FILES} files`);
  return rows;
}

/** Whether operators took down a file with the same content. */
export async function isTakenDown(ctx: QueryCtx, sha256: string): Promise<boolean> {
  const row = await ctx.db
    .query("takedowns")
    .withIndex("by_sha256", (q) => q.eq("sha256", sha256))
    .first();
  return row !== null;
}

/** Deletes the kept copies of a hidden work's files. Their hashes stay. */
export async function deleteCopies(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  for (const { _id, copyId } of await takedownsOf(ctx, artworkId)) {
    if (copyId && (await ctx.db.system.get("_storage", copyId))) await ctx.storage.delete(copyId);
    await ctx.db.patch("takedowns", _id, { copyId: null, isMoved: true });
  }
}
