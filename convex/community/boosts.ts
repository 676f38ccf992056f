import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult, DAY_MS } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { billing } from "../billing";
import { trendingScore } from "./artworks/ranking";
import { refusals } from "./errors";
import { findOwnArtwork } from "./artworks/model";

const BOOST_MS = DAY_MS;

/**
 * Boosts the caller's work: for a day it is at the top of trending, marked as boosted. Uses a boost
 * or credits; with too few of them, `insufficient_balance`.
 */
export const boost = mutation({
  args: { artworkId: v.string() },
  returns: vResult(v.object({ boostedUntil: v.number() })),
  handler: async (ctx, { artworkId }): Promise<Result<{ boostedUntil: number }>> => {
    const own = await findOwnArtwork(ctx, artworkId);
    if (own.error) return own;
    const { artwork } = own;
    if (artwork.state !== "published") return refusals.noArtwork();
    if (artwork.boostedUntil !== null) return refusals.alreadyBoosted();
    const boostedUntil = Date.now() + BOOST_MS;
    const use = { featureId: "boost" as const, key: `boost ${artwork._id} ${boostedUntil}` };
    const gate = await billing.gate(ctx, await billing.me(ctx), use);
    if (gate.error) return gate;
    const trending = trendingScore({ ...artwork, boostedUntil });
    await ctx.db.patch("artworks", artwork._id, { boostedUntil, trending });
    const { end } = internal.community.boosts;
    await ctx.scheduler.runAt(boostedUntil, end, { artworkId: artwork._id });
    return ok({ boostedUntil });
  },
});

/** Ends a boost: the work returns to its own rank. */
export const end = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }) => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (!artwork) return null;
    const trending = trendingScore({ ...artwork, boostedUntil: null });
    await ctx.db.patch("artworks", artworkId, { boostedUntil: null, trending });
    return null;
  },
});
