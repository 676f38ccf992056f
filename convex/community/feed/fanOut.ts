import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** Of what came into a member's feed last, so much is kept. */
export const MAX_ENTRIES = 1000;
/** Each entry deletes up to so many that are too old, so that a longer feed gets shorter. */
const TRIMMED = 2;
/** Followers that one transaction delivers to. */
const PART = 100;
/** Parts that one transaction schedules: they run beside each other. */
const PARTS = 40;
/** Entries that one transaction deletes. */
const BATCH = 500;
/** How far back a new follower's feed reaches. */
const BACKFILLED = 50;

const vPair = { viewerId: v.id("profiles"), artistId: v.id("profiles") };

/**
 * Puts a work into the feeds of its artist's followers. Many followers are dealt
 * into parts, which Convex runs side by side, and each again when it fails.
 */
export const deliver = internalMutation({
  args: {
    artworkId: v.id("artworks"),
    /** Since when they follow whom this call deals out. Default: all. */
    from: v.optional(v.number()),
    /** Of a call that an older version scheduled. It begins anew: nothing is delivered twice. */
    cursor: v.optional(v.union(v.string(), v.null())),
  },
  returns: v.null(),
  handler: async (ctx, { artworkId, from = 0 }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "published") return null;
    const ties = await ctx.db
      .query("ties")
      .withIndex("by_toId_and_kind", (q) =>
        q.eq("toId", artwork.profileId).eq("kind", "follow").gte("_creationTime", from),
      )
      .take(PART * PARTS + 1);
    if (ties.length <= PART) {
      for (const { fromId } of ties) await putIn(ctx, fromId, artwork);
      return null;
    }
    const { deliver: next, deliverPart } = internal.community.feed.fanOut;
    for (let at = 0; at < PART * PARTS; at += PART) {
      const part = ties.slice(at, Math.min(at + PART, PART * PARTS));
      const [first, last] = [part[0], part.at(-1)];
      if (!first || !last) break;
      const range = { from: first._creationTime, until: last._creationTime };
      await ctx.scheduler.runAfter(0, deliverPart, { artworkId, ...range });
    }
    const rest = ties[PART * PARTS];
    if (rest) await ctx.scheduler.runAfter(0, next, { artworkId, from: rest._creationTime });
    return null;
  },
});

/** Delivers to those who follow since a time between two. */
export const deliverPart = internalMutation({
  args: { artworkId: v.id("artworks"), from: v.number(), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { artworkId, from, until }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "published") return null;
    const ties = ctx.db
      .query("ties")
      .withIndex("by_toId_and_kind", (q) =>
        q
          .eq("toId", artwork.profileId)
          .eq("kind", "follow")
          .gte("_creationTime", from)
          .lte("_creationTime", until),
      );
    for await (const { fromId } of ties) await putIn(ctx, fromId, artwork);
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
    // The newest last: what came first is deleted first.
    for (const artwork of works.toReversed()) await putIn(ctx, viewerId, artwork);
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
      await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.withdraw, pair);
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
      await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.recall, { artworkId });
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
  const last = await ctx.db
    .query("feedEntries")
    .withIndex("by_viewerId_and_position", (q) => q.eq("viewerId", viewerId))
    .order("desc")
    .first();
  const position = (last?.position ?? 0) + 1;
  await ctx.db.insert("feedEntries", { viewerId, artistId, artworkId, publishedAt, position });
  if (position > MAX_ENTRIES) await trim(ctx, viewerId, position - MAX_ENTRIES);
}

async function trim(ctx: MutationCtx, viewerId: Id<"profiles">, until: number): Promise<void> {
  const old = await ctx.db
    .query("feedEntries")
    .withIndex("by_viewerId_and_position", (q) => q.eq("viewerId", viewerId).lte("position", until))
    .take(TRIMMED);
  for (const { _id } of old) await ctx.db.delete("feedEntries", _id);
}
