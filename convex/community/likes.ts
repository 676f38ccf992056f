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
import { areApart } from "./relationships/model";
import { changeCounts, countsOf } from "./artworks/counts";
import { findOpenArtwork } from "./artworks/model";
import { ensureProfile } from "./profiles/model";
import { notify, takeBack } from "./notifications/model";

/** Likes a work, or takes the like back. Saying the same twice changes nothing. */
export const set = mutation({
  limit: "likes",
  args: { artworkId: v.string(), liked: v.boolean() },
  returns: vResult(v.object({ likes: v.number() })),
  handler: async (ctx, { artworkId, liked }): Promise<Result<{ likes: number }>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const artwork = await findOpenArtwork(ctx, artworkId, viewer);
    if (!artwork) return refusals.noArtwork();
    if (liked && (await areApart(ctx, viewer._id, artwork.profileId))) return refusals.blocked();
    const like = await findLike(ctx, viewer._id, artwork._id);
    const isLiked = like !== null && like.withdrawn === undefined;
    if (isLiked === liked) return ok({ likes: (await countsOf(ctx, artwork)).likes });
    await write(ctx, artwork, viewer, like);
    return ok({ likes: await tell(ctx, artwork, viewer, liked) });
  },
});

/** Turns a like around: given where it was not, taken back where it was. */
async function write(
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

/** Counts a like, or its end, wherever it counts. */
async function tell(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles">,
  liked: boolean,
): Promise<number> {
  const change = liked ? 1 : -1;
  const now = Date.now();
  const { likes } = await changeCounts(ctx, artwork, { likes: change }, now);
  const { _id: artworkId, profileId: recipientId } = artwork;
  const happening = { kind: "like", actorId: viewer._id, recipientId, artworkId } as const;
  await (liked ? notify(ctx, happening) : takeBack(ctx, happening));
  if (viewer._id !== recipientId) await countFor(ctx, recipientId, "likes", change, now);
  return likes;
}
