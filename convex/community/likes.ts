import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findOpenArtwork } from "./artworks";
import { findLike } from "./cards";
import { countFor } from "./counters";
import { notify, takeBack } from "./notifying";
import { ensureProfile } from "./profiles";
import { trendingScore } from "./ranking";
import { refusals } from "./refuse";
import { areApart } from "./ties";

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
    if ((like !== null) === liked) return ok({ likes: artwork.likes });
    if (like) await ctx.db.delete("likes", like._id);
    else await ctx.db.insert("likes", { profileId: viewer._id, artworkId: artwork._id });
    return ok({ likes: await tell(ctx, artwork, viewer, liked) });
  },
});

/** Counts a like, or its end, wherever it counts. */
async function tell(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles">,
  liked: boolean,
): Promise<number> {
  const change = liked ? 1 : -1;
  const likes = artwork.likes + change;
  const trending = trendingScore({ ...artwork, likes });
  await ctx.db.patch("artworks", artwork._id, { likes, trending });
  const { _id: artworkId, profileId: recipientId } = artwork;
  const happening = { kind: "like", actorId: viewer._id, recipientId, artworkId } as const;
  await (liked ? notify(ctx, happening) : takeBack(ctx, happening));
  if (viewer._id !== recipientId) await countFor(ctx, recipientId, "likes", change, Date.now());
  return likes;
}
