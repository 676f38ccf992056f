import { isShownEverywhere, isVideo } from "../../contract/files/shown";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { ObjectType } from "convex/values";
import { v } from "convex/values";

type File = Pick<Doc<"artworks">, "storageId" | "mediaType" | "preview" | "poster">;

/** The address of a picture as large as a work has one, which any browser shows; null: none. */
export async function stillUrl(ctx: QueryCtx, file: File): Promise<string | null> {
  const storageId = wholeOf(file) ?? file.poster?.storageId;
  return storageId === undefined ? null : await ctx.storage.getUrl(storageId);
}

/** The address of a small picture of a work, else of a large one; null: none. */
export async function thumbnailUrl(ctx: QueryCtx, file: File): Promise<string | null> {
  const { poster } = file;
  return poster ? await ctx.storage.getUrl(poster.storageId) : await stillUrl(ctx, file);
}

function wholeOf({ storageId, mediaType, preview }: File) {
  if (isVideo(mediaType)) return undefined;
  return isShownEverywhere(mediaType) ? storageId : preview?.storageId;
}

const vUrl = v.union(v.string(), v.null());

/** Where a file and what stands in for it are found. */
export const shownFile = {
  /** The original. Null for the moment between the deletion of a file and of its row. */
  url: vUrl,
  /** What every browser shows, where the original is something else; null: the original itself. */
  previewUrl: vUrl,
  /** A small still for walls; null: none. */
  posterUrl: vUrl,
  /** A blur to stand there while it loads, base64; null: none. */
  thumbhash: v.union(v.string(), v.null()),
};

export async function toShown(
  ctx: QueryCtx,
  file: Pick<Doc<"workFiles">, "storageId" | "preview" | "poster" | "thumbhash">,
): Promise<ObjectType<typeof shownFile>> {
  const { storageId, preview, poster, thumbhash = null } = file;
  return {
    url: await ctx.storage.getUrl(storageId),
    previewUrl: preview ? await ctx.storage.getUrl(preview.storageId) : null,
    posterUrl: poster ? await ctx.storage.getUrl(poster.storageId) : null,
    thumbhash,
  };
}
