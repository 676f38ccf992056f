import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { findLike } from "./artworks/cards";
import { switched } from "./artworks/countRules";
import { refusals } from "./errors";
import { isBlockedEitherWay } from "./relationships/model";
import { changeCounts } from "./artworks/counts";
import { findOpenArtwork } from "./artworks/model";
import { ensureProfile } from "./profiles/model";

/**
 * Likes a work, or withdraws the like. Repeating a call changes nothing. The artist is notified
 * seconds later, when the work's changes are counted.
 */
export const set = mutation({
  limit: "likes",
  args: { artworkId: v.string(), liked: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, liked }): Promise<Result<null>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const artwork = await findOpenArtwork(ctx, artworkId, viewer);
    if (!artwork) return refusals.noArtwork();
    if (liked && (await isBlockedEitherWay(ctx, viewer._id, artwork.profileId)))
      return refusals.blocked();
    const like = await findLike(ctx, viewer._id, artwork._id);
    const isLiked = like !== null && like.withdrawn === undefined;
    if (isLiked === liked) return ok(null);
    const by = liked ? 1 : -1;
    const ofDay = viewer._id === artwork.profileId ? 0 : by;
    const change = { what: "likes", by, ofDay, likedBy: viewer._id } as const;
    const since = await changeCounts(ctx, artwork, change, Date.now());
    const next = like && switched(artwork, like, since);
    const row = { profileId: viewer._id, artworkId: artwork._id, since };
    if (!like) await ctx.db.insert("likes", row);
    else if (next) await ctx.db.patch("likes", like._id, next);
    else await ctx.db.delete("likes", like._id);
    return ok(null);
  },
});
