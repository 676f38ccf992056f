import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { mutation, query } from "../_generated/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { toCard, vCard } from "./cards";
import { findOwnProfile, findProfile } from "./profiles";
import { refusals } from "./refuse";

/** However many a browser asks for, a page reads no more. */
const MAX_PAGE = 50;

/** Everything that hangs, newest first. */
export const feed = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) =>
    await toCards(
      ctx,
      await ctx.db.query("artworks").order("desc").paginate(bounded(paginationOpts)),
    ),
});

/** One artist's works, newest first. Nobody's wall is empty. */
export const byProfile = query({
  args: { username: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { username, paginationOpts }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return { page: [], isDone: true, continueCursor: "" };
    const works = ctx.db
      .query("artworks")
      .withIndex("by_profileId", (q) => q.eq("profileId", artist._id))
      .order("desc");
    return await toCards(ctx, await works.paginate(bounded(paginationOpts)));
  },
});

/** One work and its neighbours on the wall; null when nothing hangs at that address. */
export const get = query({
  args: { id: v.string() },
  returns: v.union(
    v.object({
      artwork: vCard,
      /** Whether the caller made it. */
      mine: v.boolean(),
      newer: v.union(v.id("artworks"), v.null()),
      older: v.union(v.id("artworks"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { id }) => {
    const artwork = await findArtwork(ctx, id);
    if (!artwork) return null;
    const viewer = await findOwnProfile(ctx);
    return {
      artwork: await toCard(ctx, artwork, viewer),
      mine: viewer?._id === artwork.profileId,
      ...(await findNeighbours(ctx, artwork)),
    };
  },
});

/** Takes a work down, for good: its file and its likes go with it. Only its artist can. */
export const remove = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    const artwork = await findArtwork(ctx, id);
    if (!artwork) return refusals.noArtwork();
    if (artwork.profileId !== artist._id) return refusals.notYours();
    await ctx.db.delete("artworks", artwork._id);
    await ctx.storage.delete(artwork.storageId);
    await ctx.scheduler.runAfter(0, internal.community.likes.forget, { artworkId: artwork._id });
    return ok(null);
  },
});

/** Finds a work by what stands in an address, which may be anything. */
export async function findArtwork(ctx: QueryCtx, text: string): Promise<Doc<"artworks"> | null> {
  const id = ctx.db.normalizeId("artworks", text);
  return id && (await ctx.db.get("artworks", id));
}

async function findNeighbours(ctx: QueryCtx, { _creationTime }: Doc<"artworks">) {
  const newer = await ctx.db
    .query("artworks")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", _creationTime))
    .order("asc")
    .first();
  const older = await ctx.db
    .query("artworks")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", _creationTime))
    .order("desc")
    .first();
  return { newer: idOf(newer), older: idOf(older) };
}

function idOf(artwork: Doc<"artworks"> | null): Id<"artworks"> | null {
  return artwork && artwork._id;
}

async function toCards(
  ctx: QueryCtx,
  result: PaginationResult<Doc<"artworks">>,
): Promise<PaginationResult<typeof vCard.type>> {
  const viewer = await findOwnProfile(ctx);
  const page = await Promise.all(result.page.map((artwork) => toCard(ctx, artwork, viewer)));
  return { ...result, page };
}

function bounded(options: PaginationOptions): PaginationOptions {
  return { ...options, numItems: Math.min(options.numItems, MAX_PAGE) };
}
