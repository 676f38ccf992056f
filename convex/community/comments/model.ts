import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteCommentRows } from "../artworks/deletion";
import { changeCounts } from "../artworks/counts";
import { removeNotification, notify } from "../notifications/model";

const BATCH = 100;

/** A comment that passed all checks, ready to be stored. */
interface NewComment {
  artwork: Doc<"artworks">;
  authorId: Id<"profiles">;
  text: string;
  mentions: Id<"profiles">[];
  parent: Doc<"comments"> | null;
  /** The comment whose "reply" the author pressed: the parent, or another reply to it. */
  answered: Doc<"comments"> | null;
}

/**
 * Stores a comment, counts it, and notifies each person once: the author of the
 * comment it replies to, the artist, the mentioned members.
 */
export async function createComment(
  ctx: MutationCtx,
  said: NewComment,
  now: number,
): Promise<Id<"comments">> {
  const { artwork, authorId, text, mentions, parent, answered } = said;
  const row = { artworkId: artwork._id, authorId, text, mentions };
  const commentId = await ctx.db.insert("comments", {
    ...row,
    parentId: parent && parent._id,
    replies: 0,
  });
  if (parent) await ctx.db.patch("comments", parent._id, { replies: parent.replies + 1 });
  const ofDay = authorId === artwork.profileId ? 0 : 1;
  await changeCounts(ctx, artwork, { what: "comments", by: 1, ofDay }, now);
  const notified = new Set<Id<"profiles">>();
  const event = { actorId: authorId, artworkId: artwork._id, commentId };
  for (const [kind, recipientId] of recipientsOf(artwork, answered, mentions)) {
    if (!notified.has(recipientId)) await notify(ctx, { ...event, kind, recipientId });
    notified.add(recipientId);
  }
  return commentId;
}

/** Changes a comment's text. Members who are no longer mentioned lose the notification. */
export async function editComment(
  ctx: MutationCtx,
  { _id: commentId, artworkId, authorId, mentions: before }: Doc<"comments">,
  { text, mentions }: Pick<Doc<"comments">, "text" | "mentions">,
  now: number,
): Promise<void> {
  await ctx.db.patch("comments", commentId, { text, mentions, editedAt: now });
  const notices = await noticesOf(ctx, commentId);
  for (const notice of notices) {
    const isGone = notice.kind === "mention" && !mentions.includes(notice.recipientId);
    if (isGone) await removeNotification(ctx, notice);
  }
  const event = { actorId: authorId, artworkId, commentId, kind: "mention" as const };
  const notified = new Set([...before, ...notices.map(({ recipientId }) => recipientId)]);
  for (const recipientId of mentions) {
    if (!notified.has(recipientId)) await notify(ctx, { ...event, recipientId });
  }
}

/** Deletes a comment; its replies follow in batches. */
export async function deleteComment(
  ctx: MutationCtx,
  comment: Doc<"comments">,
  now: number,
): Promise<void> {
  const { _id: commentId, parentId } = comment;
  await deleteRow(ctx, comment);
  const parent = parentId && (await ctx.db.get("comments", parentId));
  // The deletion of its parent has already subtracted this reply.
  if (parentId !== null && !parent) return;
  await uncount(ctx, comment, 1 + comment.replies, now);
  if (parent) await ctx.db.patch("comments", parent._id, { replies: parent.replies - 1 });
  if (comment.replies === 0) return;
  await ctx.scheduler.runAfter(0, internal.community.comments.model.deleteReplies, { commentId });
}

/** Deletes the replies to a deleted comment, a batch at a time. */
export const deleteReplies = internalMutation({
  args: { commentId: v.id("comments") },
  returns: v.null(),
  handler: async (ctx, { commentId }): Promise<null> => {
    const answers = await ctx.db
      .query("comments")
      .withIndex("by_parentId", (q) => q.eq("parentId", commentId))
      .take(BATCH);
    for (const answer of answers) await deleteRow(ctx, answer);
    if (answers.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.comments.model.deleteReplies, {
        commentId,
      });
    }
    return null;
  },
});

/** Whom to notify of a comment, the most direct reason first. */
function recipientsOf(
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

async function uncount(
  ctx: MutationCtx,
  { artworkId, authorId }: Doc<"comments">,
  gone: number,
  now: number,
) {
  const artwork = await ctx.db.get("artworks", artworkId);
  if (!artwork) return;
  const ofDay = authorId === artwork.profileId ? 0 : -1;
  await changeCounts(ctx, artwork, { what: "comments", by: -gone, ofDay }, now);
}

async function deleteRow(ctx: MutationCtx, { _id }: Doc<"comments">): Promise<void> {
  for (const notice of await noticesOf(ctx, _id)) await removeNotification(ctx, notice);
  await deleteCommentRows(ctx, _id);
  await ctx.db.delete("comments", _id);
}

async function noticesOf(ctx: MutationCtx, commentId: Id<"comments">) {
  return await ctx.db
    .query("notifications")
    .withIndex("by_commentId", (q) => q.eq("commentId", commentId))
    .take(BATCH);
}
