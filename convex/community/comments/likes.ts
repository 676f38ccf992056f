import { v } from "convex/values";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { mutation } from "../../accounts/guarded";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findOpenArtwork } from "../artworks/model";
import { refusals } from "../errors";
import { ensureProfile } from "../profiles/model";
import { isBlockedEitherWay } from "../relationships/model";

/** Likes a comment, or withdraws the like. Repeating a call changes nothing. */
export const set = mutation({
  limit: "likes",
  args: { id: v.id("comments"), liked: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, { id, liked }): Promise<Result<null>> => {
    const profile = await ensureProfile(ctx);
    if (!profile) return refusals.signedOut();
    const comment = await ctx.db.get("comments", id);
    if (!comment || !(await findOpenArtwork(ctx, comment.artworkId, profile)))
      return refusals.noComment();
    if (liked && (await isBlockedEitherWay(ctx, profile._id, comment.authorId)))
      return refusals.blocked();
    const like = await findLike(ctx, id, profile._id);
    if (liked && !like) {
      await ctx.db.insert("commentLikes", { commentId: id, profileId: profile._id });
      await ctx.db.patch("comments", id, { likes: (comment.likes ?? 0) + 1 });
    }
    if (!liked && like) await unlike(ctx, like);
    return ok(null);
  },
});

/** Whether a member likes a comment. */
export async function isLikedBy(
  ctx: QueryCtx,
  commentId: Id<"comments">,
  viewer: Doc<"profiles"> | null,
): Promise<boolean> {
  return viewer !== null && (await findLike(ctx, commentId, viewer._id)) !== null;
}

/** Deletes a like, and subtracts it from the comment's count. */
export async function unlike(
  ctx: MutationCtx,
  { _id, commentId }: Doc<"commentLikes">,
): Promise<void> {
  await ctx.db.delete("commentLikes", _id);
  const comment = await ctx.db.get("comments", commentId);
  if (comment) await ctx.db.patch("comments", commentId, { likes: (comment.likes ?? 0) - 1 });
}

async function findLike(ctx: QueryCtx, commentId: Id<"comments">, profileId: Id<"profiles">) {
  return await ctx.db
    .query("commentLikes")
    .withIndex("by_commentId_and_profileId", (q) =>
      q.eq("commentId", commentId).eq("profileId", profileId),
    )
    .unique();
}
