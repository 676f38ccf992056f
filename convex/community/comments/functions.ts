import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { ViewerContext } from "../relationships/viewer";
import { viewerContextOf } from "../relationships/viewer";
import { isLikedBy } from "./likes";
import { createComment, deleteComment, editComment } from "./model";
import { mentionedIn } from "./mentions";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { refuseText } from "../texts";
import { isBlockedEitherWay } from "../relationships/model";
import { findOpenArtwork } from "../artworks/model";
import { ensureProfile, findOwnProfile, toPerson, vPerson } from "../profiles/model";

const vComment = v.object({
  id: v.id("comments"),
  text: v.string(),
  author: vPerson,
  /** Usernames of existing members that the text mentions with `@name`. */
  mentions: v.array(v.string()),
  replies: v.number(),
  likes: v.number(),
  /** Whether the caller likes it. */
  liked: v.boolean(),
  createdAt: v.number(),
  /** Null if the text was never changed. */
  editedAt: v.union(v.number(), v.null()),
  /** Whether the caller wrote it, and may edit it. */
  canEdit: v.boolean(),
  /** Whether the caller may delete it: they wrote it, or made the work. */
  canDelete: v.boolean(),
});

/** Comments on a work, or replies to a comment. A reply to a reply joins the same thread. */
export const add = mutation({
  limit: "comments",
  args: { artworkId: v.string(), text: v.string(), replyTo: v.optional(v.id("comments")) },
  returns: vResult(v.object({ commentId: v.id("comments") })),
  handler: async (
    ctx,
    { artworkId, text, replyTo },
  ): Promise<Result<{ commentId: Id<"comments"> }>> => {
    const author = await ensureProfile(ctx);
    if (!author) return refusals.signedOut();
    const written = text.trim();
    const refusal = refuseText("comment", written);
    if (refusal) return refusal;
    const artwork = await findOpenArtwork(ctx, artworkId, author);
    if (!artwork) return refusals.noArtwork();
    if (await isBlockedEitherWay(ctx, author._id, artwork.profileId)) return refusals.blocked();
    const answered = await findAnswered(ctx, artwork, author, replyTo);
    if (answered.error) return answered;
    const mentions = await mentionedIn(ctx, written, author);
    const said = { artwork, authorId: author._id, text: written, mentions, ...answered.data };
    return ok({ commentId: await createComment(ctx, said, Date.now()) });
  },
});

/** Changes the text of the caller's comment. Notifies only the members that it newly mentions. */
export const edit = mutation({
  limit: "comments",
  args: { id: v.id("comments"), text: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id, text }): Promise<Result<null>> => {
    const author = await findOwnProfile(ctx);
    if (!author) return refusals.signedOut();
    const comment = await ctx.db.get("comments", id);
    const artwork = comment && (await findOpenArtwork(ctx, comment.artworkId, author));
    if (!artwork) return refusals.noComment();
    if (comment.authorId !== author._id) return refusals.notYours();
    const written = text.trim();
    const refusal = refuseText("comment", written);
    if (refusal) return refusal;
    if (await isBlockedEitherWay(ctx, author._id, artwork.profileId)) return refusals.blocked();
    if (written === comment.text) return ok(null);
    const mentions = await mentionedIn(ctx, written, author);
    await editComment(ctx, comment, { text: written, mentions }, Date.now());
    return ok(null);
  },
});

/** Deletes a comment and its replies. Only its author and the artist of the work can. */
export const remove = mutation({
  args: { id: v.id("comments") },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const caller = await findOwnProfile(ctx);
    if (!caller) return refusals.signedOut();
    const comment = await ctx.db.get("comments", id);
    if (!comment) return refusals.noComment();
    const artwork = await ctx.db.get("artworks", comment.artworkId);
    const owners = [comment.authorId, artwork?.profileId];
    if (!owners.includes(caller._id)) return refusals.notYours();
    await deleteComment(ctx, comment, Date.now());
    return ok(null);
  },
});

/** The comments on a work, newest first; `replies` lists the replies. */
export const list = query({
  args: { artworkId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vComment),
  handler: async (ctx, { artworkId, paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const artwork = await findOpenArtwork(ctx, artworkId, viewerContext.viewer);
    if (!artwork) return EMPTY_PAGE;
    const comments = await ctx.db
      .query("comments")
      .withIndex("by_artworkId_and_parentId", (q) =>
        q.eq("artworkId", artwork._id).eq("parentId", null),
      )
      .order("desc")
      .paginate(bounded(paginationOpts));
    return await mapPage(
      comments,
      async (row) => await toComment(ctx, row, artwork, viewerContext),
    );
  },
});

/** The replies to a comment, oldest first. */
export const replies = query({
  args: { commentId: v.id("comments"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vComment),
  handler: async (ctx, { commentId, paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const comment = await ctx.db.get("comments", commentId);
    const artwork =
      comment && (await findOpenArtwork(ctx, comment.artworkId, viewerContext.viewer));
    if (!artwork) return EMPTY_PAGE;
    const answers = await ctx.db
      .query("comments")
      .withIndex("by_parentId", (q) => q.eq("parentId", commentId))
      .paginate(bounded(paginationOpts));
    return await mapPage(answers, async (row) => await toComment(ctx, row, artwork, viewerContext));
  },
});

/** The thread that a reply belongs to, and the comment whose author is notified. */
async function findAnswered(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
  author: Doc<"profiles">,
  replyTo: Id<"comments"> | undefined,
): Promise<Result<{ parent: Doc<"comments"> | null; answered: Doc<"comments"> | null }> | Failure> {
  if (replyTo === undefined) return ok({ parent: null, answered: null });
  const answered = await ctx.db.get("comments", replyTo);
  if (answered?.artworkId !== artwork._id) return refusals.noComment();
  if (await isBlockedEitherWay(ctx, author._id, answered.authorId)) return refusals.blocked();
  const parent = answered.parentId ? await ctx.db.get("comments", answered.parentId) : answered;
  return ok({ parent, answered });
}

async function toComment(
  ctx: QueryCtx,
  comment: Doc<"comments">,
  artwork: Doc<"artworks">,
  { viewer, blockedOrMuted }: ViewerContext,
): Promise<typeof vComment.type | null> {
  const { _id: id, authorId, text, replies, _creationTime: createdAt } = comment;
  const author = await ctx.db.get("profiles", authorId);
  if (!author || blockedOrMuted.has(authorId)) return null;
  const people = await Promise.all(comment.mentions.map((one) => ctx.db.get("profiles", one)));
  return {
    ...{ id, text, replies, createdAt, likes: comment.likes ?? 0 },
    liked: await isLikedBy(ctx, id, viewer),
    editedAt: comment.editedAt ?? null,
    author: await toPerson(ctx, author),
    mentions: people.flatMap((person) => (person ? [person.username] : [])),
    canEdit: viewer?._id === authorId,
    canDelete: viewer !== null && [authorId, artwork.profileId].includes(viewer._id),
  };
}
