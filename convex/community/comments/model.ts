import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { countFor } from "../insights/dailyCounts";
import { REPORTS, deleteRows } from "../artworks/deletion";
import { changeCounts } from "../artworks/counts";
import { removeNotice, notify } from "../notifications/model";

const BATCH = 100;

/** A comment that may be said. */
interface Said {
  artwork: Doc<"artworks">;
  authorId: Id<"profiles">;
  text: string;
  mentions: Id<"profiles">[];
  parent: Doc<"comments"> | null;
  /** What the author pressed "reply" on: the parent, or another answer to it. */
  answered: Doc<"comments"> | null;
}

/** Stores a comment, counts it, and tells each person once: who is answered, whose work it is, who is named. */
export async function attach(ctx: MutationCtx, said: Said, now: number): Promise<Id<"comments">> {
  const { artwork, authorId, text, mentions, parent, answered } = said;
  const row = { artworkId: artwork._id, authorId, text, mentions };
  const commentId = await ctx.db.insert("comments", {
    ...row,
    parentId: parent && parent._id,
    replies: 0,
  });
  if (parent) await ctx.db.patch("comments", parent._id, { replies: parent.replies + 1 });
  await changeCounts(ctx, artwork, { comments: 1 }, now);
  if (authorId !== artwork.profileId) await countFor(ctx, artwork.profileId, "comments", 1, now);
  const told = new Set<Id<"profiles">>();
  const happening = { actorId: authorId, artworkId: artwork._id, commentId };
  for (const [kind, recipientId] of audienceOf(artwork, answered, mentions)) {
    if (!told.has(recipientId)) await notify(ctx, { ...happening, kind, recipientId });
    told.add(recipientId);
  }
  return commentId;
}

/** Deletes a comment; what answers it follows in batches. */
export async function detach(
  ctx: MutationCtx,
  comment: Doc<"comments">,
  now: number,
): Promise<void> {
  const { _id: commentId, parentId } = comment;
  await erase(ctx, comment);
  const parent = parentId && (await ctx.db.get("comments", parentId));
  // An answer to what is gone already was counted out with it.
  if (parentId !== null && !parent) return;
  await countOut(ctx, comment, 1 + comment.replies, now);
  if (parent) await ctx.db.patch("comments", parent._id, { replies: parent.replies - 1 });
  if (comment.replies === 0) return;
  await ctx.scheduler.runAfter(0, internal.community.comments.model.forgetReplies, { commentId });
}

/** Deletes the answers to a comment that is gone, a batch at a time. */
export const forgetReplies = internalMutation({
  args: { commentId: v.id("comments") },
  returns: v.null(),
  handler: async (ctx, { commentId }): Promise<null> => {
    const answers = await ctx.db
      .query("comments")
      .withIndex("by_parentId", (q) => q.eq("parentId", commentId))
      .take(BATCH);
    for (const answer of answers) await erase(ctx, answer);
    if (answers.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.comments.model.forgetReplies, {
        commentId,
      });
    }
    return null;
  },
});

/** Whom a comment is for, most direct first. */
function audienceOf(
  artwork: Doc<"artworks">,
  answered: Doc<"comments"> | null,
  mentions: readonly Id<"profiles">[],
) {
  return [
    ...(answered ? [["reply", answered.authorId] as const] : []),
    ["comment", artwork.profileId] as const,
    ...mentions.map((id) => ["mention", id] as const),
  ];
}

async function countOut(
  ctx: MutationCtx,
  { artworkId, authorId }: Doc<"comments">,
  gone: number,
  now: number,
) {
  const artwork = await ctx.db.get("artworks", artworkId);
  if (!artwork) return;
  await changeCounts(ctx, artwork, { comments: -gone }, now);
  if (authorId !== artwork.profileId) await countFor(ctx, artwork.profileId, "comments", -1, now);
}

async function erase(ctx: MutationCtx, { _id }: Doc<"comments">): Promise<void> {
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_commentId", (q) => q.eq("commentId", _id))
    .take(BATCH);
  for (const notice of notices) await removeNotice(ctx, notice);
  await deleteRows(ctx, REPORTS, _id, BATCH);
  await ctx.db.delete("comments", _id);
}
