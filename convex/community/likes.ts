import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { internalMutation, mutation } from "../_generated/server";
import { findArtwork } from "./artworks";
import { findLike } from "./cards";
import { ensureProfile } from "./profiles";
import { refusals } from "./refuse";

const FORGET_BATCH = 200;

/** Likes a work, or takes the like back. Saying the same twice changes nothing. */
export const set = mutation({
  args: { artworkId: v.string(), liked: v.boolean() },
  returns: vResult(v.object({ likes: v.number() })),
  handler: async (ctx, { artworkId, liked }): Promise<Result<{ likes: number }>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const artwork = await findArtwork(ctx, artworkId);
    if (!artwork) return refusals.noArtwork();
    const like = await findLike(ctx, viewer._id, artwork._id);
    if ((like !== null) === liked) return ok({ likes: artwork.likes });
    if (like) await ctx.db.delete("likes", like._id);
    else await ctx.db.insert("likes", { profileId: viewer._id, artworkId: artwork._id });
    const likes = artwork.likes + (liked ? 1 : -1);
    await ctx.db.patch("artworks", artwork._id, { likes });
    return ok({ likes });
  },
});

/** Deletes the likes of a work that is gone, a batch at a time. */
export const forget = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }) => {
    const likes = await ctx.db
      .query("likes")
      .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
      .take(FORGET_BATCH);
    for (const { _id } of likes) await ctx.db.delete("likes", _id);
    if (likes.length === FORGET_BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.likes.forget, { artworkId });
    }
    return null;
  },
});
