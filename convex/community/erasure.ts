import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel, Doc, Id, TableNames } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { retract } from "./hanging";
import { leaveRoom } from "./room";
import { storageIdsOf } from "./workFields";

/** Rows that one transaction deletes; what is left over goes in the next. */
const BATCH = 200;

/** A table and one of its indexes that begins with `artworkId`. */
type OfWork = { [T in TableNames]: readonly [T, keyof DataModel[T]["indexes"]] }[TableNames];

/** What goes with a work. Its tags and feed entries are taken back by hanging. */
const OF_WORK = [
  ["likes", "by_artworkId"],
  ["comments", "by_artworkId_and_parentId"],
  ["views", "by_artworkId_and_viewerId_and_day"],
  ["collectionItems", "by_artworkId"],
  ["notifications", "by_artworkId"],
  ["workFiles", "by_artworkId_and_role_and_position"],
] as const satisfies readonly OfWork[];

/** Deletes a work; what belongs to it follows in batches. */
export async function takeDown(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, profileId } = artwork;
  await ctx.db.delete("artworks", artworkId);
  await deleteKept(ctx, artwork);
  await retract(ctx, artworkId);
  await unpin(ctx, profileId, artworkId);
  await ctx.scheduler.runAfter(0, internal.community.erasure.forgetWork, { artworkId });
}

/** Deletes what a work that is gone left behind, a batch at a time. */
export const forgetWork = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    let room = BATCH;
    for (const owned of OF_WORK) room -= await forgetRows(ctx, owned, artworkId, room);
    if (room === 0) {
      await ctx.scheduler.runAfter(0, internal.community.erasure.forgetWork, { artworkId });
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

async function forgetRows(
  ctx: MutationCtx,
  [table, index]: (typeof OF_WORK)[number],
  artworkId: Id<"artworks">,
  room: number,
): Promise<number> {
  if (room === 0) return 0;
  // The list pairs each table with an index of its own that begins with the work;
  // TypeScript can follow one of them, not their union.
  const rows = await ctx.db
    .query(table as "likes")
    .withIndex(index as "by_artworkId", (q) => q.eq("artworkId", artworkId))
    .take(room);
  for (const row of rows) {
    await ctx.db.delete(table as "likes", row._id);
    if (table === "workFiles") await deleteKept(ctx, row as unknown as Doc<"workFiles">);
    if (table === "collectionItems") await countOut(ctx, row as unknown as Doc<"collectionItems">);
  }
  return rows.length;
}

/** A collection that holds one work less. */
async function countOut(ctx: MutationCtx, { collectionId }: Doc<"collectionItems">) {
  const collection = await ctx.db.get("collections", collectionId);
  if (!collection) return;
  await ctx.db.patch("collections", collectionId, { items: collection.items - 1 });
}
