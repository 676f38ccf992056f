import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { query } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { audienceOf, isOpenTo, isWanted } from "../relationships/viewer";
import type { Audience } from "../relationships/viewer";
import { toCard, toCards, vCard } from "./cards";
import { billing } from "../../billing";
import { takeDown } from "./deletion";
import { findLight } from "../featuredWork";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { findOwnProfile, findProfile } from "../profiles/functions";
import { refusals } from "../errors";
import { cancelUnsent } from "../prints/model";
import { countsOf } from "./counts";

/** How many works that somebody does not want to see a neighbour is looked for behind. */
const MOST_PASSED = 100;

/** Everything that hangs, newest first, under the work in today's spotlight. */
export const feed = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) => {
    const audience = await audienceOf(ctx);
    const { viewer } = audience;
    const light = await findLight(ctx, audience);
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_state_and_publishedAt", (q) => q.eq("state", "published"))
      .order("desc")
      .paginate(bounded(paginationOpts));
    const hung = await mapPage(works, async (artwork) => {
      if (artwork._id === light?._id || !isWanted(audience, artwork)) return null;
      return await toCard(ctx, artwork, viewer);
    });
    if (!light || paginationOpts.cursor !== null) return hung;
    return {
      ...hung,
      page: [{ ...(await toCard(ctx, light, viewer)), isLit: true }, ...hung.page],
    };
  },
});

/** One artist's works that hang, newest first. Nobody's wall is empty. */
export const byProfile = query({
  args: { username: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { username, paginationOpts }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return EMPTY_PAGE;
    const works = ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artist._id).eq("state", "published"),
      )
      .order("desc");
    return await toCards(ctx, await works.paginate(bounded(paginationOpts)));
  },
});

/**
 * One work, with its counts of now, and its neighbours on the wall; null when
 * nothing hangs at that address. What does not hang is there for its artist alone.
 */
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
    const audience = await audienceOf(ctx);
    const { viewer } = audience;
    const artwork = await findOpenArtwork(ctx, id, viewer);
    if (!artwork) return null;
    const { likes, comments } = await countsOf(ctx, artwork);
    return {
      artwork: { ...(await toCard(ctx, artwork, viewer)), likes, comments },
      mine: viewer?._id === artwork.profileId,
      ...(await findNeighbours(ctx, audience, artwork)),
    };
  },
});

/** Takes a work down, for good: its files and all that was said of it go with it. Only its artist can. */
export const remove = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const who = await billing.me(ctx);
    if (who) await cancelUnsent(ctx, who, own.artwork._id);
    await takeDown(ctx, own.artwork);
    return ok(null);
  },
});

/** Finds a work by what stands in an address, which may be anything, if the viewer may see it. */
export async function findOpenArtwork(
  ctx: QueryCtx,
  text: string,
  viewer: Doc<"profiles"> | null,
): Promise<Doc<"artworks"> | null> {
  const artwork = await findArtwork(ctx, text);
  return artwork && isOpenTo(viewer, artwork) ? artwork : null;
}

/** The caller's own work, whether it hangs or not. */
export async function findOwnArtwork(
  ctx: QueryCtx,
  text: string,
): Promise<{ artwork: Doc<"artworks">; artist: Doc<"profiles">; error: null } | Failure> {
  const artist = await findOwnProfile(ctx);
  if (!artist) return refusals.signedOut();
  const artwork = await findOpenArtwork(ctx, text, artist);
  if (!artwork) return refusals.noArtwork();
  if (artwork.profileId !== artist._id) return refusals.notYours();
  return { artwork, artist, error: null };
}

/** Finds a work by what stands in an address, whoever may see it. */
export async function findArtwork(ctx: QueryCtx, text: string) {
  const id = ctx.db.normalizeId("artworks", text);
  return id && (await ctx.db.get("artworks", id));
}

/**
 * The works on both sides that the viewer wants to see. Of two that were hung in
 * the same instant, the one made later is newer.
 */
async function findNeighbours(
  ctx: QueryCtx,
  audience: Audience,
  { publishedAt, _creationTime: made }: Doc<"artworks">,
) {
  const wall = () => ctx.db.query("artworks");
  const newer = [
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).gt("_creationTime", made),
    ),
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").gt("publishedAt", publishedAt),
    ),
  ];
  const older = [
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).lt("_creationTime", made),
    ),
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").lt("publishedAt", publishedAt),
    ),
  ].map((works) => works.order("desc"));
  return {
    newer: await firstWanted(audience, newer),
    older: await firstWanted(audience, older),
  };
}

async function firstWanted(
  audience: Audience,
  walls: readonly AsyncIterable<Doc<"artworks">>[],
): Promise<Id<"artworks"> | null> {
  let passed = 0;
  for (const wall of walls) {
    for await (const artwork of wall) {
      if (isWanted(audience, artwork)) return artwork._id;
      if (++passed === MOST_PASSED) return null;
    }
  }
  return null;
}
