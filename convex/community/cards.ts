import { v } from "convex/values";
import { vMedium } from "../contract/medium";
import { vMediaType } from "../contract/sniff";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** A work as it hangs on a wall, label included. */
export const vCard = v.object({
  id: v.id("artworks"),
  title: v.string(),
  alt: v.string(),
  medium: vMedium,
  mediaType: vMediaType,
  /** Null for the moment between the deletion of a file and of its row. */
  url: v.union(v.string(), v.null()),
  width: v.number(),
  height: v.number(),
  likes: v.number(),
  /** Whether the caller likes it. */
  liked: v.boolean(),
  createdAt: v.number(),
  artist: v.object({ username: v.string(), name: v.string() }),
});

export async function toCard(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles"> | null,
): Promise<typeof vCard.type> {
  const artist = await ctx.db.get("profiles", artwork.profileId);
  if (!artist) throw new Error(`Artwork ${artwork._id} hangs without its artist`);
  const { title, alt, medium, mediaType, width, height, likes } = artwork;
  return {
    ...{ id: artwork._id, title, alt, medium, mediaType, width, height, likes },
    url: await ctx.storage.getUrl(artwork.storageId),
    liked: viewer !== null && (await findLike(ctx, viewer._id, artwork._id)) !== null,
    createdAt: artwork._creationTime,
    artist: { username: artist.username, name: artist.name },
  };
}

export async function findLike(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  artworkId: Id<"artworks">,
): Promise<Doc<"likes"> | null> {
  return await ctx.db
    .query("likes")
    .withIndex("by_profileId_and_artworkId", (q) =>
      q.eq("profileId", profileId).eq("artworkId", artworkId),
    )
    .unique();
}
