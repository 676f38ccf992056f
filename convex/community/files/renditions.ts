import { isShownEverywhere, isVideo } from "../../contract/files/shown";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { ObjectType } from "convex/values";
import { v } from "convex/values";

type File = Pick<Doc<"artworks">, "storageId" | "mediaType" | "preview" | "poster">;

/** The URL of a work's largest picture that every browser can show; null if there is none. */
export async function pictureUrl(ctx: QueryCtx, file: File): Promise<string | null> {
  const storageId = fullSizeOf(file) ?? file.poster?.storageId;
  return storageId === undefined ? null : await ctx.storage.getUrl(storageId);
}

/** The URL of a work's small picture, or else of its largest one; null if there is none. */
export async function thumbnailUrl(ctx: QueryCtx, file: File): Promise<string | null> {
  const { poster } = file;
  return poster ? await ctx.storage.getUrl(poster.storageId) : await pictureUrl(ctx, file);
}

/** Larger pictures are not shown in share cards: X accepts 5 MB, and other sites about as much. */
const CARD_MAX_BYTES = 5_000_000;

/**
 * A work's picture for a share card: the largest one that other sites accept. Its dimensions are
 * known only for the original. Null if there is none.
 */
export async function cardPicture(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
): Promise<{ url: string; size: { width: number; height: number } | null } | null> {
  const { storageId, bytes, width, height, mediaType, preview, poster } = artwork;
  const picture = isVideo(mediaType) ? undefined : preview;
  const candidates = [{ storageId: fullSizeOf(artwork), bytes }, picture, poster];
  const file = candidates.find((each) => each?.storageId && each.bytes <= CARD_MAX_BYTES);
  const url = file?.storageId ? await ctx.storage.getUrl(file.storageId) : null;
  if (url === null) return null;
  return { url, size: file?.storageId === storageId ? { width, height } : null };
}

function fullSizeOf({ storageId, mediaType, preview }: File) {
  if (isVideo(mediaType)) return undefined;
  return isShownEverywhere(mediaType) ? storageId : preview?.storageId;
}

const vUrl = v.union(v.string(), v.null());

/** The URLs of a file and its renditions. */
export const fileUrls = {
  /** The original. Null only between the deletion of a file and of its row. */
  url: vUrl,
  /**
   * A version that every browser can show, if the original's format is not universal; null: use the
   * original.
   */
  previewUrl: vUrl,
  /** A small still picture for feeds; null if there is none. */
  posterUrl: vUrl,
  /** A blur to show during loading, base64; null if there is none. */
  thumbhash: v.union(v.string(), v.null()),
};

export async function toFileUrls(
  ctx: QueryCtx,
  file: Pick<Doc<"workFiles">, "storageId" | "preview" | "poster" | "thumbhash">,
): Promise<ObjectType<typeof fileUrls>> {
  const { storageId, preview, poster, thumbhash = null } = file;
  return {
    url: await ctx.storage.getUrl(storageId),
    previewUrl: preview ? await ctx.storage.getUrl(preview.storageId) : null,
    posterUrl: poster ? await ctx.storage.getUrl(poster.storageId) : null,
    thumbhash,
  };
}
