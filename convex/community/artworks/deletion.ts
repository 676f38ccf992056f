import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { DataModel, Doc, Id, TableNames } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { retract } from "./searchIndex";
import { leaveRoom } from "../storage/quota";
import { deleteCopies } from "../moderation/model";
import { storageIdsOf } from "./metadata";
import { discount } from "../notifications/model";

/** Rows that one transaction deletes; what is left over goes in the next. */
const BATCH = 200;

/** A table, one of its indexes, and the index's first field. */
export type OwnedBy = {
  [T in TableNames]: readonly [T, keyof DataModel[T]["indexes"], keyof DataModel[T]["document"]];
}[TableNames];

/** What people reported of something that is gone. */
export const REPORTS: OwnedBy = ["reports", "by_subjectId_and_state", "subjectId"];

/** What goes with a work. Its tags and feed entries are taken back by hanging. */
const OF_WORK = [
  ["workCounts", "by_artworkId", "artworkId"],
  ["likes", "by_artworkId_and_withdrawn", "artworkId"],
  ["comments", "by_artworkId_and_parentId", "artworkId"],
  ["views", "by_artworkId_and_viewerId_and_day", "artworkId"],
  ["collectionItems", "by_artworkId", "artworkId"],
  ["notifications", "by_artworkId", "artworkId"],
  ["printOrders", "by_artworkId", "artworkId"],
  REPORTS,
  ["workFiles", "by_artworkId_and_role_and_position", "artworkId"],
] as const satisfies readonly OwnedBy[];

/** Deletes a work; what belongs to it follows in batches. */
export async function takeDown(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, profileId } = artwork;
  await ctx.db.delete("artworks", artworkId);
  await deleteKept(ctx, artwork);
  await deleteCopies(ctx, artworkId);
  await retract(ctx, artworkId);
  await unpin(ctx, profileId, artworkId);
  await ctx.scheduler.runAfter(0, internal.community.artworks.deletion.forgetWork, { artworkId });
}

/** Deletes what a work that is gone left behind, a batch at a time. */
export const forgetWork = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    let room = BATCH;
    for (const owned of OF_WORK) {
      const rows = await deleteRows(ctx, owned, artworkId, room);
      for (const row of rows) await follow(ctx, owned[0], row);
      room -= rows.length;
    }
    if (room === 0) {
      await ctx.scheduler.runAfter(0, internal.community.artworks.deletion.forgetWork, {
        artworkId,
      });
    }
    return null;
  },
});

/** Deletes a file of a work with what stands in for it, and gives its room back. */
export async function deleteKept(
  ctx: MutationCtx,
  file: Doc<"artworks"> | Doc<"workFiles">,
): Promise<void> {
  for (const storageId of storageIdsOf(file)) await deleteFile(ctx, storageId);
  await leaveRoom(ctx, file);
}

/** Deletes a stored file, if it is still there. */
export async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

/** Takes a work off the top of its artist's profile. */
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
 * @param room - How many at most.
 * @returns What they were.
 */
export async function deleteRows(
  ctx: MutationCtx,
  [table, index, field]: OwnedBy,
  owner: string,
  room: number,
) {
  if (room === 0) return [];
  // A list pairs each table with an index of its own that begins with the field;
  // TypeScript can follow one of them, not their union.
  const rows = await ctx.db
    .query(table as "printOrders")
    .withIndex(index as "by_artworkId", (q) => q.eq(field as "artworkId", owner as never))
    .take(room);
  for (const { _id } of rows) await ctx.db.delete(table as "printOrders", _id);
  return rows;
}

/** What goes, or changes, with a row that went with a work. */
async function follow(ctx: MutationCtx, table: TableNames, row: { _id: string }): Promise<void> {
  // Each is a row of the table that is named.
  if (table === "workFiles") await deleteKept(ctx, row as Doc<"workFiles">);
  if (table === "collectionItems") await countOut(ctx, row as Doc<"collectionItems">);
  if (table === "notifications") await discount(ctx, row as Doc<"notifications">);
  if (table === "comments") await deleteRows(ctx, REPORTS, row._id, BATCH);
}

/** A collection that holds one work less. */
async function countOut(ctx: MutationCtx, { collectionId }: Doc<"collectionItems">) {
  const collection = await ctx.db.get("collections", collectionId);
  if (!collection) return;
  await ctx.db.patch("collections", collectionId, { items: collection.items - 1 });
}
