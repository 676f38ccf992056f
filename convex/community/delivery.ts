import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

const BATCH = 100;
/** How far back a new follower's feed reaches. */
const BACKFILLED = 50;

const vPair = { viewerId: v.id("profiles"), artistId: v.id("profiles") };

/** Puts a work into the feeds of its artist's followers, a batch at a time. */
export const deliver = internalMutation({
  args: { artworkId: v.id("artworks"), cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { artworkId, cursor }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "published") return null;
    const { page, isDone, continueCursor } = await ctx.db
      .query("ties")
      .withIndex("by_toId_and_kind", (q) => q.eq("toId", artwork.profileId).eq("kind", "follow"))
      .paginate({ numItems: BATCH, cursor });
    for (const { fromId } of page) await putIn(ctx, fromId, artwork);
    if (!isDone) {
      const next = { artworkId, cursor: continueCursor };
      await ctx.scheduler.runAfter(0, internal.community.delivery.deliver, next);
    }
    return null;
  },
});

/** Gives a new follower what the artist hung lately. */
export const backfill = internalMutation({
  args: vPair,
  returns: v.null(),
  handler: async (ctx, { viewerId, artistId }) => {
    const tie = await ctx.db
      .query("ties")
      .withIndex("by_fromId_and_kind_and_toId", (q) =>
        q.eq("fromId", viewerId).eq("kind", "follow").eq("toId", artistId),
      )
      .unique();
    if (!tie) return null;
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artistId).eq("state", "published"),
      )
      .order("desc")
      .take(BACKFILLED);
    for (const artwork of works) await putIn(ctx, viewerId, artwork);
    return null;
  },
});

/** Takes an artist's works out of the feed of who follows no more. */
export const withdraw = internalMutation({
  args: vPair,
  returns: v.null(),
  handler: async (ctx, pair): Promise<null> => {
    const { viewerId, artistId } = pair;
    const tie = await ctx.db
      .query("ties")
      .withIndex("by_fromId_and_kind_and_toId", (q) =>
        q.eq("fromId", viewerId).eq("kind", "follow").eq("toId", artistId),
      )
      .unique();
    if (tie) return null;
    const entries = await ctx.db
      .query("feedEntries")
      .withIndex("by_viewerId_and_artistId", (q) =>
        q.eq("viewerId", viewerId).eq("artistId", artistId),
      )
      .take(BATCH);
    for (const { _id } of entries) await ctx.db.delete("feedEntries", _id);
    if (entries.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.delivery.withdraw, pair);
    }
    return null;
  },
});

/** Takes a work that does not hang any more out of all feeds, a batch at a time. */
export const recall = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state === "published") return null;
    const entries = await ctx.db
      .query("feedEntries")
      .withIndex("by_artworkId_and_viewerId", (q) => q.eq("artworkId", artworkId))
      .take(BATCH);
    for (const { _id } of entries) await ctx.db.delete("feedEntries", _id);
    if (entries.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.delivery.recall, { artworkId });
    }
    return null;
  },
});

async function putIn(
  ctx: MutationCtx,
  viewerId: Id<"profiles">,
  { _id: artworkId, profileId: artistId, publishedAt }: Doc<"artworks">,
): Promise<void> {
  const known = await ctx.db
    .query("feedEntries")
    .withIndex("by_artworkId_and_viewerId", (q) =>
      q.eq("artworkId", artworkId).eq("viewerId", viewerId),
    )
    .unique();
  if (known) return;
  await ctx.db.insert("feedEntries", { viewerId, artistId, artworkId, publishedAt });
}
