import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findLike } from "./artworks/cards";
import { givenAgain, takenBack } from "./artworks/countRules";
import { countFor } from "./insights/dailyCounts";
import { refusals } from "./errors";
import { isBlockedEitherWay } from "./relationships/model";
import { changeCounts, countsOf } from "./artworks/counts";
import { findOpenArtwork } from "./artworks/model";
import { ensureProfile } from "./profiles/model";
import { notify, retract } from "./notifications/model";

/** Likes a work, or withdraws the like. Doing the same twice changes nothing. */
export const set = mutation({
  limit: "likes",
  args: { artworkId: v.string(), liked: v.boolean() },
  returns: vResult(v.object({ likes: v.number() })),
  handler: async (ctx, { artworkId, liked }): Promise<Result<{ likes: number }>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const artwork = await findOpenArtwork(ctx, artworkId, viewer);
    if (!artwork) return refusals.noArtwork();
    if (liked && (await isBlockedEitherWay(ctx, viewer._id, artwork.profileId)))
      return refusals.blocked();
    const like = await findLike(ctx, viewer._id, artwork._id);
    const isLiked = like !== null && like.withdrawn === undefined;
    if (isLiked === liked) return ok({ likes: (await countsOf(ctx, artwork)).likes });
    await toggleLike(ctx, artwork, viewer, like);
    return ok({ likes: await countLike(ctx, artwork, viewer, liked) });
  },
});

/** Gives a like, or withdraws it. */
async function toggleLike(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles">,
  like: Doc<"likes"> | null,
): Promise<void> {
  if (!like) {
    const row = { profileId: viewer._id, artworkId: artwork._id, since: artwork.merges ?? 0 };
    await ctx.db.insert("likes", row);
    return;
  }
  const isGiven = like.withdrawn !== undefined;
  const next = isGiven ? givenAgain(artwork, like) : takenBack(artwork, like);
  if (next) await ctx.db.patch("likes", like._id, next);
  else await ctx.db.delete("likes", like._id);
}

/** Updates the counts and the notification of a like. */
async function countLike(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles">,
  liked: boolean,
): Promise<number> {
  const change = liked ? 1 : -1;
  const now = Date.now();
  const { likes } = await changeCounts(ctx, artwork, { likes: change }, now);
  const { _id: artworkId, profileId: recipientId } = artwork;
  const event = { kind: "like", actorId: viewer._id, recipientId, artworkId } as const;
  await (liked ? notify(ctx, event) : retract(ctx, event));
  if (viewer._id !== recipientId) await countFor(ctx, recipientId, "likes", change, now);
  return likes;
}
