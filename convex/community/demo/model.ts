import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { findByToken } from "../profiles/model";
import { v } from "convex/values";

/** Which customer an artist of the gallery is. No issuer gives out such a subject. */
export function customerOf(username: string): string {
  return `gallery:${username}`;
}

/** No issuer is called this, so nobody can sign in as an invented artist. */
export function tokenOf(username: string): string {
  return `gallery|${username}`;
}

/** An artist of the gallery. @throws When there is none of that name. */
export async function galleryArtist(ctx: QueryCtx, username: string): Promise<Doc<"profiles">> {
  const artist = await findByToken(ctx, tokenOf(username));
  if (!artist) throw new Error(`${username} is not an artist of the gallery`);
  return artist;
}

/** A work of the gallery, by its artist and its name in the gallery's list. */
export const vGalleryWork = v.object({ artist: v.string(), slug: v.string() });

/** A work of the gallery. @throws When it does not hang. */
export async function findGalleryWork(
  ctx: MutationCtx,
  { artist, slug }: typeof vGalleryWork.type,
): Promise<Doc<"artworks">> {
  const { _id } = await galleryArtist(ctx, artist);
  const work = await ctx.db
    .query("artworks")
    .withIndex("by_clientUploadId_and_profileId", (q) =>
      q.eq("clientUploadId", slug).eq("profileId", _id),
    )
    .unique();
  if (!work) throw new Error(`${slug} by ${artist} does not hang`);
  return work;
}
