import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** The maximum number of entries in a member's feed. */
export const MAX_ENTRIES = 1000;
/** Each new entry deletes up to this many old ones, so that a longer feed gets shorter. */
const TRIMMED = 2;
/** Followers that one transaction delivers to. */
const PART = 100;
/** Parts that one transaction schedules; they run in parallel. */
const PARTS = 40;
/** Entries that one transaction deletes. */
const BATCH = 500;
/** How many of an artist's works a new follower's feed receives. */
const BACKFILLED = 50;

const vPair = { viewerId: v.id("profiles"), artistId: v.id("profiles") };

/**
 * Adds a work to the feeds of its artist's followers. Many followers are split
 * into parts. Convex runs the parts in parallel and retries each one.
 */
export const fanOut = internalMutation({
  args: {
    artworkId: v.id("artworks"),
    /** Only followers since this time. Default: all. */
    from: v.optional(v.number()),
    /** Ignored. Jobs that an older version scheduled have it. No feed gets a work twice. */
    cursor: v.optional(v.union(v.string(), v.null())),
  },
  returns: v.null(),
  handler: async (ctx, { artworkId, from = 0 }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "published") return null;
    const relationships = await ctx.db
      .query("relationships")
      .withIndex("by_toId_and_kind", (q) =>
        q.eq("toId", artwork.profileId).eq("kind", "follow").gte("_creationTime", from),
      )
      .take(PART * PARTS + 1);
    if (relationships.length <= PART) {
      for (const { fromId } of relationships) await addEntry(ctx, fromId, artwork);
      return null;
    }
    const { fanOut: next, fanOutPart } = internal.community.feed.fanOut;
    for (let at = 0; at < PART * PARTS; at += PART) {
      const part = relationships.slice(at, Math.min(at + PART, PART * PARTS));
      const [first, last] = [part[0], part.at(-1)];
      if (!first || !last) break;
      const range = { from: first._creationTime, until: last._creationTime };
      await ctx.scheduler.runAfter(0, fanOutPart, { artworkId, ...range });
    }
    const rest = relationships[PART * PARTS];
    if (rest) await ctx.scheduler.runAfter(0, next, { artworkId, from: rest._creationTime });
    return null;
  },
});

/** Delivers to followers whose follow began in a time span. */
export const fanOutPart = internalMutation({
  args: { artworkId: v.id("artworks"), from: v.number(), until: v.number() },
  returns: v.null(),
  handler: async (ctx, { artworkId, from, until }): Promise<null> => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "published") return null;
    const relationships = ctx.db
      .query("relationships")
      .withIndex("by_toId_and_kind", (q) =>
        q
          .eq("toId", artwork.profileId)
          .eq("kind", "follow")
          .gte("_creationTime", from)
          .lte("_creationTime", until),
      );
    for await (const { fromId } of relationships) await addEntry(ctx, fromId, artwork);
    return null;
  },
});

/** Adds the artist's latest works to a new follower's feed. */
export const backfill = internalMutation({
  args: vPair,
  returns: v.null(),
  handler: async (ctx, { viewerId, artistId }) => {
    const relationship = await ctx.db
      .query("relationships")
      .withIndex("by_fromId_and_kind_and_toId", (q) =>
        q.eq("fromId", viewerId).eq("kind", "follow").eq("toId", artistId),
      )
      .unique();
    if (!relationship) return null;
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artistId).eq("state", "published"),
      )
      .order("desc")
      .take(BACKFILLED);
    // The newest last, because the oldest entries are deleted first.
    for (const artwork of works.toReversed()) await addEntry(ctx, viewerId, artwork);
    return null;
  },
});

/** Removes an artist's works from the feed of a member who no longer follows them. */
export const removeArtist = internalMutation({
  args: vPair,
  returns: v.null(),
  handler: async (ctx, pair): Promise<null> => {
    const { viewerId, artistId } = pair;
    const relationship = await ctx.db
      .query("relationships")
      .withIndex("by_fromId_and_kind_and_toId", (q) =>
        q.eq("fromId", viewerId).eq("kind", "follow").eq("toId", artistId),
      )
      .unique();
    if (relationship) return null;
    const entries = await ctx.db
      .query("feedEntries")
      .withIndex("by_viewerId_and_artistId", (q) =>
        q.eq("viewerId", viewerId).eq("artistId", artistId),
      )
      .take(BATCH);
    for (const { _id } of entries) await ctx.db.delete("feedEntries", _id);
    if (entries.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.removeArtist, pair);
    }
    return null;
  },
});

/** Removes an unpublished work from all feeds, a batch at a time. */
export const removeArtwork = internalMutation({
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
      await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.removeArtwork, { artworkId });
    }
    return null;
  },
});

async function addEntry(
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
