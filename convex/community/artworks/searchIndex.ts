import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { WORK_LIMITS } from "../../contract/works";
import { searchTextOf } from "./model";

/**
 * Indexes a published work by its tags, and sends it to its artist's followers. A
 * draft is not indexed.
 */
export async function indexWork(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  const artwork = await ctx.db.get("artworks", artworkId);
  if (artwork?.state !== "published") return;
  await writeTags(ctx, artwork);
  const { fanOut } = internal.community.feed.fanOut;
  await ctx.scheduler.runAfter(0, fanOut, { artworkId });
}

/** Removes a work from tags and feeds. */
export async function unindexWork(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  await eraseTags(ctx, artworkId);
  await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.removeArtwork, { artworkId });
}

/** Replaces the tags of a work. */
export async function reindexTags(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  await eraseTags(ctx, artwork._id);
  if (artwork.state === "published") await writeTags(ctx, artwork);
}

async function writeTags(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, medium, madeHow, publishedAt, tags } = artwork;
  for (const tag of tags) {
    await ctx.db.insert("artworkTags", { tag, artworkId, medium, madeHow, publishedAt });
    await countTag(ctx, tag, 1);
  }
}

async function eraseTags(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  const rows = await ctx.db
    .query("artworkTags")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .take(WORK_LIMITS.tags);
  for (const { _id, tag } of rows) {
    await ctx.db.delete("artworkTags", _id);
    await countTag(ctx, tag, -1);
  }
}

async function countTag(ctx: MutationCtx, tag: string, change: number): Promise<void> {
  const row = await ctx.db
    .query("tags")
    .withIndex("by_tag", (q) => q.eq("tag", tag))
    .unique();
  const works = (row?.works ?? 0) + change;
  if (!row) await ctx.db.insert("tags", { tag, works });
  else if (works > 0) await ctx.db.patch("tags", row._id, { works });
  else await ctx.db.delete("tags", row._id);
}

/** Works per transaction: each search text may have a few thousand characters. */
const BATCH = 50;

/** Rewrites the search texts of an artist's works after a change of the artist's name. */
export const renameArtist = internalMutation({
  args: { profileId: v.id("profiles"), cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { profileId, cursor }): Promise<null> => {
    const artist = await ctx.db.get("profiles", profileId);
    if (!artist) return null;
    const { page, isDone, continueCursor } = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) => q.eq("profileId", profileId))
      .paginate({ cursor, numItems: BATCH });
    for (const artwork of page) {
      const searchText = searchTextOf(artwork, artist);
      if (searchText !== artwork.searchText) {
        await ctx.db.patch("artworks", artwork._id, { searchText });
      }
    }
    const next = internal.community.artworks.searchIndex.renameArtist;
    if (!isDone) await ctx.scheduler.runAfter(0, next, { profileId, cursor: continueCursor });
    return null;
  },
});
