import { v } from "convex/values";
import { ok, vResult, DAY_MS } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internalMutation } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf, currentDay } from "./insights/dailyCounts";
import { refusals } from "./errors";
import { findArtwork } from "./artworks/model";
import { isVisible } from "./relationships/viewer";
import type { ViewerContext } from "./relationships/viewer";

/** How long after its publication a work can be featured by likes. */
const CANDIDATE_MS = 14 * DAY_MS;
const MOST_CANDIDATES = 1000;
/** One like may be the artist's own. */
const FEWEST_LIKES = 2;

/**
 * For operators: features a work on a day, instead of the one chosen by likes. A work has one day:
 * choosing it again moves it.
 *
 * @param args - `day`: such as "2026-11-24", in UTC. Default today.
 * @returns Error codes: `artwork_not_found`, `sensitive_work`, `invalid_day`.
 */
export const choose = internalMutation({
  args: { artworkId: v.string(), day: v.optional(v.string()) },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, day: date }): Promise<Result<null>> => {
    const today = dayOf(Date.now());
    const day = date === undefined ? today : dayOf(Date.parse(date));
    if (Number.isNaN(day) || day < today) return refusals.badDay();
    const artwork = await findArtwork(ctx, artworkId);
    if (artwork?.state !== "published") return refusals.noArtwork();
    if (!canBeFeatured(artwork)) return refusals.sensitiveWork();
    for (const { _id } of await worksFeaturedOn(ctx, day)) {
      await ctx.db.patch("artworks", _id, { featuredOn: undefined });
    }
    await ctx.db.patch("artworks", artwork._id, { featuredOn: day });
    return ok(null);
  },
});

/**
 * Features the most liked work today, unless an operator chose one. If no work
 * qualifies, yesterday's featured work stays.
 */
export const rotate = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const today = dayOf(now);
    if ((await worksFeaturedOn(ctx, today)).some(canBeFeatured)) return null;
    const liked = mostLiked(await publishedSince(ctx, now - CANDIDATE_MS));
    if (liked) await ctx.db.patch("artworks", liked._id, { featuredOn: today });
    return null;
  },
});

async function publishedSince(ctx: MutationCtx, since: number): Promise<Doc<"artworks">[]> {
  return await ctx.db
    .query("artworks")
    .withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").gt("publishedAt", since),
    )
    .order("desc")
    .take(MOST_CANDIDATES);
}

/**
 * The most liked work that was never featured; among equals the newer one. Plans and boosts do not
 * count.
 */
function mostLiked(works: readonly Doc<"artworks">[]): Doc<"artworks"> | undefined {
  return works
    .filter(
      (work) => canBeFeatured(work) && work.featuredOn === undefined && work.likes >= FEWEST_LIKES,
    )
    .toSorted((one, other) => other.likes - one.likes)[0];
}

/** How many earlier featured works to try. */
const MOST_TRIED = 7;

/** Today's featured work; if this viewer's settings exclude it, an earlier one. */
export async function findFeatured(
  ctx: QueryCtx,
  viewerContext: ViewerContext,
): Promise<Doc<"artworks"> | null> {
  const today = await currentDay(ctx);
  if (today === null) return null;
  const candidates = await ctx.db
    .query("artworks")
    .withIndex("by_featuredOn", (q) => q.gte("featuredOn", 0).lte("featuredOn", today))
    .order("desc")
    .take(MOST_TRIED);
  return (
    candidates.find((artwork) => canBeFeatured(artwork) && isVisible(viewerContext, artwork)) ??
    null
  );
}

/** Whether a work may be featured for all visitors. */
export function canBeFeatured({ state, sensitive }: Doc<"artworks">): boolean {
  return state === "published" && !sensitive;
}

/** How many works of one day are read: operators replace it a few times at most. */
const MOST_OF_A_DAY = 7;

/** The works featured on a day, published or not: rarely more than one. */
export async function worksFeaturedOn(ctx: QueryCtx, day: number): Promise<Doc<"artworks">[]> {
  return await ctx.db
    .query("artworks")
    .withIndex("by_featuredOn", (q) => q.eq("featuredOn", day))
    .take(MOST_OF_A_DAY);
}
