import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

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
