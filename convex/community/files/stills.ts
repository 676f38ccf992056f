import { isShownEverywhere, isVideo } from "../../contract/files/shown";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

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
