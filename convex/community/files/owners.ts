import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findExportOwner } from "../dataExports/model";

type File = Id<"_storage">;
type Owner = Id<"profiles"> | null;

/** The owner of a stored file, whatever it is used for; null if it is unused. */
export async function findOwner(ctx: QueryCtx, storageId: File): Promise<Owner> {
  const pending = await findPending(ctx, storageId);
  if (pending) return pending.profileId;
  const artwork = await findWork(ctx, storageId);
  if (artwork) return artwork.profileId;
  return (
    (await findWorkFileOwner(ctx, storageId)) ??
    (await findHiddenOwner(ctx, storageId)) ??
    (await findProfileImageOwner(ctx, storageId)) ??
    (await findExportOwner(ctx, storageId))
  );
}

/** The owner of a file that was moved because its work is hidden. */
async function findHiddenOwner(ctx: QueryCtx, storageId: File): Promise<Owner> {
  const row = await ctx.db
    .query("takedowns")
    .withIndex("by_copyId", (q) => q.eq("copyId", storageId))
    .first();
  const artwork = row && (await ctx.db.get("artworks", row.artworkId));
  return artwork && artwork.profileId;
}

/** The row of an unused file. */
export async function findPending(
  ctx: QueryCtx,
  storageId: File,
): Promise<Doc<"pendingUploads"> | null> {
  return await ctx.db
    .query("pendingUploads")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
}

async function findWork(ctx: QueryCtx, storageId: File): Promise<Doc<"artworks"> | null> {
  const works = () => ctx.db.query("artworks");
  return (
    (await works()
      .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
      .first()) ??
    (await works()
      .withIndex("by_preview", (q) => q.eq("preview.storageId", storageId))
      .first()) ??
    (await works()
      .withIndex("by_poster", (q) => q.eq("poster.storageId", storageId))
      .first())
  );
}

async function findWorkFileOwner(ctx: QueryCtx, storageId: File): Promise<Owner> {
  const files = () => ctx.db.query("workFiles");
  const file =
    (await files()
      .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
      .first()) ??
    (await files()
      .withIndex("by_preview", (q) => q.eq("preview.storageId", storageId))
      .first()) ??
    (await files()
      .withIndex("by_poster", (q) => q.eq("poster.storageId", storageId))
      .first());
  const artwork = file && (await ctx.db.get("artworks", file.artworkId));
  return artwork && artwork.profileId;
}

/** The member whose avatar or cover a file is. */
async function findProfileImageOwner(ctx: QueryCtx, storageId: File): Promise<Owner> {
  const byAvatar = await ctx.db
    .query("profiles")
    .withIndex("by_avatarId", (q) => q.eq("avatarId", storageId))
    .first();
  if (byAvatar) return byAvatar._id;
  const byCover = await ctx.db
    .query("profiles")
    .withIndex("by_coverId", (q) => q.eq("coverId", storageId))
    .first();
  return byCover && byCover._id;
}
