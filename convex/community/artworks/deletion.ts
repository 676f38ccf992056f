import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { DataModel, Doc, Id, TableNames } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { unindexWork } from "./searchIndex";
import { releaseStorage } from "../storage/quota";
import { deleteCopies } from "../moderation/model";
import { storageIdsOf } from "./metadata";
import { uncount } from "../notifications/model";

/** Rows that one transaction deletes; the next one continues. */
const BATCH = 200;

/** A table, one of its indexes, and the index's first field. */
export type OwnedBy = {
  [T in TableNames]: readonly [T, keyof DataModel[T]["indexes"], keyof DataModel[T]["document"]];
}[TableNames];

/** The reports about a deleted subject. */
export const REPORTS: OwnedBy = ["reports", "by_subjectId_and_state", "subjectId"];

const LIKES_OF_COMMENT: OwnedBy = ["commentLikes", "by_commentId_and_profileId", "commentId"];

/** Rows that are deleted with a work. `unindexWork` deletes its tags and feed entries. */
const OF_WORK = [
  ["workCounts", "by_artworkId", "artworkId"],
  ["workChanges", "by_artworkId_and_generation", "artworkId"],
  ["likes", "by_artworkId_and_withdrawn", "artworkId"],
  ["comments", "by_artworkId_and_parentId", "artworkId"],
  ["views", "by_artworkId_and_viewerId_and_day", "artworkId"],
  ["workViews", "by_artworkId_and_day", "artworkId"],
  ["collectionItems", "by_artworkId", "artworkId"],
  ["notifications", "by_artworkId", "artworkId"],
  ["printOrders", "by_artworkId", "artworkId"],
  REPORTS,
  ["workFiles", "by_artworkId_and_role_and_position", "artworkId"],
] as const satisfies readonly OwnedBy[];

/** Deletes a work; its other rows follow in batches. */
export async function deleteArtwork(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, profileId } = artwork;
  await ctx.db.delete("artworks", artworkId);
  await deleteArtworkFile(ctx, artwork);
  await deleteCopies(ctx, artworkId);
  await unindexWork(ctx, artworkId);
  await unpin(ctx, profileId, artworkId);
  await ctx.scheduler.runAfter(0, internal.community.artworks.deletion.deleteArtworkRows, {
    artworkId,
  });
}

/** Deletes the rows of a deleted work, a batch at a time. */
export const deleteArtworkRows = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    let limit = BATCH;
    for (const owned of OF_WORK) {
      const rows = await deleteRows(ctx, owned, artworkId, limit);
      for (const row of rows) await deleteDependents(ctx, owned[0], row);
      limit -= rows.length;
    }
    if (limit === 0) {
      await ctx.scheduler.runAfter(0, internal.community.artworks.deletion.deleteArtworkRows, {
        artworkId,
      });
    }
    return null;
  },
});

/** Deletes a file of a work with its renditions, and releases their storage. */
export async function deleteArtworkFile(
  ctx: MutationCtx,
  file: Doc<"artworks"> | Doc<"workFiles">,
): Promise<void> {
  for (const storageId of storageIdsOf(file)) await deleteFile(ctx, storageId);
  await releaseStorage(ctx, file);
}

/** Deletes a stored file, if it still exists. */
export async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

/** Unpins a work from its artist's profile. */
export async function unpin(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  artworkId: Id<"artworks">,
): Promise<void> {
  const artist = await ctx.db.get("profiles", profileId);
  if (!artist?.pinned.includes(artworkId)) return;
  const pinned = artist.pinned.filter((id) => id !== artworkId);
  await ctx.db.patch("profiles", profileId, { pinned });
}

/**
 * Deletes the rows that name an owner.
 *
 * @param limit - How many at most.
 * @returns The deleted rows.
 */
export async function deleteRows(
  ctx: MutationCtx,
  [table, index, field]: OwnedBy,
  owner: string,
  limit: number,
) {
  if (limit === 0) return [];
  // The list pairs each table with one of its own indexes that begins with the field; TypeScript
  // can check one pair, but not their union.
  const rows = await ctx.db
    .query(table as "printOrders")
    .withIndex(index as "by_artworkId", (q) => q.eq(field as "artworkId", owner as never))
    .take(limit);
  for (const { _id } of rows) await ctx.db.delete(table as "printOrders", _id);
  return rows;
}

/** Deletes or changes what depends on a row that was deleted with a work. */
async function deleteDependents(
  ctx: MutationCtx,
  table: TableNames,
  row: { _id: string },
): Promise<void> {
  // Each row belongs to the table that is named.
  if (table === "workFiles") await deleteArtworkFile(ctx, row as Doc<"workFiles">);
  if (table === "collectionItems") await uncountItem(ctx, row as Doc<"collectionItems">);
  if (table === "notifications") await uncount(ctx, row as Doc<"notifications">);
  if (table === "comments") await deleteCommentRows(ctx, row._id as Id<"comments">);
}

/** Deletes the reports about a deleted comment, and its likes, a batch at a time. */
export async function deleteCommentRows(
  ctx: MutationCtx,
  commentId: Id<"comments">,
): Promise<void> {
  await deleteRows(ctx, REPORTS, commentId, BATCH);
  const likes = await deleteRows(ctx, LIKES_OF_COMMENT, commentId, BATCH);
  if (likes.length < BATCH) return;
  const { deleteMoreCommentRows } = internal.community.artworks.deletion;
  await ctx.scheduler.runAfter(0, deleteMoreCommentRows, { commentId });
}

/** Deletes further likes of a deleted comment. */
export const deleteMoreCommentRows = internalMutation({
  args: { commentId: v.id("comments") },
  returns: v.null(),
  handler: async (ctx, { commentId }): Promise<null> => {
    await deleteCommentRows(ctx, commentId);
    return null;
  },
});

/** The collection has one work fewer. */
async function uncountItem(ctx: MutationCtx, { collectionId }: Doc<"collectionItems">) {
  const collection = await ctx.db.get("collections", collectionId);
  if (!collection) return;
  await ctx.db.patch("collections", collectionId, { items: collection.items - 1 });
}
